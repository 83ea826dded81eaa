import { authorsFrames, type Envelope } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import { renderSpent } from "../render/spent.ts";
import { paintStatus } from "../render/status.ts";
import { duration } from "../render/time.ts";
import { unkeptText } from "../render/unkept.ts";
import { waitingLines } from "../render/waiting.ts";

/** The last lines of `run`: how it ended, or what it waits for; why; and what to type next. */
export function renderEnd(envelope: Envelope, paint: Paint, now: number): string {
  const { output, error, executionId, parked } = envelope;
  const status = paintStatus(envelope.thread, paint, parked?.on);
  const lines = [`${status}  ${escapeText(output.summary ?? "")}`.trimEnd()];
  if (output.reachedMaxRounds)
    lines.push(paint.yellow("the round limit was reached; --max-rounds raises it"));
  if (error !== null && error.message !== output.summary)
    lines.push(`${paint.red(error.code)} ${escapeText(error.message)}`);
  else if (error !== null) lines.push(paint.red(error.code));
  const stack = error?.details?.stack;
  if (typeof stack === "string")
    lines.push(
      ...authorsFrames(stack)
        .slice(0, 8)
        .map((frame) => paint.dim(`    ${escapeText(frame)}`)),
    );
  if (envelope.unkept !== undefined || envelope.filesLost !== undefined)
    lines.push(
      paint.yellow(`of its files a fork will not have ${unkeptText(envelope.unkept, envelope.filesLost)}`),
    );
  if (output.spent !== undefined) lines.push(paint.dim(`spent ${renderSpent(output.spent)}`));
  if (parked === null) lines.push(...nextLines(envelope, paint));
  else lines.push(...parkedLines(parked, executionId, now, paint));
  return lines.join("\n");
}

function parkedLines(
  { wakeAt, waiting }: NonNullable<Envelope["parked"]>,
  threadId: string,
  now: number,
  paint: Paint,
): string[] {
  if (waiting.length === 0 && wakeAt !== null)
    return [
      `  sleeps until ${new Date(wakeAt).toISOString()}, ${duration(Math.max(0, wakeAt - now))} from now`,
      paint.dim("next  uncaged-workflow tick"),
      paint.dim("      or a timer that runs it: docs/approvals.md"),
    ];
  // A thread that waits for one thing is named by its own id; of several, each by its intent.
  return waiting.flatMap((one) => [
    `${one.kind} ${paint.bold(escapeText(one.stepId))}`,
    ...waitingLines(one, waiting.length === 1 ? threadId : one.intent.slice(0, 12), now, paint),
  ]);
}

/** A hint that is no command stands for itself: what to type comes after it. */
function nextLines({ thread, executionId, error }: Envelope, paint: Paint): string[] {
  const hint = error?.hint;
  if (hint?.startsWith("uncaged-workflow ")) return [paint.dim(`next  ${escapeText(hint)}`)];
  const lines = hint === undefined ? [] : [paint.dim(`hint  ${escapeText(hint)}`)];
  lines.push(paint.dim(`next  ${nextFor(thread, executionId)}`));
  if (thread === "failed")
    lines.push(paint.dim("      changed the code? `uncaged-workflow add <name> <file>` before that"));
  return lines;
}

function nextFor(status: string, id: string): string {
  if (status === "completed") return `uncaged-workflow thread ${id}`;
  if (status === "paused" || status === "interrupted") return `uncaged-workflow resume ${id}`;
  return `uncaged-workflow retry ${id}`;
}
