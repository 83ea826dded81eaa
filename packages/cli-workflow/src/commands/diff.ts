import { type ThreadDiff, verbs } from "@uncaged/workflow/host";
import type { Command } from "../command.ts";
import { oneLine } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import { plural } from "../render/plural.ts";
import { renderSpent } from "../render/spent.ts";

export const command: Command = {
  summary: "Two threads side by side, step by step.",
  args: {
    a: { type: "positional", description: "a thread" },
    b: { type: "positional", description: "another" },
  },
  example: "uncaged-workflow diff 01KQXKW1 01KQXM22",
  async run({ house, positionals, paint, terminal }) {
    const { diffThreads } = await verbs.diff();
    const [a, b] = positionals as [string, string];
    const diff = diffThreads(house, a, b);
    return { json: diff, text: renderDiff(diff, paint, terminal.columns) };
  },
};

type Side = ThreadDiff["steps"][number]["a"];

function renderDiff(diff: ThreadDiff, paint: Paint, columns: number): string {
  const beside = besideSteps(diff, paint);
  if (diff.firstDifference === null && diff.prompts === null)
    return [...beside, `no difference in ${plural(diff.common, "step")}`].join("\n");
  const width = Math.max(20, columns - 8);
  const lines: string[] = beside;
  if (diff.prompts !== null)
    lines.push(
      paint.dim("prompt"),
      paint.red(`- ${oneLine(diff.prompts.a, width)}`),
      paint.green(`+ ${oneLine(diff.prompts.b, width)}`),
    );
  lines.push(paint.dim(`${plural(diff.common, "step")} in common`));
  const show = (side: Side) =>
    side === null ? "(nothing)" : oneLine(`${side.role}: ${side.content}`, width);
  for (const step of diff.steps) {
    if (step.same) continue;
    const fields = step.fields.length === 0 ? "" : paint.dim(` (${step.fields.join(", ")})`);
    lines.push(`${paint.bold(`step ${step.step}`)}${fields}`);
    lines.push(paint.red(`- ${show(step.a)}`), paint.green(`+ ${show(step.b)}`));
    if (step.fields.includes("meta")) {
      lines.push(paint.red(`- meta ${oneLine(JSON.stringify(step.a?.meta), width)}`));
      lines.push(paint.green(`+ meta ${oneLine(JSON.stringify(step.b?.meta), width)}`));
    }
  }
  return lines.join("\n");
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
