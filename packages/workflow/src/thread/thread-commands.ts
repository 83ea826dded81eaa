// The commands of one live thread: admission, the runner that carries them out, and what a generator that came back must
// repeat. The thread's lines decide; this only joins them to the engine.

import { xxh64Text } from "#codec/xxh64.ts";
import { continueWith } from "#commands/continue.ts";
import type { Identity } from "#commands/intent-id.ts";
import type { Json } from "#contract/command.ts";
import type { WorkflowError } from "#contract/errors.ts";
import type { Compared, Left, Performed, Turn } from "#contract/ports.ts";
import {
  type IntentRecord,
  type StartRecord,
  startersOf,
  type Unstamped,
  type WorkRecord,
} from "#contract/record.ts";
import type { Settlement } from "#contract/settlement.ts";
import { type AdmissionRules, admitYield, type Refusal } from "#engine/admit-yield.ts";
import { CommandRunner, type RunnerPorts } from "#engine/command-runner.ts";
import { doubtRecords } from "#engine/doubt-records.ts";
import type { Guard } from "#engine/guard.ts";
import { failedWith } from "#engine/outcome.ts";
import type { SettlePorts, Settling } from "#engine/settle-command.ts";
import { answerOf } from "#replay/answer-of.ts";
import { waitOf, type YieldState } from "#replay/fold-yield.ts";
import { doubtsIn } from "#replay/in-flight.ts";
import { RecordedWay, type UnlessStopped } from "./recorded-way.ts";
import type { ThreadLines } from "./thread-lines.ts";

type OfTheThread =
  | "journal"
  | "identity"
  | "finished"
  | "canPark"
  | "rested"
  | "normalise"
  | "events"
  | "guard";

export type CommandPorts = Omit<RunnerPorts, OfTheThread> & {
  rules: AdmissionRules;
  /** Ends what a process that is gone left running for these intents. */
  endLeftovers(intents: ReadonlySet<string>): Promise<void>;
};

export type ThreadCommandsPorts = {
  lines: ThreadLines;
  guard: Guard;
  isStrict: boolean;
  canPark(): boolean;
  rested(): void;
  /** Made when the first command comes: most threads have none. */
  load(identity: () => Identity): Promise<CommandPorts>;
};

type Decided = Pick<SettlePorts, "actor" | "admins">;
/** `expired`: an approval ran out. */
export type SettledHere = { goesOn: boolean; ignored: boolean; expired: boolean; error?: WorkflowError };
/** `assertOpen` throws when the thread is about to leave. `ends`: a no ends the thread, whoever wanted to hear it. */
type SettleHow = { assertOpen(): void; ends: boolean };

export class ThreadCommands {
  readonly way: RecordedWay;
  private runner: CommandRunner | null = null;
  private loading: Promise<CommandPorts> | null = null;
  private onStop: (() => void) | null = null;

  constructor(private readonly ports: ThreadCommandsPorts) {
    this.way = new RecordedWay(ports.lines, ports.isStrict);
  }

  get tokens(): ReadonlyMap<string, string> {
    return this.runner?.tokens ?? NO_TOKENS;
  }

  forgetTokens(): void {
    this.runner?.tokens.clear();
  }

  /** Only a person or the time brings the thread on, and not soon. */
  get isResting(): boolean {
    return this.runner?.isResting ?? false;
  }

  /** The thread can no longer stay: it parks as soon as it rests. */
  reconsider(): void {
    this.runner?.changed();
  }

  /** Ends what a process that is gone left running for commands that will have no answer. */
  async endLeftovers(): Promise<void> {
    const { inFlight } = this.ports.lines.fold;
    if (inFlight.size === 0) return;
    const { endLeftovers } = await this.load();
    await endLeftovers(inFlight);
  }

  /**
   * Before any code of the thread runs: what a process that is gone left running is ended, and what it left in doubt is
   * written down. True when a person has to say first what became of an effect.
   */
  async settleLeftovers(): Promise<boolean> {
    const { lines } = this.ports;
    const { inFlight } = lines.fold;
    if (inFlight.size === 0 && doubtsIn(lines.current).length === 0) return false;
    const { endLeftovers, isDryRun, sign } = await this.load();
    await endLeftovers(inFlight);
    // An effect that was never dispatched is in no doubt.
    if (isDryRun) return false;
    const told = doubtsIn(lines.current).map((leaf) => doubtRecords(leaf, this.identity(), sign));
    const records = (await Promise.all(told)).flat();
    if (records.length > 0) await lines.append(records);
    return lines.current !== null && waitOf(lines.current)?.on === "reconcile";
  }

  async perform(json: string, n: number): Promise<Performed> {
    const { lines } = this.ports;
    const { rules } = await this.load();
    const open = this.way.openAt(n);
    const hash = xxh64Text(json);
    const admission = await this.unlessStopped(admitYield(JSON.parse(json) as Json, rules));
    if (admission === null) return STOPPED;
    const isEnd = "refused" in admission || admission.asked.epochState !== undefined;
    // The same yield may be refused now because the policy has other rules; another one may not stand here.
    if (isEnd && open?.hash !== hash) {
      const left = this.way.ended(n, { type: "yield", json });
      if (left !== undefined) return left;
    }
    if ("refused" in admission) return this.refuse(admission.refused, n);
    const { asked } = admission;
    if (asked.epochState !== undefined) return this.beginEpoch(asked.epochState, n);
    const left = await this.way.admit(asked, n, hash);
    if (left !== undefined) return left;
    const runner = await this.theRunner();
    const carried = await runner.perform(asked, n, hash);
    return carried ?? { answer: answerOf(lines.current as YieldState) };
  }

  async compare(turn: Turn): Promise<Compared> {
    const { rules } = await this.load();
    return this.way.compare(turn, rules, this.unlessStopped);
  }

  /** `graceMs`: how long what runs has to end. */
  stop(graceMs?: number): void {
    this.runner?.stop(STOPPED, graceMs);
    this.onStop?.();
  }

  /** A check may take long: whoever stops the thread does not wait for it. Null when it was stopped. */
  readonly unlessStopped: UnlessStopped = async (work) => {
    const stopped = Promise.withResolvers<null>();
    this.onStop = () => stopped.resolve(null);
    try {
      return await Promise.race([work, stopped.promise]);
    } finally {
      this.onStop = null;
    }
  };

  /**
   * Records what a waiting thread was told. Answers whether it goes on because of it; a refusal that was recorded (an
   * expiry) comes back as the error to answer with.
   */
  async settle(settlement: Settlement, by: Decided, how: SettleHow): Promise<SettledHere> {
    const { gateOf, settleCommand } = await import("#engine/settle-command.ts");
    const { rules, clock, sign } = await this.load();
    const { lines } = this.ports;
    const intents = (matches: (intent: IntentRecord) => boolean) =>
      lines.log.some((record) => "kind" in record && record.kind === "intent" && matches(record));
    for (;;) {
      const { lastSeq } = lines;
      const settling = await settleCommand(lines.current, settlement, {
        ...by,
        identity: this.identity(),
        now: clock.now(),
        owner: this.start.initiator?.actor ?? null,
        starters: startersOf(this.start),
        sign,
        normalise: rules.normalise,
        find: rules.find,
        wasGivenOut: (hash) => intents((intent) => gateOf(intent)?.tokenHash === hash),
        hasIntent: (prefix) => intents(({ id }) => id.startsWith(prefix)),
      });
      how.assertOpen();
      // Somebody was faster: it is to be judged by what stands there now. Nobody has a turn between this look and the write.
      if (lines.lastSeq === lastSeq) return this.settled(settling, how.ends);
    }
  }

  private async settled(
    { records, error, ignored, isDue, isKept }: Settling,
    ends: boolean,
  ): Promise<SettledHere> {
    if (records.length > 0) await this.ports.lines.append(ends ? records.map(ending) : records);
    this.runner?.changed();
    const failure = error === undefined ? {} : { error };
    const expired = records.some((one) => "reason" in one && one.reason === "approval_timeout");
    const goesOn = (records.length > 0 && isKept !== true) || isDue === true;
    return { goesOn, ignored: ignored ?? false, expired, ...failure };
  }

  private identity(): Identity {
    const { name, hash, parameters } = this.start;
    const { epoch } = this.ports.lines.fold;
    return { thread: this.threadId, workflow: name, hash, key: parameters.key ?? null, epoch };
  }

  private load(): Promise<CommandPorts> {
    this.loading ??= this.ports.load(() => this.identity());
    return this.loading;
  }

  private async theRunner(): Promise<CommandRunner> {
    const { rules, ...ports } = await this.load();
    const { lines, canPark, rested, guard } = this.ports;
    this.runner ??= new CommandRunner({
      ...ports,
      journal: lines,
      guard,
      canPark,
      rested,
      normalise: rules.normalise,
      events: rules.events,
      finished: this.way.finished,
      identity: () => this.identity(),
    });
    return this.runner;
  }

  private async refuse({ error, ...what }: Refusal, n: number): Promise<Performed> {
    const { code, message } = error;
    await this.ports.lines.append([{ kind: "reject", n, ...what, code, message }]);
    return { ends: failedWith(error) };
  }

  private async beginEpoch(state: Json, n: number): Promise<Left> {
    const { lines } = this.ports;
    await lines.append([continueWith.open(state, n, lines.lastSeq + 1)]);
    return { continues: true };
  }

  private get start(): StartRecord {
    return this.ports.lines.start;
  }

  private get threadId(): string {
    return this.start.threadId;
  }
}

function ending(record: Unstamped<WorkRecord>): Unstamped<WorkRecord> {
  return record.kind === "decision" && record.decision === "deny" ? { ...record, ends: true } : record;
}

const STOPPED: Left = { stopped: true };
const NO_TOKENS: ReadonlyMap<string, string> = new Map();
