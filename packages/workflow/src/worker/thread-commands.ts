// The commands of one live thread: admission, the desk that carries them out, and what a generator that came back must
// repeat. The thread's lines decide; this only joins them to the engine.

import { canonicalJson } from "#codec/canonical-json.ts";
import { sha256Hex } from "#codec/sha256.ts";
import { xxh64Text } from "#codec/xxh64.ts";
import type { Json } from "#contract/command.ts";
import type { Compared, Performed, Replayed, Turn } from "#contract/ports.ts";
import type { StartRecord } from "#contract/record.ts";
import { type AdmissionRules, admitYield, type Refusal } from "#engine/admit-yield.ts";
import { type AskedLeaf, type AskedYield, askedOf, isSameAsked } from "#engine/asked.ts";
import { classifyYield } from "#engine/classify-yield.ts";
import { CommandDesk, type DeskPorts } from "#engine/command-desk.ts";
import { divergedError, divergence } from "#engine/divergence.ts";
import type { Identity } from "#engine/intent-id.ts";
import { failedWith } from "#engine/outcome.ts";
import { FinishedEffects } from "#engine/reuse-effects.ts";
import { answerOf, denialOf } from "#replay/answer-of.ts";
import { isSettled, type YieldState } from "#replay/fold-yield.ts";
import type { RecordedYield } from "#replay/recorded-yields.ts";
import type { LiveJournal, Return } from "./live-journal.ts";

/** The generator asked to begin anew from a state. */
export class NewEpoch extends Error {}

export type CommandPorts = Omit<DeskPorts, "journal" | "identity" | "finished" | "canPark" | "normalise"> & {
  rules: AdmissionRules;
};

export type ThreadCommandsPorts = {
  journal: LiveJournal;
  isStrict: boolean;
  canPark(): boolean;
  /** Made when the first command comes: most threads have none. */
  load(identity: () => Identity): Promise<CommandPorts>;
};

export class ThreadCommands {
  private readonly finished = new FinishedEffects([]);
  private desk: CommandDesk | null = null;
  private loading: Promise<CommandPorts> | null = null;
  private repeat: RecordedYield[] = [];

  constructor(private readonly ports: ThreadCommandsPorts) {}

  get tokens(): ReadonlyMap<string, string> {
    return this.desk?.tokens ?? NO_TOKENS;
  }

  /** What the next generator is to repeat, and how many yields lie before that. */
  begin({ recorded }: Return): { replay: Replayed[]; yields: number } {
    const { yields } = recorded;
    for (const state of recorded.finished) this.finished.add(state);
    const isOpen = (item: RecordedYield) => "state" in item && !isAnswered(item.state);
    const open = yields.findIndex(isOpen);
    this.repeat = open === -1 ? yields : yields.slice(0, open);
    const before = yields.length === 0 ? this.ports.journal.fold.yields : (yields[0] as RecordedYield).n - 1;
    return { replay: this.repeat.map(replayedOf), yields: before + this.repeat.length };
  }

  async perform(json: string, n: number): Promise<Performed> {
    const { journal } = this.ports;
    const { rules } = await this.load();
    const admission = admitYield(JSON.parse(json) as Json, rules);
    if ("refused" in admission) return this.refuse(admission.refused, n);
    const { asked } = admission;
    if (asked.epochState !== undefined) return this.beginEpoch(asked.epochState, n);
    const open = this.openAt(n);
    if (open !== null && !isSameYield(open, asked)) await this.branch(n, open, shapeOf(asked));
    const desk = await this.theDesk();
    const outcome = await desk.perform(asked, n, xxh64Text(json));
    if (outcome !== null) return { ends: outcome };
    return { answer: answerOf(journal.current as YieldState) };
  }

  /** A step where commands were open is another way than before. */
  async step(json: string, n: number): Promise<void> {
    const open = this.openAt(n);
    if (open !== null) await this.branch(n, open, JSON.parse(json) as Json);
  }

  returned(n: number): void {
    const open = this.openAt(n);
    if (open !== null && this.ports.isStrict) throw this.diverged(n, open, null);
  }

  async compare(turn: Turn): Promise<Compared> {
    const { journal } = this.ports;
    const recorded = this.repeat[turn.at ?? 0] as RecordedYield;
    const { n } = recorded;
    const { expected, actual, isSame } = await this.sideBySide(recorded, turn);
    if (isSame && "state" in recorded) return { answer: answerOf(recorded.state) };
    const rest = this.repeat.slice(turn.at ?? 0);
    const steps = journal.fold.steps - rest.filter((item) => "body" in item).length;
    if (!this.mayBranch()) throw divergedError(this.threadId, divergence(n, steps, expected, actual));
    const left = [...rest, ...this.openAfter(rest)];
    for (const item of left) if ("state" in item) this.finished.add(item.state);
    await journal.branch(n, steps);
    return { yields: n - 1, steps };
  }

  stop(reason: unknown): void {
    this.desk?.stop(reason);
  }

  changed(): void {
    this.desk?.changed();
  }

  identity(): Identity {
    const { name, hash } = this.start;
    return { thread: this.threadId, workflow: name, hash, key: null, epoch: this.ports.journal.fold.epoch };
  }

  load(): Promise<CommandPorts> {
    this.loading ??= this.ports.load(() => this.identity());
    return this.loading;
  }

  private async theDesk(): Promise<CommandDesk> {
    const { rules, ...ports } = await this.load();
    const { journal, canPark } = this.ports;
    this.desk ??= new CommandDesk({
      ...ports,
      journal,
      canPark,
      normalise: rules.normalise,
      finished: this.finished,
      identity: () => this.identity(),
    });
    return this.desk;
  }

  private async refuse({ error, ...what }: Refusal, n: number): Promise<Performed> {
    const { code, message } = error;
    await this.ports.journal.append([{ kind: "reject", n, ...what, code, message }]);
    return { ends: failedWith(error) };
  }

  private async beginEpoch(state: Json, n: number): Promise<never> {
    const { journal } = this.ports;
    const stateHash = sha256Hex(canonicalJson(state));
    const seq = journal.lastSeq + 1;
    await journal.append([{ kind: "checkpoint", n, index: 0, state, stateHash, seq, epoch: true }]);
    throw new NewEpoch();
  }

  /** Commands of this yield that were opened before and are not all answered. */
  private openAt(n: number): YieldState | null {
    const { current } = this.ports.journal;
    return current !== null && current.n === n ? current : null;
  }

  private openAfter(rest: RecordedYield[]): RecordedYield[] {
    const { current } = this.ports.journal;
    const isIn = rest.some((item) => "state" in item && item.state.n === current?.n);
    return current === null || isIn ? [] : [{ n: current.n, state: current }];
  }

  /** Another prompt, other code, or a bundle that does not promise to repeat itself may go another way. */
  private mayBranch(): boolean {
    return !this.ports.isStrict || this.start.forkFrom?.changed === true;
  }

  private async branch(n: number, open: YieldState, actual: Json): Promise<void> {
    if (!this.mayBranch()) throw this.diverged(n, open, actual);
    this.finished.add(open);
    await this.ports.journal.branch(n, this.ports.journal.fold.steps);
  }

  private diverged(n: number, open: YieldState, actual: Json): Error {
    const { steps } = this.ports.journal.fold;
    return divergedError(this.threadId, divergence(n, steps, shapeOfState(open), actual));
  }

  private async sideBySide(
    recorded: RecordedYield,
    turn: Turn,
  ): Promise<{ expected: Json; actual: Json; isSame: boolean }> {
    const expected = "body" in recorded ? roleOf(recorded.body) : shapeOfState(recorded.state);
    if (turn.type !== "yield") return { expected, actual: endOf(turn), isSame: false };
    const actual = JSON.parse(turn.json) as Json;
    if ("body" in recorded || classifyYield(actual).type !== "commands")
      return { expected, actual, isSame: false };
    const { rules } = await this.load();
    const admission = admitYield(actual, rules);
    if ("refused" in admission) return { expected, actual, isSame: false };
    const { asked } = admission;
    return { expected, actual: shapeOf(asked), isSame: isSameYield(recorded.state, asked) };
  }

  private get start(): StartRecord {
    return this.ports.journal.start;
  }

  private get threadId(): string {
    return this.start.threadId;
  }
}

const NO_TOKENS: ReadonlyMap<string, string> = new Map();

/** Settled, and not by a no that ends the thread: that is the engine's to carry out, not the generator's to repeat. */
function isAnswered(state: YieldState): boolean {
  return (
    isSettled(state) &&
    denialOf(state) === null &&
    [...state.leaves.values()].every((leaf) => leaf.fault === null || leaf.settled !== null)
  );
}

function replayedOf(item: RecordedYield): Replayed {
  if ("body" in item) return { hash: xxh64Text(Buffer.concat([item.body, CLOSING_BRACE])) };
  const answer = answerOf(item.state);
  return { hash: item.state.hash ?? "", ...(answer === undefined ? {} : { answer: JSON.stringify(answer) }) };
}

const CLOSING_BRACE = Buffer.from("}");

/** Every command that was opened asks for the same; those that were not are to come. */
function isSameYield(state: YieldState, asked: AskedYield): boolean {
  if ((state.group?.type ?? null) !== (asked.group?.type ?? null)) return false;
  if ((state.group?.of ?? 1) !== asked.leaves.length) return false;
  for (const [index, leaf] of state.leaves) {
    const now = asked.leaves[index]?.asked;
    if (now === undefined || !isSameAsked(askedOf(leaf.opening), now)) return false;
  }
  return true;
}

function shapeOf({ group, leaves }: AskedYield): Json {
  const asked = leaves.map((leaf) => leaf.asked as unknown as Json);
  return grouped(group?.type ?? null, asked);
}

function shapeOfState(state: YieldState): Json {
  const asked: AskedLeaf[] = [];
  for (const [index, leaf] of state.leaves) asked[index] = askedOf(leaf.opening);
  return grouped(
    state.group?.type ?? null,
    Array.from(asked, (leaf) => (leaf ?? null) as unknown as Json),
  );
}

function grouped(type: "all" | "any" | null, asked: Json[]): Json {
  if (type === null) return asked[0] ?? null;
  return type === "all" ? asked : { do: "any", of: asked };
}

function roleOf(body: Uint8Array): Json {
  return JSON.parse(`${new TextDecoder().decode(body)}}`) as Json;
}

function endOf(turn: Turn): Json {
  if (turn.type === "return") return { returned: JSON.parse(turn.json) as Json };
  return "error" in turn ? { [turn.type]: turn.error.message } : null;
}
