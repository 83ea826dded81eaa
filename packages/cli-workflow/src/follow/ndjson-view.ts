// Progress for programs: one JSON object a line on stderr. The last is always execution.finished.
import type { Terminal } from "../terminal.ts";
import type { JournalLine, Known, ThreadViewer } from "./thread-viewer.ts";

/** After a step the generator may well be done: the next step is told when it takes a while, or when it is there. */
const WORKING_AFTER_MS = 100;

export function ndjsonView(terminal: Terminal, threadId: string, began: string, known?: Known): ThreadViewer {
  let steps = known?.steps ?? 0;
  let told = steps;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (type: string, timestamp: number, more: object = {}) =>
    terminal.err(`${JSON.stringify({ type, executionId: threadId, ts: isoOf(timestamp), ...more })}\n`);
  const sayStarted = async (timestamp: number) => {
    clearTimeout(timer);
    if (told > steps) return;
    told = steps + 1;
    await say("step.started", timestamp, { stepId: stepId(told), attempt: 1 });
  };
  const expectStep = (timestamp: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void sayStarted(timestamp), WORKING_AFTER_MS);
  };
  return {
    async begin() {
      await say(began, Date.now());
      expectStep(Date.now());
    },
    async line({ record, seq, sum }: JournalLine) {
      const isRole = "role" in record;
      const isFailure = "kind" in record && record.kind === "result" && isStepFailure(record);
      if (isRole || isFailure) await sayStarted(record.timestamp);
      await say("record.durable", record.timestamp, { seq, sum });
      if (isRole) {
        steps += 1;
        await say("step.completed", record.timestamp, {
          stepId: stepId(steps),
          attempt: 1,
          role: record.role,
        });
        expectStep(record.timestamp);
      } else if (isFailure) {
        await say("step.failed", record.timestamp, {
          stepId: stepId(steps + 1),
          attempt: 1,
          error: record.error,
        });
      }
    },
    async end(status) {
      clearTimeout(timer);
      await say("execution.finished", Date.now(), { status });
    },
  };
}

/** The generator threw, yielded what it must not, or took too long; one that returned a bad code had no step left. */
function isStepFailure(result: { status: string; error?: { details?: Record<string, unknown> } }): boolean {
  return result.status === "failed" && result.error?.details?.returnCode === undefined;
}

function stepId(number: number): string {
  return `n${number}`;
}

function isoOf(timestamp: number): string {
  return new Date(timestamp).toISOString();
}
