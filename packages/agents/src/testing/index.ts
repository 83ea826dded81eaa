export type { Script, ScriptedReply, ScriptedRequest, ScriptedToolCall, ScriptedUsage } from "./script.ts";
export { type ScriptedModel, scriptedModel } from "./scripted-model.ts";
