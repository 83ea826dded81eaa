// Carries out the commands of a thread, one yield at a time. What is known of a command is what its lines say; every
// decision here is made from those, so a thread that comes back goes on where the lines end.
//
// COMMAND-1. A command's line is durable before anything of it is done, and its answer before the generator has it.
// COMMAND-2. An effect that a process which is gone had dispatched is sent again: what may be done once only was settled before, by
//     whoever took the thread up (HOST-5), and is not open any more.
// COMMAND-3. A yield that only people or the time can bring on parks: nothing of it stays in memory. Where the generator could not
//     come back it stays and rests: whoever watches is told so, and need not stay.
// COMMAND-4. Once an `any` is won, or the thread is stopped, nothing of the others is written.
// COMMAND-5. An effect whose line says that it is not performed (it was done before, or a limit holds it back) never is, though a
//     crash tore its receipt off.
import type { DryRunTools, Lines, LineTools, Stub, Waiting } from "#commands/command.ts";
import type { Identity } from "#commands/intent-id.ts";
import { makeReceipt, type Sign, type Verdict } from "#commands/make-receipt.ts";
import { fileOfOpening, WAITS } from "#commands/registry.ts";
import type { Json } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { Opening } from "#contract/leaf.ts";
import { TIMES } from "#contract/limits.ts";
import type { Clock, EndedBy, Left } from "#contract/ports.ts";
import type { EffectIntent, Unstamped, WorkRecord } from "#contract/record.ts";
import { isSettled, type Leaf, waitOf, waitOfLeaf, type YieldState } from "#replay/fold-yield.ts";
import type { AskedYield } from "./asked.ts";
import { type EffectPorts, EffectRunner } from "./effect-runner.ts";
import { endOfYield } from "./ended-yield.ts";
import type { Guard } from "./guard.ts";
import { openYield, verdictBehind } from "./open-yield.ts";
import { failedWith } from "./outcome.ts";
import type { FinishedEffects } from "./reuse-effects.ts";
import { YieldWork } from "./yield-work.ts";

export type RunnerJournal = {
  /** In one write. Known at once; resolves when durable. */
  append(records: Unstamped<WorkRecord>[]): Promise<void>;
  /** Resolves when everything appended so far is durable. */
  sync(): Promise<void>;
  readonly current: YieldState | null;
  readonly lastSeq: number;
};

export type RunnerPorts = EffectPorts & {
  journal: RunnerJournal;
  clock: Clock;
  identity(): Identity;
  sign: Sign;
  random(bytes: number): Uint8Array;
  context(): Json;
  parallelMax: number;
  isDryRun: boolean;
  /** In a dry run: a value that fits a schema, and the schemas of events. */
  stub: Stub;
  events: DryRunTools["events"];
  /** False: the generator cannot be brought back here, so it has to wait in memory. */
  canPark(): boolean;
  /** It has to stay, and rests from now on. */
  rested(): void;
  finished: FinishedEffects;
  guard: Pick<Guard, "over" | "block" | "tripped">;
};

/** Null: every command of the yield has its answer. */
export type Carried = { ends: EndedBy } | Left | null;

export class CommandRunner {
  /** Tokens of the approvals opened by this process, by step id. */
  readonly tokens = new Map<string, string>();
  private readonly effects: EffectRunner;
  private work: YieldWork | null = null;

  constructor(private readonly ports: RunnerPorts) {
    this.effects = new EffectRunner(ports);
  }

  /** Resolves when the yield is answered, or the thread parks, was stopped, or ends because of it. */
  async perform(asked: AskedYield, n: number, yieldHash: string): Promise<Carried> {
    const work = new YieldWork(this.ports.clock);
    this.work = work;
    try {
      await this.open(asked, n, yieldHash, work);
      return await this.carryOut(asked, work);
    } finally {
      this.work = null;
      work.end();
    }
  }

  /** The open perform() resolves with this, and what it started is aborted, with so much time to end. */
  stop(left: Left, graceMs?: number): void {
    this.work?.stop(left, graceMs);
  }

  /** Only a person or the time brings it on, and not soon. */
  get isResting(): boolean {
    if (this.work === null || this.work.isEnded || waitOf(this.state()) === null || this.isNear())
      return false;
    const { leaves, order } = this.state();
    return this.work.resting === leaves.size - order.length;
  }

  /** Lines were added from outside, a decision or an answer; or it can no longer stay. */
  changed(): void {
    if (this.work !== null) this.look(this.work);
  }

  private async carryOut(asked: AskedYield, work: YieldWork): Promise<Carried> {
    const { journal } = this.ports;
    const brought = asked.leaves.map((_, index) => this.bring(asked, index, work));
    await Promise.race([Promise.all(brought), work.over, work.ended]);
    if (work.left !== null) return work.left;
    await journal.sync();
    const outcome = work.held ?? this.ports.guard.tripped() ?? endOfYield(this.state());
    return outcome === null ? null : { ends: outcome };
  }

  /** Opens the commands that have no line yet, all in one write. */
  private async open(asked: AskedYield, n: number, yieldHash: string, work: YieldWork): Promise<void> {
    const { journal, clock } = this.ports;
    const known = journal.current?.n === n ? journal.current : null;
    const ports = { ...this.ports, identity: this.ports.identity(), now: clock.now, tokens: this.tokens };
    const at = { n, yieldHash, firstSeq: journal.lastSeq + 1 };
    const { records, dispatched } = await openYield(asked, at, known, ports);
    for (const index of dispatched) work.ours.add(index);
    if (records.length > 0) await journal.append(records);
  }

  /** Brings one command to its answer. */
  private async bring(asked: AskedYield, index: number, work: YieldWork): Promise<void> {
    for (;;) {
      const leaf = this.leaf(index);
      if (leaf.settled !== null || leaf.fault !== null || this.isOver(work) || work.held !== null) return;
      const wait = waitOfLeaf(leaf);
      const verdict = verdictBehind(leaf.opening as EffectIntent, this.ports.finished);
      if (verdict !== null) await this.answer(leaf.opening as EffectIntent, verdict, work);
      else if (wait === null) await this.dispatch(asked, index, leaf, work);
      else if (this.ports.isDryRun) await this.simulate(asked, index, leaf, work);
      else if (wait.wakeAt !== null && this.ports.clock.now() >= wait.wakeAt)
        await this.onTime(asked, index, leaf, work);
      else await this.rest(wait.wakeAt, work);
    }
  }

  private async answer(intent: EffectIntent, verdict: Verdict, work: YieldWork): Promise<void> {
    const { sign, identity } = this.ports;
    await this.record([await makeReceipt(intent, verdict, identity(), sign)], work);
  }

  private async dispatch(asked: AskedYield, index: number, leaf: Leaf, work: YieldWork): Promise<void> {
    const definition = asked.leaves[index]?.definition;
    const intent = leaf.opening as EffectIntent;
    if (definition === undefined) throw stuck(leaf);
    const leave = await work.lane(this.ports.parallelMax);
    try {
      if (this.isOver(work) || this.isHeld(index, work)) return;
      if (!(await this.mayDispatch(intent, leaf, work)) || this.isOver(work)) return;
      const result = await this.effects.run(intent, definition, leaf.attempt, work);
      const beside = this.openBeside();
      const records = await this.effects.recordsOf(intent, definition, leaf.attempt, result, beside);
      if (!(await this.record(records, work)))
        this.ports.info(`${intent.effect} answered too late; nobody waits for it`);
    } finally {
      leave();
      this.look(work);
    }
  }

  /** The budget was used up meanwhile: what runs may end, nothing more is begun. */
  private isHeld(index: number, work: YieldWork): boolean {
    if (work.ours.has(index) && this.leaf(index).isDispatched) return false;
    work.held ??= this.ports.guard.over();
    return work.held !== null;
  }

  /** Whether the effect may be handed over now; what has to be durable before, is. */
  private async mayDispatch(intent: EffectIntent, leaf: Leaf, work: YieldWork): Promise<boolean> {
    const { n, index, id } = intent;
    if (leaf.isDispatched && work.ours.has(index)) return true;
    work.ours.add(index);
    const attempt = leaf.attempt + 1;
    return this.record([{ kind: "attempt", n, index, intent: id, attempt, status: "started" }], work);
  }

  /** False when it came too late. Nobody has a turn between the look and the write. */
  private async record(records: Lines, work: YieldWork): Promise<boolean> {
    if (this.isOver(work)) return false;
    await this.ports.journal.append(records);
    this.look(work);
    return true;
  }

  /** The moment has come: a sleep is over, an approval expires, an attempt is due. */
  private async onTime(asked: AskedYield, index: number, leaf: Leaf, work: YieldWork): Promise<void> {
    const records = await waitingOf(leaf).due(leaf, this.tools());
    await this.answerOrDispatch(records, asked, index, leaf, work);
  }

  private async simulate(asked: AskedYield, index: number, leaf: Leaf, work: YieldWork): Promise<void> {
    const { stub, events } = this.ports;
    const answered = await waitingOf(leaf).dryRun(leaf, { ...this.tools(), stub, events });
    if (answered !== null && "unanswerable" in answered)
      return work.stop({ over: failedWith(answered.unanswerable) });
    await this.answerOrDispatch(answered, asked, index, leaf, work);
  }

  private async answerOrDispatch(
    records: Lines | null,
    asked: AskedYield,
    index: number,
    leaf: Leaf,
    work: YieldWork,
  ): Promise<void> {
    if (records === null) return this.dispatch(asked, index, leaf, work);
    // A command that has nothing to say when its time has come would be asked for ever.
    if (records.length === 0) throw stuck(leaf);
    await this.record(records, work);
  }

  private tools(): LineTools {
    const { clock, identity, sign } = this.ports;
    return { now: clock.now(), identity: identity(), sign };
  }

  /** Until something changes or the time comes; parks when the whole yield does nothing else. */
  private async rest(wakeAt: number | null, work: YieldWork): Promise<void> {
    if (this.mayPark()) {
      await this.ports.journal.sync();
      // A decision may have come meanwhile.
      if (this.mayPark()) work.stop({ parks: true });
      return;
    }
    work.resting += 1;
    if (this.isResting) this.ports.rested();
    await work.change(wakeAt === null ? null : wakeAt - this.ports.clock.now());
    work.resting -= 1;
  }

  private mayPark(): boolean {
    return this.ports.canPark() && waitOf(this.state()) !== null && !this.isNear();
  }

  /** A timer that is about to fire is waited for: the process would only have to start again. */
  private isNear(): boolean {
    const now = this.ports.clock.now();
    return [...this.state().leaves.values()].some((leaf) => {
      const wait = leaf.settled === null ? waitOfLeaf(leaf) : null;
      return wait !== null && WAITS[wait.on].staysNear && (wait.wakeAt ?? Infinity) - now <= TIMES.nearMs;
    });
  }

  /** Something changed: an answer, a fault or a no may have made the rest needless, and then nobody waits for it. */
  private look(work: YieldWork): void {
    if (this.isWon() || this.hasFault()) work.finish();
    work.pulse();
  }

  private isOver(work: YieldWork): boolean {
    return work.isEnded || this.isWon() || this.hasFault();
  }

  private isWon(): boolean {
    const state = this.state();
    return isSettled(state) || state.denial !== null;
  }

  private hasFault(): boolean {
    return this.state().faults > 0;
  }

  /** Besides the one that asks. */
  private openBeside(): number {
    const { leaves, order } = this.state();
    return leaves.size - order.length - 1;
  }

  private state(): YieldState {
    return this.ports.journal.current as YieldState;
  }

  private leaf(index: number): Leaf {
    return this.state().leaves.get(index) as Leaf;
  }
}

function waitingOf(leaf: Leaf): Waiting<Opening> {
  return fileOfOpening(leaf.opening).waiting ?? raise(stuck(leaf));
}

function raise(error: WorkflowError): never {
  throw error;
}

/** Nobody carries it out and nothing will bring it on: going on would only ask the same again. */
function stuck({ opening }: Leaf): WorkflowError {
  const { word } = fileOfOpening(opening);
  const message = `the command "${word}" at n${opening.n}.${opening.index} waits for nothing, and nobody carries it out`;
  return new WorkflowError("INTERNAL", message);
}
