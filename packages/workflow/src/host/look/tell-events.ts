// What happens in a thread, for programs that watch it: the command line writes these events as NDJSON, and the client
// hands them over as they are.
import { stepIdAt } from "#contract/step-id.ts";
import type { ReadLine } from "#journal/read-journal.ts";
import type { Progress } from "#protocol/messages.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import type { EnvelopeStatus } from "./envelope.ts";
import type { EventBody, ThreadEvent } from "./event-body.ts";
import { ThreadEvents } from "./thread-events.ts";

/** One object of the NDJSON that docs/cli.md describes. */
export type WatchEvent = { executionId: string; ts: string } & (
  | EventBody
  | { type: "execution.started" | "execution.resumed" }
  | { type: "effect.progress"; stepId: string; effect: string; frame: Progress["frame"] }
  | { type: "execution.finished"; status: EnvelopeStatus | "running" }
);

type Watched = Exclude<WatchEvent["type"], EventBody["type"]>;

export type TellOptions = {
  threadId: string;
  began: "execution.started" | "execution.resumed";
  /** What was there before the first line. */
  known?: ThreadFold | undefined;
  /** Lines up to this one are known to the listener, and are not told. */
  after?: number | undefined;
};

/** Of the approvals opened while somebody watched, by step id. */
export type Tokens = Record<string, string> | undefined;

/** A line that is on its way says more than our guess that the next step was begun. */
const PATIENCE_MS = 150;
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

export class EventTeller {
  private readonly events: ThreadEvents;
  private readonly frames: HeldFrames;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly options: TellOptions,
    private readonly tell: (events: WatchEvent[]) => void,
  ) {
    this.events = new ThreadEvents(options.known);
    this.frames = new HeldFrames(options.known);
  }

  begin(): void {
    this.tell([this.now(this.options.began, {})]);
    this.expectStep();
  }

  /** Lines that became durable. */
  lines(lines: readonly Pick<ReadLine, "record" | "seq" | "sum">[], tokens: Tokens): void {
    const { after = 0 } = this.options;
    const told: WatchEvent[] = [];
    for (const { record, seq, sum } of lines) {
      const events = this.events.take({ record, seq, sum }).flatMap((event) => this.spoken(event, tokens));
      if (seq > after) told.push(...events);
    }
    if (told.length > 0) this.tell(told);
    this.expectStep();
  }

  /** An executor tells something on its way. */
  progress(progress: Progress): void {
    if (this.frames.isFree(progress)) this.tell([this.frame(progress)]);
  }

  /** Nothing more will come. */
  end(status: EnvelopeStatus | "running"): void {
    this.quit();
    this.tell([this.now("execution.finished", { status })]);
  }

  /** Nobody listens any more. */
  quit(): void {
    clearTimeout(this.timer);
  }

  private spoken(event: ThreadEvent, tokens: Tokens): WatchEvent[] {
    const { type, timestamp, ...more } = event;
    const token = event.type === "approval.required" ? { resumeToken: tokenOf(tokens, event.stepId) } : {};
    const said = this.eventOf(type, timestamp, { ...more, ...token });
    return [said, ...this.frames.freedBy(event).map((frame) => this.frame(frame))];
  }

  private frame({ stepId, effect, frame }: Progress): WatchEvent {
    return this.now("effect.progress", { stepId, effect, frame });
  }

  private now(type: Watched, more: object): WatchEvent {
    return this.eventOf(type, Date.now(), more);
  }

  private eventOf(type: WatchEvent["type"], timestamp: number, more: object): WatchEvent {
    const ts = new Date(timestamp).toISOString();
    return { type, executionId: this.options.threadId, ts, ...more } as WatchEvent;
  }

  private expectStep(): void {
    clearTimeout(this.timer);
    const { beginsAt } = this.events;
    if (beginsAt === null) return;
    const ms = Math.max(0, beginsAt - Date.now()) + PATIENCE_MS;
    // Lines may be stamped by a clock that was years ahead: setTimeout would take such a wait for none.
    if (ms > TIMEOUT_MS_MAX) return;
    this.timer = setTimeout(
      () => this.tell(this.events.begun().flatMap((event) => this.spoken(event, {}))),
      ms,
    );
    // Whoever waits for the thread has its connection; a guess keeps no process.
    this.timer.unref();
  }
}

/** A step may be called as the author likes, "constructor" included. */
function tokenOf(tokens: Tokens, stepId: string): string | null {
  return tokens !== undefined && Object.hasOwn(tokens, stepId) ? (tokens[stepId] ?? null) : null;
}

/** A frame may be faster than the line that says its effect was begun; it waits for that. */
class HeldFrames {
  private readonly begun = new Set<string>();
  private readonly held: Progress[] = [];

  constructor(known: ThreadFold | undefined) {
    for (const { opening, isDispatched } of known?.current?.leaves.values() ?? [])
      if (isDispatched) this.begun.add(stepIdAt(opening));
  }

  isFree(progress: Progress): boolean {
    if (this.begun.has(progress.stepId)) return true;
    this.held.push(progress);
    return false;
  }

  freedBy(event: ThreadEvent): Progress[] {
    if (event.type !== "step.started") return [];
    const { stepId } = event;
    this.begun.add(stepId);
    const freed = this.held.filter((progress) => progress.stepId === stepId);
    for (const progress of freed) this.held.splice(this.held.indexOf(progress), 1);
    return freed;
  }
}
