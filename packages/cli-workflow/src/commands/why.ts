import { verbs, type Why } from "@uncaged/workflow/host";
import { failureLines } from "../render/command.ts";
import { escapeText, oneLine } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import { paintStatus } from "../render/status.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "What a thread waits for, or why it failed, and what to type next.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
  },
  example: "uncaged-workflow why 01KQXKW1",
  async run({ store, positionals, paint, terminal }) {
    const { whyThread } = await verbs.why();
    const why = await whyThread(store, positionals[0] as string);
    return { json: why, text: render(why, paint, terminal.columns) };
  },
};

const FAILURE_LINES = 10;

function render({ status, message, hint, failure }: Why, paint: Paint, columns: number): string {
  const lines = [`${paintStatus(status, paint)}: ${escapeText(message)}`];
  if (failure !== undefined)
    lines.push(
      oneLine(`${failure.stepId} ${failure.effect}  ${failure.what}`, columns),
      ...failureLines(failure, "  ", FAILURE_LINES, columns).map(paint.dim),
    );
  return [...lines, ...hintLines(hint, paint)].join("\n");
}

/** Several ways on stand on lines of their own, each as it can be typed. */
function hintLines(hint: string, paint: Paint): string[] {
  return hint
    .split("\n")
    .map((line, at) => `${paint.cyan(at === 0 ? " hint" : "   or")} ${escapeText(line)}`);
}
