import type { ThreadView } from "@uncaged/workflow/host";
import { escapeText, oneLine } from "./escape.ts";
import type { Paint } from "./paint.ts";
import { plural } from "./plural.ts";
import { paintStatus } from "./status.ts";
import { duration } from "./time.ts";

/** A thread as a timeline: who, what was asked, each step with its time, how it ended. */
export function renderThread(view: ThreadView, paint: Paint, columns: number): string {
  const lines = [
    `${paint.bold(view.threadId)}  ${view.name}  ${paintStatus(view.status, paint)}`,
    paint.dim(`bundle ${view.hash}, started ${new Date(view.startedAt).toISOString()}${forkNote(view)}`),
    "",
    `${paint.dim("prompt")}  ${view.parameters.prompt === "" ? paint.dim("(none)") : oneLine(view.parameters.prompt, columns - 8)}`,
    "",
  ];
  let before = view.startedAt;
  view.steps.forEach((step, index) => {
    lines.push(...stepLines(index + 1, step, step.timestamp - before, paint));
    before = step.timestamp;
  });
  if (view.steps.length === 0) lines.push(paint.dim("no steps yet"));
  lines.push("", ...endLines(view, paint));
  if (view.forks.length > 0) lines.push(paint.dim(`forks: ${view.forks.join(", ")}`));
  return lines.join("\n");
}

function stepLines(
  number: number,
  step: ThreadView["steps"][number],
  tookMs: number,
  paint: Paint,
): string[] {
  const head = `${paint.dim(String(number).padStart(3))} ${paint.cyan(paint.bold(escapeText(step.role)))} ${paint.dim(`+${duration(tookMs)}`)}`;
  const body = escapeText(step.content)
    .split("\n")
    .map((line) => `    ${line}`);
  const meta =
    Object.keys(step.meta).length === 0 ? [] : [paint.dim(`    ${escapeText(JSON.stringify(step.meta))}`)];
  return [head, ...body, ...meta];
}

function endLines(view: ThreadView, paint: Paint): string[] {
  if (view.result === null)
    return [`${paintStatus(view.status, paint)}  ${paint.dim(`uncaged-workflow why ${view.threadId}`)}`];
  const took = duration(view.result.timestamp - view.startedAt);
  const lines = [
    `${paintStatus(view.status, paint)} ${paint.dim(`after ${took}`)}  ${escapeText(view.result.summary)}`,
  ];
  if (view.result.reachedMaxRounds)
    lines.push(paint.yellow("the round limit was reached; --max-rounds raises it"));
  const stack = view.error?.details?.stack;
  if (typeof stack === "string") lines.push(paint.dim(escapeText(stack)));
  return lines;
}

function forkNote(view: ThreadView): string {
  return view.forkFrom === null
    ? ""
    : `, forked from ${view.forkFrom.threadId} after ${plural(view.forkFrom.steps, "step")}`;
}
