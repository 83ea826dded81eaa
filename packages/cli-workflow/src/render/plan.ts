import type { Plan } from "@uncaged/workflow/host";
import { oneLine } from "./escape.ts";
import type { Paint } from "./paint.ts";
import { plural } from "./plural.ts";
import { unkeptText } from "./unkept.ts";

const SHOWN_CHARS = 80;

/** What resume and fork would do, told before they do it. */
export function planAnswer(plan: Plan, paint: Paint): { json: Plan; text: string } {
  const { kept, runs, waits } = plan;
  const lines = [
    `${paint.green("kept")}  ${plural(kept.steps, "step")}, ${plural(kept.commands, "finished command")}${reusedText(plan)}`,
    ...runs.map((one) => `${paint.yellow("runs")}  ${describe(one)}`),
    ...waits.map((one) => `${paint.cyan("waits")} ${describe(one)}`),
  ];
  if (plan.files !== undefined) lines.push(`${paint.cyan("files")} ${filesText(plan.files)}`);
  if (plan.code?.newer)
    lines.push(`${paint.cyan("code")}  ${plan.code.hash}, the workflow's current version`);
  if (plan.note !== undefined) lines.push(paint.dim(`note  ${oneLine(plan.note, 400)}`));
  if (runs.length + waits.length === 0) lines.push(paint.dim("then the workflow goes on by itself"));
  return { json: plan, text: lines.join("\n") };
}

/** Answers that are taken over, by name. */
function reusedText({ reused = [] }: Plan): string {
  if (reused.length === 0) return "";
  const names = reused
    .slice(0, NAMES_SHOWN)
    .map(({ stepId, do: what, effect }) => `${oneLine(stepId, 40)} ${effect ?? what}`);
  return ` (reused: ${names.join(", ")}${reused.length > NAMES_SHOWN ? ", ..." : ""})`;
}

const NAMES_SHOWN = 6;

function filesText({ from, unkept }: NonNullable<Plan["files"]>): string {
  const without = unkept === undefined ? "" : `, without ${unkeptText(unkept)}`;
  return `${FILES[from]}${without}`;
}

const FILES: Record<NonNullable<Plan["files"]>["from"], string> = {
  user: "those of the workspace, as they are now",
  none: "it has written none",
  start: "those of the commit its worktree began with",
  state: "as they were after the last kept step",
  folder: "as they are now; nothing has changed them since the last kept step",
};

function describe({ stepId, effect, do: what, asked, why }: Plan["runs"][number]): string {
  const params = asked === null ? "" : ` ${oneLine(JSON.stringify(asked), SHOWN_CHARS)}`;
  return `${oneLine(stepId, 40)} ${effect ?? what}${params}: ${oneLine(why, 200)}`;
}
