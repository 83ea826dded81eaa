// What one line says about others: the positions of commands go on one by one, and a branch leads back to a yield that
// was there. Without this a line could name a position that no journal has lines for.
import { type CommandRecord, type ControlRecord, isCopiedLine, type StartRecord } from "#contract/record.ts";

type Opening = Extract<CommandRecord, { kind: "intent" | "checkpoint" | "annotation" | "reject" }>;
type Answer = Exclude<CommandRecord, Opening>;

const OPENINGS: ReadonlySet<unknown> = new Set<Opening["kind"]>([
  "intent",
  "checkpoint",
  "annotation",
  "reject",
]);
const ANSWERS: ReadonlySet<unknown> = new Set<Answer["kind"]>(["attempt", "receipt", "decision", "fault"]);

/** A fork also takes over what was finished far behind its last step: those positions have a ceiling only. */
const POSITION_MAX = 2 ** 31;

export class LineOrder {
  /** The position of the last yield, and the role outputs that count. */
  private yields = 0;
  private steps = 0;
  private start: StartRecord | null = null;

  begin(start: StartRecord): void {
    this.start = start;
  }

  /** A role line: no more than that has to be known of it. */
  step(): void {
    this.yields += 1;
    this.steps += 1;
  }

  /** What is wrong with where this record stands, or null. Its own members were checked before. */
  problemOf(record: { kind?: unknown }, seq: number): string | null {
    if (record.kind === "control") return this.control(record as ControlRecord);
    if (OPENINGS.has(record.kind)) return this.opening(record as Opening, seq);
    return ANSWERS.has(record.kind) ? this.answer(record as Answer, seq) : null;
  }

  private control({ action, at = 0, steps = 0 }: ControlRecord): string | null {
    if (action === "restart") this.turnBack(0, 0);
    if (action !== "branch") return null;
    if (at > this.yields + 1) return `branches off at the yield ${at}, and there are ${this.yields}`;
    if (steps > this.steps) return `keeps ${steps} steps, and there are ${this.steps}`;
    this.turnBack(at - 1, steps);
    return null;
  }

  private opening(record: Opening, seq: number): string | null {
    const { n, index, kind } = record;
    const problem = this.placeProblem(n, this.yields + 1, seq);
    if (problem !== null || kind === "reject") return problem;
    const size = record.group?.of ?? 1;
    if (index >= size) return `stands at the place ${index} of a yield that has ${size}`;
    this.yields = Math.max(this.yields, n);
    if (kind === "checkpoint" && record.epoch) this.turnBack(0, 0);
    return null;
  }

  private answer({ n }: Answer, seq: number): string | null {
    const problem = this.placeProblem(n, this.yields, seq);
    return problem === null ? null : `belongs to no command before it: it ${problem}`;
  }

  private placeProblem(n: number, last: number, seq: number): string | null {
    const isCopied = this.start !== null && isCopiedLine(this.start, seq);
    if (n <= (isCopied ? POSITION_MAX : last)) return null;
    return `stands at the yield ${n}, and there are ${this.yields} before it`;
  }

  private turnBack(yields: number, steps: number): void {
    this.yields = yields;
    this.steps = steps;
  }
}
