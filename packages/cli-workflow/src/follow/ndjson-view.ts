// Progress for programs: one JSON object a line on stderr. The last is always execution.finished.
import type { Terminal } from "../terminal.ts";
import type { JournalLine, ThreadViewer } from "./thread-viewer.ts";

export function ndjsonView(terminal: Terminal, threadId: string, began: string): ThreadViewer {
  let steps = 0;
  const iso = (timestamp: number) => new Date(timestamp).toISOString();
  const say = (type: string, timestamp: number, more: object = {}) =>
    terminal.err(`${JSON.stringify({ type, executionId: threadId, ts: iso(timestamp), ...more })}\n`);
  return {
    begin: () => say(began, Date.now()),
    async line({ record, seq, sum }: JournalLine) {
      await say("record.durable", record.timestamp, { seq, sum });
      if (seq === 1) await say("step.started", record.timestamp, { stepId: "n1", attempt: 1 });
      if (!("role" in record)) return;
      steps += 1;
      await say("step.completed", record.timestamp, { stepId: `n${steps}`, attempt: 1, role: record.role });
      await say("step.started", record.timestamp, { stepId: `n${steps + 1}`, attempt: 1 });
    },
    end: (status) => say("execution.finished", Date.now(), { status }),
  };
}
