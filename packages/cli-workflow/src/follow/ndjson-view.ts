// Progress for programs: one JSON object a line on stderr. The last is always execution.finished.
import type { Terminal } from "../terminal.ts";
import type { JournalLine, Known, ThreadViewer } from "./thread-viewer.ts";

export function ndjsonView(terminal: Terminal, threadId: string, began: string, known?: Known): ThreadViewer {
  let steps = known?.steps ?? 0;
  const iso = (timestamp: number) => new Date(timestamp).toISOString();
  const say = (type: string, timestamp: number, more: object = {}) =>
    terminal.err(`${JSON.stringify({ type, executionId: threadId, ts: iso(timestamp), ...more })}\n`);
  return {
    async begin() {
      await say(began, Date.now());
      await say("step.started", Date.now(), { stepId: `n${steps + 1}`, attempt: 1 });
    },
    async line({ record, seq, sum }: JournalLine) {
      await say("record.durable", record.timestamp, { seq, sum });
      if (!("role" in record)) return;
      steps += 1;
      await say("step.completed", record.timestamp, { stepId: `n${steps}`, attempt: 1, role: record.role });
      await say("step.started", record.timestamp, { stepId: `n${steps + 1}`, attempt: 1 });
    },
    end: (status) => say("execution.finished", Date.now(), { status }),
  };
}
