// A command on one line: what was asked, and what came of it.
import { type Failure, type Json, showParams } from "@uncaged/workflow/host";
import { oneLine } from "./escape.ts";

/** The part of the params that tells one use from another. */
export function shortParams(effect: string, params: Json, width: number): string {
  return oneLine(showParams(effect, params), width);
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
