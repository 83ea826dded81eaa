// What was shown of a thread so far, and what goes on: the lines of each record, and the line of the spinner.
import {
  emptyFold,
  failureOf,
  foldLine,
  foldRoleCost,
  foldSpent,
  type Leaf,
  nothingSpent,
  type Progress,
  RoleTime,
  type Spent,
  shownOfOpening,
  stepIdAt,
} from "@uncaged/workflow/host";
import { failureLines, shortOutcome, shortParams } from "../render/command.ts";
import { oneLine } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import { costText, dollars, tokensText } from "../render/spent.ts";
import { duration } from "../render/time.ts";
import { PrintedTail } from "./printed-tail.ts";
import type { JournalLine, Known } from "./thread-viewer.ts";

/** Lines of a running program that are shown at once, and of one that failed. */
export const OUTPUT_LINES = 4;
const OTHER_WAY = "it asks for something else than is recorded; finished effects are found again";
/** Fewer letters of what was asked say nothing. */
const PARAMS_LEAST = 8;

type Opening = Leaf["opening"];
type Running = { opening: Opening; since: number; attempt: number };
type Record = JournalLine["record"];

export class Shown {
  steps: number;
  readonly output = new PrintedTail();
  private readonly times: RoleTime;
  private since = Date.now();
  private note = "";
  private said = "";
  private readonly running = new Map<string, Running>();
  private readonly spent: Spent;
  private readonly fold: Known;

  constructor(known: Known | undefined) {
    this.fold = structuredClone(known ?? emptyFold());
    this.steps = known?.steps ?? 0;
    this.times = new RoleTime(known);
    this.spent = structuredClone(known?.spent ?? nothingSpent());
    for (const leaf of known?.current?.leaves.values() ?? [])
      if (leaf.settled === null) this.open(leaf.opening, leaf.attempt);
  }

  told(progress: Progress): void {
    if (!this.output.take(progress)) this.said = `${progress.stepId}: ${saidIn(progress.frame)}`;
  }

  /** The spinner's line. */
  doing(now: number, columns: number): string {
    const effects = [...this.running.values()].filter(({ attempt }) => attempt > 0);
    const [first] = effects;
    if (first === undefined) return this.resting(now) ?? this.working(now);
    const more = effects.length > 1 ? ` and ${effects.length - 1} more` : "";
    const again = first.attempt > 1 ? ` · attempt ${first.attempt}` : "";
    const said = this.said === "" ? "" : ` · ${this.said}`;
    const name = describe(first.opening, Math.floor(columns / 2));
    return `${name}${more} · ${duration(now - first.since)}${again}${this.bill()}${said}`;
  }

  private working(now: number): string {
    return `${this.note}step ${this.steps + 1} · ${duration(now - this.since)}${this.bill()}`;
  }

  /** What was spent so far. */
  private bill(): string {
    const { microUsd, tokens, unpriced, uncounted } = this.spent;
    const counted = tokens + uncounted === 0 ? "" : ` · ${tokensText(tokens, uncounted)} tokens`;
    return `${microUsd + unpriced === 0 ? "" : ` · ${costText(microUsd / 1_000_000, unpriced)}`}${counted}`;
  }

  /** Nothing is being done: the time has to come, or a person. */
  private resting(now: number): string | null {
    const [first] = this.running.values();
    if (first === undefined) return null;
    const { opening } = first;
    return shownOfOpening(opening).resting(opening, describe(opening, 60), (until) => duration(until - now));
  }

  /** The lines a record is worth. */
  take(line: JournalLine, columns: number, paint: Paint): string[] {
    const startedAt = this.times.take(line) ?? line.timestamp;
    const { record } = line;
    this.count(record);
    const told = this.linesOf(record, startedAt, columns, paint);
    foldLine(this.fold, line);
    return [...told, ...this.taken(line.timestamp, paint)];
  }

  /** Commands that took an event: nothing else of theirs is in the journal. */
  private taken(now: number, paint: Paint): string[] {
    const { current } = this.fold;
    return [...this.running.values()].flatMap(({ opening, since }) => {
      const leaf = current?.n === opening.n ? current.leaves.get(opening.index) : undefined;
      if (leaf?.settled?.by !== "value") return [];
      this.close(opening);
      const { done } = shownOfOpening(opening);
      const name = oneLine(stepIdAt(opening), 30);
      return [`${paint.green("✓")} ${name} ${done ?? "answered"} ${paint.dim(duration(now - since))}`];
    });
  }

  private linesOf(record: Record, startedAt: number, columns: number, paint: Paint): string[] {
    if ("role" in record) return [this.step(record, startedAt, columns, paint)];
    if (!("kind" in record)) return [];
    switch (record.kind) {
      case "control":
        this.control(record);
        return record.action === "branch" ? [paint.dim(`◦ from n${record.at ?? 1} on ${OTHER_WAY}`)] : [];
      case "intent":
        this.open(record, "attempt" in record && record.attempt === 1 ? 1 : 0, record.timestamp);
        return opened(record, columns, paint);
      case "attempt":
        return this.attempted(record, columns, paint);
      case "receipt":
        return this.received(record, columns, paint);
      case "decision":
        return this.decided(record, paint);
      case "fault":
      case "reject": {
        this.forget();
        const what = record.effect ?? `n${record.n}`;
        return [`${paint.red("✗")} ${oneLine(`${what}  ${record.code}: ${record.message}`, columns - 4)}`];
      }
      default:
        return [];
    }
  }

  private count(record: Record): void {
    if ("role" in record) foldRoleCost(this.spent, record.meta);
    else if ("kind" in record && "index" in record)
      foldSpent(this.spent, record, this.running.get(keyOf(record))?.opening);
  }

  private step(
    record: Extract<Record, { role: string }>,
    startedAt: number,
    columns: number,
    paint: Paint,
  ): string {
    const took = record.timestamp - startedAt;
    this.since = Date.now();
    this.forget();
    this.steps += 1;
    const head = `${paint.green("●")} ${paint.bold(oneLine(record.role, 24))} ${paint.dim(duration(took))}`;
    return `${head}  ${oneLine(record.content, Math.max(20, columns - Bun.stringWidth(head) - 2))}`;
  }

  private control({ action, steps }: Extract<Record, { kind: "control" }>): void {
    if (action === "queue") this.note = "waiting for its turn, ";
    if (action === "pause") this.note = "pausing after ";
    if (action === "start" || action === "resume") this.note = "";
    if (action === "restart") this.steps = 0;
    if (action === "branch") this.steps = steps ?? 0;
    if (action === "restart" || action === "branch") this.forget();
    this.since = Date.now();
  }

  private attempted(record: Extract<Record, { kind: "attempt" }>, columns: number, paint: Paint): string[] {
    const running = this.running.get(keyOf(record));
    if (running === undefined) return [];
    const name = describe(running.opening, Math.max(20, columns - 50));
    if (record.status === "started") {
      running.attempt = record.attempt;
      running.since = record.timestamp;
      return [];
    }
    running.attempt = 0;
    if (record.status === "unknown") return [`${paint.yellow("?")} ${name}  nobody knows what became of it`];
    const why = shortOutcome((record.error ?? null) as never, 60);
    const wait = duration(record.delayMs ?? 0);
    return [`${paint.yellow("↻")} ${name}  ${why}; attempt ${record.attempt + 1} in ${wait}`];
  }

  private received(record: Extract<Record, { kind: "receipt" }>, columns: number, paint: Paint): string[] {
    const running = this.running.get(keyOf(record));
    this.close(record);
    if (running === undefined) return [];
    const took = paint.dim(duration(record.timestamp - running.since));
    const { done } = shownOfOpening(running.opening);
    if (done !== null) return [`${paint.dim("◦")} ${done} ${took}`];
    const mark = record.status === "ok" ? paint.green("◦") : paint.red("✗");
    const tries = record.attempt > 1 ? paint.dim(` (attempt ${record.attempt})`) : "";
    const said = shortOutcome((record.payload ?? record.error ?? null) as never, 60);
    const status = record.status === "ok" ? "" : ` ${record.status}`;
    const paid = record.costUsd === undefined ? "" : `  ${dollars(record.costUsd)}`;
    const again = "reused" in running.opening ? paint.dim("  reused") : "";
    const failure = failureOf(record.payload, record.error ?? null);
    const failed = failureLines(failure, "  ", OUTPUT_LINES, columns).map(paint.dim);
    const tail = ` ${took}${tries}${status}${said === "" ? "" : `  ${said}`}${paid}${again}`;
    // What was asked gives way to what came of it.
    const what = describe(running.opening, Math.max(12, columns - Bun.stringWidth(tail) - 2));
    return [`${mark} ${what}${tail}`, ...failed];
  }

  private decided(record: Extract<Record, { kind: "decision" }>, paint: Paint): string[] {
    const running = this.running.get(keyOf(record));
    if (running === undefined) return [];
    const isGate = running.opening.kind === "intent" && running.opening.do === "effect";
    if (record.decision === "deny" || !isGate) this.close(record);
    const why = record.reason === undefined ? "" : `: ${oneLine(record.reason, 60)}`;
    const word = { approve: "approved", deny: "denied", answer: "answered", retry: "sent again" }[
      record.decision
    ];
    const mark = record.decision === "deny" ? paint.red("✗") : paint.green("✓");
    const name = oneLine(stepIdAt(running.opening), 30);
    return [`${mark} ${name} ${word} by ${oneLine(record.actor, 30)}${why}`];
  }

  private open(opening: Opening, attempt: number, since = Date.now()): void {
    if (opening.kind !== "intent" || "answer" in opening) return;
    this.running.set(keyOf(opening), { opening, since, attempt });
  }

  private close(record: { n: number; index: number }): void {
    const running = this.running.get(keyOf(record));
    if (running !== undefined) this.output.drop(stepIdAt(running.opening));
    this.running.delete(keyOf(record));
    this.said = "";
    this.since = Date.now();
  }

  /** Nothing of what ran goes on. */
  private forget(): void {
    this.running.clear();
    this.output.clear();
  }
}

/** A frame of a model or an agent has its words under `text`. */
function saidIn(frame: Progress["frame"]): string {
  if (typeof frame === "string") return frame;
  const { text } = Object(frame) as { text?: unknown };
  return typeof text === "string" ? text : JSON.stringify(frame);
}

function keyOf({ n, index }: { n: number; index: number }): string {
  return `${n}.${index}`;
}

function opened(opening: Opening, columns: number, paint: Paint): string[] {
  const isEffect = opening.kind === "intent" && opening.do === "effect";
  const name = isEffect ? describe(opening, columns) : oneLine(stepIdAt(opening), 30);
  const told = shownOfOpening(opening).opened(opening, name);
  if (told === null) return [];
  const mark = told.isAsk ? paint.yellow("?") : paint.dim("◦");
  return [`${mark} ${oneLine(told.text, columns - 4)}`];
}

function describe(opening: Opening, width: number): string {
  if (opening.kind !== "intent") return opening.kind;
  if (opening.do !== "effect") return oneLine(`${opening.do} ${stepIdAt(opening)}`, width);
  const full = `${stepIdAt(opening)} ${opening.effect}`;
  const name = oneLine(full, Math.min(60, width));
  const left = width - Bun.stringWidth(name) - 1;
  return left < PARAMS_LEAST ? name : `${name} ${shortParams(opening.effect, opening.params, left)}`;
}
