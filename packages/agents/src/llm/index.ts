export { llmExecutor } from "./llm-executor.ts";
