import { type CommandEntry, shownOf, type ThreadView } from "@uncaged/workflow/host";
import { failureLines, shortOutcome, shortParams } from "./command.ts";
import { escapeText, oneLine } from "./escape.ts";
import type { Paint } from "./paint.ts";
import { plural } from "./plural.ts";
import { dollars, renderSpent } from "./spent.ts";
import { paintStatus } from "./status.ts";
import { duration } from "./time.ts";
import { unkeptText } from "./unkept.ts";
import { waitingLines } from "./waiting.ts";

export type Shape = { columns: number; now: number; annotations: boolean };

/** A thread as a timeline: who, what was asked, each step and command with its time, how it ended. */
export function renderThread(view: ThreadView, paint: Paint, shape: Shape): string {
  const { prompt, workspace } = view.parameters;
  const lines = [
    `${paint.bold(view.threadId)}  ${view.name}  ${paintStatus(view.status, paint, view.waitingOn)}`,
    paint.dim(
      `bundle ${view.hash}, started ${new Date(view.startedAt).toISOString()}${byNote(view)}${forkNote(view)}`,
    ),
    ...(workspace === undefined ? [] : [paint.dim(placeNote(workspace))]),
    "",
    `${paint.dim("prompt")}  ${prompt === "" ? paint.dim("(none)") : oneLine(prompt, shape.columns - 8)}`,
    "",
    ...timeline(view, paint, shape),
  ];
  if (view.steps.length === 0 && view.commands.length === 0) lines.push(paint.dim("no steps yet"));
  if (view.legacy !== undefined) lines.push(paint.dim(legacyNote(view.legacy)));
  lines.push("", ...endLines(view, paint, shape));
  const spent = renderSpent(view.spent, view.parameters.limits);
  if (spent !== "") lines.push(paint.dim(`spent ${spent}`));
  if (view.unkept !== undefined || view.filesLost !== undefined)
    lines.push(paint.yellow(`of its files a fork will not have ${unkeptText(view.unkept, view.filesLost)}`));
  if (view.forks.length > 0) lines.push(paint.dim(`forks: ${view.forks.join(", ")}`));
  return lines.join("\n");
}

function placeNote({ path, worktreeOf, commit }: NonNullable<ThreadView["parameters"]["workspace"]>): string {
  if (worktreeOf === undefined) return `in ${escapeText(path)}`;
  return `in ${escapeText(path)}, a worktree of ${escapeText(worktreeOf)} at ${commit?.slice(0, 12)}`;
}

/** Steps and commands in the order of their lines. */
function timeline(view: ThreadView, paint: Paint, shape: Shape): string[] {
  const shown = view.commands.filter((entry) => entry.do !== "annotate" || shape.annotations);
  const rows = [
    ...view.steps.map((step, index) => ({ seq: step.seq, step, number: index + 1 })),
    ...shown.map((entry) => ({ seq: entry.seq, entry })),
  ].sort((a, b) => a.seq - b.seq);
  return rows.flatMap((row) => {
    if ("entry" in row) return commandLines(row.entry, paint, shape);
    return stepLines(row.number, row.step, row.step.timestamp - row.step.startedAt, paint);
  });
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

const MARK_OF: Record<CommandEntry["status"], ["green" | "red" | "yellow" | "cyan" | "dim", string]> = {
  completed: ["green", "◦"],
  failed: ["red", "✗"],
  cancelled: ["dim", "–"],
  skipped: ["dim", "–"],
  unknown: ["yellow", "?"],
  waiting: ["yellow", "…"],
  waiting_approval: ["yellow", "?"],
  pending: ["yellow", "…"],
  running: ["cyan", "▸"],
};

/** Of what failed, so many of its last lines are shown. */
const FAILURE_LINES = 5;

function commandLines(entry: CommandEntry, paint: Paint, shape: Shape): string[] {
  const failed = failureLines(entry.failure, "    ", FAILURE_LINES, shape.columns);
  return [commandLine(entry, paint, shape), ...failed.map(paint.dim)];
}

/** One command on one line: its name, what was asked, how long it took, what came of it. */
function commandLine(entry: CommandEntry, paint: Paint, { columns }: Shape): string {
  const [color, mark] = MARK_OF[entry.status];
  const name = `${oneLine(entry.stepId, 30)} ${entry.do === "effect" ? entry.effect : entry.do}`;
  const end = entry.completedAt === null ? "" : `+${duration(entry.completedAt - entry.startedAt)}`;
  const tries = entry.attempts.length > 1 ? `${entry.attempts.length} attempts` : "";
  const facts = [end, tries, outcomeOf(entry)].filter((text) => text !== "").join("  ");
  const room = Math.max(20, columns - name.length - facts.length - 10);
  const asked = askedOf(entry, room);
  return [`  ${paint[color](mark)}`, name, asked, facts === "" ? "" : paint.dim(facts)]
    .filter((text) => text !== "")
    .join(" ");
}

function askedOf(entry: CommandEntry, width: number): string {
  if (entry.do === "effect") return shortParams(entry.effect ?? "", entry.asked, width);
  const brief = shownOf(entry.do)?.brief(entry.asked) ?? null;
  if (brief !== null) return oneLine(brief, width);
  return entry.asked === null ? "" : oneLine(JSON.stringify(entry.asked), width);
}

function outcomeOf(entry: CommandEntry): string {
  const { status, decision, answer } = entry;
  const by = decision === undefined ? "" : `${WORD_OF[decision.decision]} by ${oneLine(decision.actor, 30)}`;
  const why = decision?.reason === undefined ? "" : `: ${oneLine(decision.reason, 40)}`;
  const said = `${by}${why}`;
  switch (shownOf(entry.do)?.outcome) {
    case "decision":
      return said === "" ? word(status) : said;
    case "value":
      if (status !== "completed") return said === "" ? word(status) : said;
      return [said, oneLine(JSON.stringify(answer), 40)].filter((text) => text !== "").join(" ");
    case "receipt":
      return receiptText(entry, said);
    // What was refused may have been no command at all.
    case "nothing":
    case undefined:
      return status === "completed" ? "" : word(status);
  }
}

function receiptText({ status, answer, receipt, costUsd, reused }: CommandEntry, said: string): string {
  const result = receipt === undefined || receipt === "ok" ? "" : receipt;
  const paid = costUsd === undefined ? "" : reused ? "paid before" : dollars(costUsd);
  const outcome = status === "completed" ? "" : result || word(status);
  const parts = [said, outcome, shortOutcome(answer, 60), paid, reused ? "reused" : ""];
  return parts.filter((text) => text !== "").join("  ");
}

const WORD_OF = { approve: "approved", deny: "denied", answer: "answered", retry: "sent again" };

function word(status: string): string {
  if (status === "waiting_approval") return "waits for approval";
  return status === "waiting" ? "waits" : status;
}

function endLines(view: ThreadView, paint: Paint, { now }: Shape): string[] {
  const status = paintStatus(view.status, paint, view.waitingOn);
  if (view.waiting.length > 0)
    return [
      status,
      ...view.waiting.flatMap((one) => [
        `${one.kind} ${paint.bold(escapeText(one.stepId))}`,
        ...waitingLines(
          one,
          view.waiting.length === 1 ? view.threadId : one.intent.slice(0, 12),
          now,
          paint,
          view.lost ? view.threadId : null,
        ),
      ]),
    ];
  if (view.result === null) {
    const until = view.wakeAt === null ? "" : `  until ${view.wakeAt}`;
    return [`${status}${until}  ${paint.dim(`uncaged-workflow why ${view.threadId}`)}`];
  }
  const took = duration(view.result.timestamp - view.startedAt);
  const lines = [`${status} ${paint.dim(`after ${took}`)}  ${escapeText(view.result.summary)}`];
  if (view.result.reachedMaxRounds)
    lines.push(paint.yellow("the round limit was reached; --max-rounds raises it"));
  const stack = view.error?.details?.stack;
  if (typeof stack === "string") lines.push(paint.dim(escapeText(stack)));
  return lines;
}

function byNote({ initiator }: ThreadView): string {
  return initiator === null ? "" : ` by ${escapeText(initiator.actor)}`;
}

function forkNote(view: ThreadView): string {
  return view.forkFrom === null
    ? ""
    : `, forked from ${view.forkFrom.threadId} after ${plural(view.forkFrom.steps, "step")}`;
}

function legacyNote(lines: NonNullable<ThreadView["legacy"]>): string {
  const kinds = [...new Set(lines.map(({ kind }) => kind))].join(", ");
  return `legacy: ${plural(lines.length, "line")} of an older design (${escapeText(kinds)}); nothing follows from them`;
}
