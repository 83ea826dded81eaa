export type { Script, ScriptedReply, ScriptedRequest, ScriptedToolCall } from "./script.ts";
export { type ScriptedModel, scriptedModel } from "./scripted-model.ts";
