// A command on one line: what was asked, and what came of it.
import type { Json } from "@uncaged/workflow/host";
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
  return JSON.stringify(params);
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
  if (typeof exitCode === "number") return exitCode === 0 ? "" : `exit ${exitCode}`;
  if (typeof status === "number") return String(status);
  return typeof bytes === "number" ? `${bytes} bytes` : "";
}

function isMap(value: Json): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
