import { verbs } from "@uncaged/workflow/host";
import type { Command } from "../command.ts";
import { shortOutcome } from "../render/command.ts";
import { oneLine } from "../render/escape.ts";
import { renderTable } from "../render/table.ts";
import { duration } from "../render/time.ts";

export const command: Command = {
  summary: "The steps of a thread as its envelope has them: role outputs and commands, one row per attempt.",
  args: { thread: { type: "positional", description: "a thread id, or the first 6 characters or more" } },
  example: "uncaged-workflow steps 01KQXKW1",
  async run({ house, positionals, paint, terminal }) {
    const { findThread } = await verbs.find();
    const { envelopeOf } = await verbs.envelope();
    const place = findThread(house, positionals[0] as string);
    const { steps } = envelopeOf(place);
    if (steps.length === 0) return { json: { threadId: place.threadId, steps }, text: "no steps yet" };
    const rows = steps.map(({ stepId, status, attempt, startedAt, completedAt, output, error }) => [
      oneLine(stepId, 30),
      status,
      String(attempt),
      completedAt === null ? "-" : duration(Date.parse(completedAt) - Date.parse(startedAt)),
      error === undefined
        ? gist(output, terminal.columns - 56)
        : oneLine(`${error.code}: ${error.message}`, 60),
    ]);
    return {
      json: { threadId: place.threadId, steps },
      text: renderTable(["STEP", "STATUS", "ATTEMPT", "TOOK", "OUTPUT"], rows, paint.dim),
    };
  },
};

type Output = ReturnType<typeof Object> | null;

function gist(output: Output, width: number): string {
  const { role, content } = (output ?? {}) as { role?: string; content?: string };
  if (role !== undefined) return oneLine(`${role}: ${content}`, Math.max(20, width));
  return shortOutcome(output as never, Math.max(20, width));
}
