// What an agent asks leave for, in the form that is shown to a person, held against rules, and bound to an answer.
//
// ASK-1. The words a person sees are the words the answer is bound to: `request` is the hash over all of them.
// ASK-2. A path stands as the agent wrote it and, where it lies in the workspace, relative to that.
import { createHash } from "node:crypto";
import { isAbsolute, relative } from "node:path";
import { canonicalJson, type Json, TOOL_KINDS } from "@uncaged/workflow/executor";
import { listOf, mapOf, type Params, textOf } from "./json-rpc.ts";

export type Kind = (typeof TOOL_KINDS)[number];

export type TextDiff = { path: string; oldText: string | null; newText: string };

export type Ask = {
  /** sha256 over everything below. */
  request: string;
  tool: string;
  kind: Kind;
  paths: string[];
  diffs?: TextDiff[];
  command?: string;
  /** Where neither a diff nor a command says what it will do. */
  input?: Json;
};

/** `toolCall` of the request, over what was told of that call before. */
export function readAsk(toolCall: Params, root: string): Ask {
  const input = mapOf(toolCall.rawInput);
  const diffs = diffsIn(toolCall, root);
  const command = commandIn(input);
  const shows = diffs.length > 0 || command !== null;
  return bind({
    tool: textOf(toolCall.title) ?? textOf(toolCall.name) ?? "a tool without a name",
    kind: kindOf(toolCall.kind),
    paths: pathsIn(toolCall, input, diffs, root),
    ...(diffs.length === 0 ? {} : { diffs }),
    ...(command === null ? {} : { command }),
    ...(shows || toolCall.rawInput === undefined ? {} : { input: toolCall.rawInput }),
  });
}

export function bind(ask: Omit<Ask, "request">): Ask {
  const request = createHash("sha256")
    .update(canonicalJson(ask as Json))
    .digest("hex");
  return { request, ...ask };
}

export function kindOf(value: Json | undefined): Kind {
  return TOOL_KINDS.find((kind) => kind === value) ?? "other";
}

export function diffsIn(toolCall: Params, root: string): TextDiff[] {
  return listOf(toolCall.content).flatMap((one) => {
    const { type, path, oldText, newText } = mapOf(one);
    if (type !== "diff" || typeof path !== "string" || typeof newText !== "string") return [];
    return [{ path: shortPath(path, root), oldText: typeof oldText === "string" ? oldText : null, newText }];
  });
}

/** Names under which agents put a path into what their tools are given. */
const PATH_NAMES = new Set([
  "path",
  "file_path",
  "filePath",
  "filepath",
  "fileName",
  "file_name",
  "abs_path",
  "absolute_path",
  "notebook_path",
  "source",
  "destination",
]);

function pathsIn(toolCall: Params, input: Params, diffs: readonly TextDiff[], root: string): string[] {
  const located = listOf(toolCall.locations).map((one) => textOf(mapOf(one).path));
  const given = Object.entries(input).map(([name, value]) => (PATH_NAMES.has(name) ? textOf(value) : null));
  const found = [...located, ...given, ...diffs.map(({ path }) => path)].filter((path) => path !== null);
  return [...new Set(found.map((path) => shortPath(path, root)))].sort();
}

/** Relative to the workspace where it is inside. */
export function shortPath(path: string, root: string): string {
  if (!isAbsolute(path)) return path;
  const short = relative(root, path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}

function commandIn(input: Params): string | null {
  const command = input.command ?? input.cmd;
  if (typeof command === "string") return textOf(command);
  const words = listOf(command);
  return words.length > 0 && words.every((word) => typeof word === "string") ? words.join(" ") : null;
}
