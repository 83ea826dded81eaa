import { type Envelope, verbs } from "@uncaged/workflow/host";
import { shortOutcome } from "../render/command.ts";
import { oneLine } from "../render/escape.ts";
import { renderTable } from "../render/table.ts";
import { duration } from "../render/time.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "The steps of a thread as its envelope has them: role outputs and commands, one row per attempt.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
  },
  example: "uncaged-workflow steps 01KQXKW1",
  async run({ store, positionals, paint, terminal }) {
    const { findThread } = await verbs.find();
    const { envelopeOf } = await verbs.envelope();
    const place = findThread(store, positionals[0] as string);
    const { steps } = envelopeOf(place);
    if (steps.length === 0) return { json: { threadId: place.threadId, steps }, text: "no steps yet" };
    const width = Math.max(40, terminal.columns - 44);
    const rows = steps.map((step) => [
      oneLine(step.stepId, 30),
      step.reused ? `${step.status} (reused)` : step.status,
      String(step.attempt),
      step.completedAt === null ? "-" : duration(Date.parse(step.completedAt) - Date.parse(step.startedAt)),
      gist(step, width),
    ]);
    return {
      json: { threadId: place.threadId, steps },
      text: renderTable(["STEP", "STATUS", "ATTEMPT", "TOOK", "OUTPUT"], rows, paint.dim),
    };
  },
};

type Step = Envelope["steps"][number];

function gist({ output, error, failure }: Step, width: number): string {
  if (failure !== undefined) return oneLine([failure.what, ...failure.lines.slice(-1)].join(": "), width);
  if (error !== undefined) return oneLine(`${error.code}: ${error.message}`, width);
  const { role, content } = Object(output) as { role?: string; content?: string };
  return role === undefined ? shortOutcome(output as never, width) : oneLine(`${role}: ${content}`, width);
}
