import { type ThreadDiff, verbs } from "@uncaged/workflow/host";
import { oneLine } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import { plural } from "../render/plural.ts";
import { renderSpent } from "../render/spent.ts";
import { textDiff } from "../render/text-diff.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Two threads side by side, step by step.",
  args: {
    a: { type: "positional", description: "a thread" },
    b: { type: "positional", description: "another" },
  },
  example: "uncaged-workflow diff 01KQXKW1 01KQXM22",
  async run({ store, positionals, paint, terminal }) {
    const { diffThreads } = await verbs.diff();
    const [a, b] = positionals as [string, string];
    const diff = diffThreads(store, a, b);
    return { json: diff, text: renderDiff(diff, paint, terminal.columns) };
  },
};

type Compared = ThreadDiff["steps"][number];

function renderDiff(diff: ThreadDiff, paint: Paint, columns: number): string {
  const beside = besideSteps(diff, paint);
  if (diff.firstDifference === null && diff.prompts === null)
    return [...beside, `no difference in ${plural(diff.common, "step")}`].join("\n");
  const lines: string[] = beside;
  const compare = (label: string, a: string, b: string) => textDiff(label, a, b, columns, paint);
  if (diff.prompts !== null) lines.push(paint.dim("prompt"), ...compare("", diff.prompts.a, diff.prompts.b));
  lines.push(paint.dim(`${plural(diff.common, "step")} in common`));
  for (const step of diff.steps) {
    if (step.same) continue;
    const fields = step.fields.length === 0 ? "" : paint.dim(` (${step.fields.join(", ")})`);
    lines.push(`${paint.bold(`step ${step.step}`)}${fields}`, ...stepDiff(step, compare, columns, paint));
  }
  return lines.join("\n");
}

type Compare = (label: string, a: string, b: string) => string[];

function stepDiff({ a, b, fields }: Compared, compare: Compare, columns: number, paint: Paint): string[] {
  const show = (side: Compared["a"]) =>
    side === null ? "(nothing)" : oneLine(`${side.role}: ${side.content}`, Math.max(20, columns - 2));
  if (a === null || b === null) return [paint.red(`- ${show(a)}`), paint.green(`+ ${show(b)}`)];
  const lines: string[] = [];
  if (fields.includes("role")) lines.push(paint.red(`- ${show(a)}`), paint.green(`+ ${show(b)}`));
  else if (fields.includes("content"))
    lines.push(...compare(`${oneLine(a.role, 24)}: `, a.content, b.content));
  else lines.push(paint.dim(`  ${show(a)}`));
  if (fields.includes("meta"))
    lines.push(...compare("meta ", JSON.stringify(a.meta), JSON.stringify(b.meta)));
  return lines;
}

/** With what they were asked otherwise, and what each has cost. */
function besideSteps({ variables = {}, spent }: ThreadDiff, paint: Paint): string[] {
  const shown = (name: string, value: string | null) =>
    value === null ? "(nothing)" : `${name}=${oneLine(value, 80)}`;
  const lines = Object.entries(variables).flatMap(([name, { a, b }]) => [
    paint.red(`- ${shown(name, a)}`),
    paint.green(`+ ${shown(name, b)}`),
  ]);
  if (spent === undefined) return lines;
  const bill = (side: NonNullable<ThreadDiff["spent"]>["a"]) => renderSpent(side) || "nothing";
  return [...lines, paint.red(`- spent ${bill(spent.a)}`), paint.green(`+ spent ${bill(spent.b)}`)];
}
