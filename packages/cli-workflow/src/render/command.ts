// A command on one line: what was asked, and what came of it.
import type { Failure, Json } from "@uncaged/workflow/host";
import { oneLine } from "./escape.ts";

/** The part of the params that tells one use from another. */
export function shortParams(effect: string, params: Json, width: number): string {
  return oneLine(gist(effect, params), width);
}

function gist(effect: string, params: Json): string {
  const { argv, method, url, path, sha256 } = (isMap(params) ? params : {}) as Record<string, Json>;
  if (effect === "sys/exec@1" && Array.isArray(argv)) return argv.map(shellWord).join(" ");
  if (effect === "sys/http.request@1" && typeof url === "string") return `${String(method ?? "GET")} ${url}`;
  if (effect.startsWith("sys/fs.") && typeof path === "string") return path;
  if (effect === "sys/blob.get@1" && typeof sha256 === "string") return sha256;
  if (effect === "sys/llm.generate@1" || effect === "sys/agent.run@1") return askedGist(params);
  return JSON.stringify(params);
}

/** Who is asked, and what: the last message when there are several. */
function askedGist(params: Json): string {
  const { model, agent, command, prompt, messages } = (isMap(params) ? params : {}) as Record<string, Json>;
  const last = Array.isArray(messages) ? messages.at(-1) : undefined;
  const said = prompt ?? (isMap(last ?? null) ? (last as { content?: Json }).content : undefined) ?? "";
  const who = agent ?? (Array.isArray(command) ? command[0] : undefined);
  const name = [who, model].filter((word) => typeof word === "string").join(" ");
  return `${name}  ${typeof said === "string" ? said : JSON.stringify(said)}`;
}

function shellWord(word: Json): string {
  const text = String(word);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : JSON.stringify(text);
}

/** What a receipt or an error says, in a few words. */
export function shortOutcome(answer: Json, width: number): string {
  if (!isMap(answer)) return answer === null ? "" : oneLine(JSON.stringify(answer), width);
  const { exitCode, status, code, message, bytes } = answer;
  if (typeof code === "string")
    return oneLine(`${code}${message === undefined ? "" : `: ${message}`}`, width);
  const spent = tokensOf(answer);
  if (spent !== "") return spent;
  if (typeof exitCode === "number") return exitCode === 0 ? "" : `exit ${exitCode}`;
  if (typeof status === "number") return String(status);
  return typeof bytes === "number" ? `${bytes} bytes` : "";
}

/** The last lines of what failed, each behind a bar: nothing in them can pass for a line of ours. */
export function failureLines(
  failure: Failure | null | undefined,
  indent: string,
  count: number,
  columns: number,
): string[] {
  const width = Math.max(20, columns - indent.length - 2);
  return (failure?.lines ?? []).slice(-count).map((line) => `${indent}│ ${oneLine(line, width)}`);
}

function tokensOf({ usage }: { [key: string]: Json }): string {
  if (!isMap(usage ?? null)) return "";
  const { inputTokens, outputTokens } = usage as { [key: string]: Json };
  if (typeof inputTokens !== "number" || typeof outputTokens !== "number") return "";
  return `${inputTokens.toLocaleString("en")} tokens in, ${outputTokens.toLocaleString("en")} out`;
}

function isMap(value: Json): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
