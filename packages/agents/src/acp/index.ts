export { acpExecutor } from "./acp-executor.ts";
