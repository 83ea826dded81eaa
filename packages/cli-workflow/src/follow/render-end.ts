import type { Envelope } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import { paintStatus } from "../render/status.ts";

/** The last lines of `run`: how it ended, why, and what to type next. */
export function renderEnd(envelope: Envelope, paint: Paint): string {
  const { output, error, executionId } = envelope;
  const lines = [`${paintStatus(envelope.thread, paint)}  ${escapeText(output.summary ?? "")}`.trimEnd()];
  if (output.reachedMaxRounds)
    lines.push(paint.yellow("the round limit was reached; --max-rounds raises it"));
  if (error !== null && error.message !== output.summary)
    lines.push(`${paint.red(error.code)} ${escapeText(error.message)}`);
  else if (error !== null) lines.push(paint.red(error.code));
  const stack = error?.details?.stack;
  if (typeof stack === "string") lines.push(paint.dim(authorsPart(escapeText(stack))));
  lines.push(paint.dim(`next  ${nextFor(envelope.thread, executionId)}`));
  return lines.join("\n");
}

function nextFor(status: string, id: string): string {
  if (status === "completed") return `uncaged-workflow thread ${id}`;
  if (status === "paused" || status === "interrupted") return `uncaged-workflow resume ${id}`;
  return `uncaged-workflow fork ${id}`;
}

/** The frames of the author's code; the engine's own say nothing to them. */
function authorsPart(stack: string): string {
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line) && !/\(unknown\)/.test(line));
  return frames.slice(0, 8).join("\n");
}
