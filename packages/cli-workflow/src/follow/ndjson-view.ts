// Progress for programs: one JSON object a line on stderr. The last is always execution.finished.
import { type Progress, stepIdAt, type ThreadEvent, verbs } from "@uncaged/workflow/host";
import type { Terminal } from "../terminal.ts";
import type { Known, ThreadViewer, Tokens } from "./thread-viewer.ts";

/** A line that is on its way says more than our guess that the next step was begun. */
const PATIENCE_MS = 150;
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

export async function ndjsonView(
  terminal: Terminal,
  threadId: string,
  began: string,
  known?: Known,
): Promise<ThreadViewer> {
  const { ThreadEvents } = await verbs.events();
  const events = new ThreadEvents(known);
  const frames = new HeldFrames(known);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One write after the other: a long line is not torn by what comes meanwhile.
  let writing = Promise.resolve();
  const write = (text: string) => {
    writing = writing.then(() => terminal.err(text));
    return writing;
  };
  const lineOf = (type: string, timestamp: number, more: object) =>
    `${JSON.stringify({ type, executionId: threadId, ts: isoOf(timestamp), ...more })}\n`;
  const frameLine = ({ stepId, effect, frame }: Progress) =>
    lineOf("effect.progress", Date.now(), { stepId, effect, frame });
  const tell = async (told: ThreadEvent[], tokens?: Tokens) => {
    let text = "";
    for (const event of told) {
      const { type, timestamp, ...more } = event;
      const token =
        type === "approval.required" ? { resumeToken: tokens?.[String(event.stepId)] ?? null } : {};
      text += lineOf(type, timestamp, { ...more, ...token });
      for (const frame of frames.freedBy(event)) text += frameLine(frame);
    }
    if (text !== "") await write(text);
    expectStep();
  };
  const expectStep = () => {
    clearTimeout(timer);
    const { beginsAt } = events;
    if (beginsAt === null) return;
    const ms = Math.max(0, beginsAt - Date.now()) + PATIENCE_MS;
    // Lines may be stamped by a clock that was years ahead: setTimeout would take such a wait for none.
    if (ms <= TIMEOUT_MS_MAX) timer = setTimeout(() => void tell(events.begun()), ms);
  };
  return {
    async begin() {
      await write(lineOf(began, Date.now(), {}));
      expectStep();
    },
    lines: (lines, tokens) =>
      tell(
        lines.flatMap(({ record, seq, sum }) => events.take({ record, seq, sum })),
        tokens,
      ),
    progress(progress) {
      if (frames.isFree(progress)) void write(frameLine(progress));
    },
    async end(status) {
      clearTimeout(timer);
      await write(lineOf("execution.finished", Date.now(), { status }));
    },
  };
}

/** A frame may be faster than the line that says its effect was begun; it waits for that. */
class HeldFrames {
  private readonly begun = new Set<string>();
  private readonly held: Progress[] = [];

  constructor(known: Known | undefined) {
    for (const { opening, isDispatched } of known?.current?.leaves.values() ?? [])
      if (isDispatched) this.begun.add(stepIdAt(opening));
  }

  isFree(progress: Progress): boolean {
    if (this.begun.has(progress.stepId)) return true;
    this.held.push(progress);
    return false;
  }

  freedBy({ type, stepId }: ThreadEvent): Progress[] {
    if (type !== "step.started") return [];
    this.begun.add(String(stepId));
    const freed = this.held.filter((progress) => progress.stepId === stepId);
    for (const progress of freed) this.held.splice(this.held.indexOf(progress), 1);
    return freed;
  }
}

function isoOf(timestamp: number): string {
  return new Date(timestamp).toISOString();
}
