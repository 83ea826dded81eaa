export { agentExecutor } from "./agent-executor.ts";
