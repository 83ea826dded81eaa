import type { Plan } from "@uncaged/workflow/host";
import type { CommandAnswer } from "../command.ts";
import { oneLine } from "./escape.ts";
import type { Paint } from "./paint.ts";
import { plural } from "./plural.ts";

const SHOWN_CHARS = 80;

/** What resume and fork would do, told before they do it. */
export function planAnswer(plan: Plan, paint: Paint): CommandAnswer {
  const { kept, runs, waits } = plan;
  const lines = [
    `${paint.green("kept")}  ${plural(kept.steps, "step")}, ${plural(kept.commands, "finished command")}`,
    ...runs.map((one) => `${paint.yellow("runs")}  ${describe(one)}`),
    ...waits.map((one) => `${paint.cyan("waits")} ${describe(one)}`),
  ];
  if (runs.length + waits.length === 0) lines.push(paint.dim("then the workflow goes on by itself"));
  return { json: plan, text: lines.join("\n") };
}

function describe({ stepId, effect, do: what, asked, why }: Plan["runs"][number]): string {
  const params = asked === null ? "" : ` ${oneLine(JSON.stringify(asked), SHOWN_CHARS)}`;
  return `${oneLine(stepId, 40)} ${effect ?? what}${params}: ${oneLine(why, 200)}`;
}
