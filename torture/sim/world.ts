// One thread in a simulated world, from its start line to its result, through as many crashes as the seed wants.

import type { ThreadStatus } from "@uncaged/workflow/host";
import { isTerminal, WorkflowError } from "@uncaged/workflow/host";
import type { BatchLines } from "../../packages/workflow/src/journal/batch-lines.ts";
import { memoryKeys } from "../../packages/workflow/src/journal/memory-keys.ts";
import { readJournal } from "../../packages/workflow/src/journal/read-journal.ts";
import { type LocalRoutine, openLocalRoutine } from "../../packages/workflow/src/realm/local-routine.ts";
import { deriveStatus, deriveWait } from "../../packages/workflow/src/replay/derive-status.ts";
import { emptyFold, foldLine, type ThreadFold } from "../../packages/workflow/src/replay/fold-thread.ts";
import { MachineDied, SimMachine } from "../../packages/workflow/src/sim/machine.ts";
import type { Random } from "../../packages/workflow/src/sim/random.ts";
import { simBatches } from "../../packages/workflow/src/sim/sim-batches.ts";
import { OWNER, openSimHost, putStart, type SimThread } from "../../packages/workflow/src/sim/sim-host.ts";
import type { ThreadHost } from "../../packages/workflow/src/thread/thread-host.ts";
import { flowOf } from "./flow.ts";
import { type Fork, forkAnywhere } from "./forked.ts";
import { Judge } from "./judge.ts";
import { Ledger } from "./ledger.ts";
import { People } from "./people.ts";
import type { Program } from "./programs.ts";
import { addCounts, type OwnCounts } from "./world-counts.ts";
import { rulesOf } from "./world-rules.ts";

export type WorldCounts = OwnCounts & SimMachine["disk"]["counts"];

export type Lived = { problems: string[]; counts: WorldCounts; bytes: Buffer; status: ThreadStatus };

const KEYS = memoryKeys(Buffer.alloc(32, 7));
const THREAD = "01S1MTHREAD000000000000000";
const FORK = "01S1MF0RK00000000000000000";
const LIVES_MAX = 400;
const STEPS_MAX = 20_000;
const DAY = 86_400_000;

/** Where its lines are kept: in a file, or in batches that are recorded one after the other, as a cluster does. */
export type Kept = "file" | "batches";

/** The thread, and often a fork of it from anywhere: `bytes` are of both. */
export async function liveThrough(program: Program, seed: number, kept: Kept): Promise<Lived> {
  const world = new World(program, seed, null, kept);
  const lived = await world.live();
  const fork = lived.problems.length > 0 ? null : world.fork();
  if (fork === null) return lived;
  const forked = await new World(program, (seed ^ FORK_SEED) >>> 0, fork, kept).live();
  return {
    problems: forked.problems.map((problem) => `fork, ${problem}`),
    counts: addCounts(lived.counts, { ...forked.counts, forks: 1 }),
    bytes: Buffer.concat([lived.bytes, forked.bytes]),
    status: lived.status,
  };
}

const FORK_SEED = 0x5f3759df;
const FORKED = 0.7;

class World {
  private readonly machine: SimMachine;
  private readonly odds = { shortWrite: 0.03, writeError: 0.004, syncError: 0.004 };
  private readonly random: Random;
  private readonly judge: Judge;
  private readonly ledger: Ledger;
  private readonly people: People;
  private readonly thread: SimThread;
  private routine: LocalRoutine | null = null;
  private crashes = 0;
  private lives = 0;
  private jumps = 0;
  private routinesLost = 0;
  private batches = 0;
  private readonly crashesMax: number;

  constructor(
    private readonly program: Program,
    seed: number,
    private readonly origin: (Fork & Pick<Ledger, "answers">) | null,
    private readonly kept: Kept,
  ) {
    this.machine = new SimMachine(seed, this.odds);
    this.random = this.machine.random.branch("world");
    this.crashesMax = this.random.int(4, 24);
    this.thread = {
      threadId: origin === null ? THREAD : FORK,
      hash: "0000000000S1M",
      path: "thread.data.jsonl",
      name: "sim",
      isStrict: program.isStrict,
      comesBack: true,
      rules: rulesOf(this.random),
      prompt: origin?.prompt ?? program.kind,
      maxRounds: this.random.chance(0.1) ? 2 : 50,
      isDryRun: false,
    };
    const { path } = this.thread;
    this.judge = new Judge(program, this.machine.disk, path, origin, this.thread.prompt);
    this.ledger = new Ledger(this.machine, this.machine.random.branch("ledger"), (sent) =>
      this.judge.sent(sent),
    );
    for (const [intent, nonces] of origin?.answers ?? []) this.ledger.answers.set(intent, nonces);
    this.people = new People(this.machine.random.branch("people"), (problem) => this.judge.complain(problem));
  }

  /** Null when it is none to fork, or none is wanted. */
  fork(): (Fork & Pick<Ledger, "answers">) | null {
    const random = this.machine.random.branch("fork");
    if (!random.chance(FORKED)) return null;
    const { isStrict } = this.program;
    const fork = forkAnywhere(this.machine.disk, this.thread.path, { threadId: FORK, isStrict }, random);
    return fork === null ? null : { ...fork, answers: this.ledger.answers };
  }

  async live(): Promise<Lived> {
    this.begun();
    let status = this.look();
    while (!isTerminal(status) && this.judge.problems.length === 0) {
      if (++this.lives > LIVES_MAX)
        this.judge.complain(`it has not ended after ${LIVES_MAX} lives: ${status}`);
      this.judge.where = `life ${this.lives}`;
      await this.oneLife(status);
      status = this.look();
    }
    this.judge.atEnd(this.ledger, this.people);
    const { disk } = this.machine;
    const bytes = disk.bytes(this.thread.path);
    const { crashes, lives, jumps: clockJumps, routinesLost } = this;
    const { sent, late, double, appliedAfterCrash } = this.ledger.counts;
    const own = { crashes, lives, clockJumps, routinesLost, peopleActs: this.people.acts };
    const seen = { sent, late, double, appliedAfterCrash, lines: this.judge.lines, batches: this.batches };
    const counts = { ...own, ...seen, forks: 0, ...disk.counts };
    return { problems: this.judge.problems, counts, bytes, status };
  }

  private begun(): void {
    const { origin, thread, machine } = this;
    if (origin === null) return putStart(thread, machine);
    machine.disk.put(thread.path, origin.bytes);
    this.judge.told(origin.bytes.length);
  }

  /** As whoever lists threads would see it. A journal that does not open is a problem by itself. */
  private look(): ThreadStatus {
    try {
      return deriveStatus(this.fold(), false);
    } catch (error) {
      this.judge.complain(`the journal does not open: ${error instanceof Error ? error.message : error}`);
      return "failed";
    }
  }

  private fold(): ThreadFold {
    const fold = emptyFold();
    readJournal(this.thread.path, (line) => foldLine(fold, line), { disk: this.machine.disk });
    return fold;
  }

  private async oneLife(status: ThreadStatus): Promise<void> {
    const { machine, random } = this;
    const isCalm = this.crashes >= this.crashesMax || this.lives > LIVES_MAX / 2;
    this.ledger.isCalm = isCalm;
    if (isCalm) Object.assign(this.odds, { writeError: 0, syncError: 0 });
    machine.boot(isCalm ? Infinity : random.int(1, random.pick([6, 20, 60])));
    try {
      await this.host(status);
    } catch (error) {
      if (!(error instanceof MachineDied) && !isMachineError(error)) throw error;
    }
    await machine.settled();
    if (!machine.isDead) return;
    this.crashes += 1;
    this.judge.where = `crash ${this.crashes} at ${machine.diedAt}`;
    this.ledger.crashed();
    this.judge.afterCrash();
  }

  private async host(status: ThreadStatus): Promise<void> {
    const { machine } = this;
    if (status === "waiting") this.passTime();
    const host = this.openHost();
    const life = { isOver: false, isRunning: false };
    const over = this.takeUp(host, status, life)
      .catch((error: unknown) => this.judge.lost(error))
      .finally(() => {
        life.isOver = true;
      });
    for (let steps = 0; ; steps++) {
      await machine.settled();
      if (machine.isDead || life.isOver) break;
      // Who comes while it is being taken up waits for that.
      if (life.isRunning) this.meddle(host);
      if (machine.scheduler.step() || (life.isRunning && this.act(host)) || machine.isDead) continue;
      if (steps > STEPS_MAX) this.judge.complain("a life never ends");
      this.judge.complain(`nothing happens any more: ${host.status}`);
      break;
    }
    if (life.isOver) await over;
  }

  /** As the supervisor does: told something, or begun; then run. */
  private async takeUp(host: ThreadHost, status: ThreadStatus, life: { isRunning: boolean }): Promise<void> {
    let runs: boolean;
    try {
      runs = await this.begin(host, status);
    } catch (error) {
      host.release();
      throw error;
    }
    if (!runs) return host.release();
    life.isRunning = true;
    const left = await host.run();
    if (host.lostBecause !== null) this.judge.lostBecause(host.lostBecause);
    if (isTerminal(left)) this.judge.told(host.bytes);
  }

  private async begin(host: ThreadHost, status: ThreadStatus): Promise<boolean> {
    const { machine, random, people } = this;
    if (status === "waiting" && !random.chance(0.1)) {
      await host.proveReceipts();
      const settlement = random.chance(0.1) ? people.foolish() : people.next(host);
      const now = machine.scheduler.now();
      return people.tell(host, settlement ?? { type: "wake", now });
    }
    await host.begin(this.lives === 1 ? "start" : "resume", OWNER);
    return true;
  }

  private openHost(): ThreadHost {
    const { machine, ledger, judge } = this;
    const nonces = machine.random.branch(`nonces ${this.lives}`);
    const flow = flowOf(this.program, judge.witness(nonces, this.lives));
    const rules = rulesOf(machine.random.branch(`rules ${this.lives}`));
    return openSimHost(
      { ...this.thread, rules },
      {
        machine,
        keys: KEYS,
        executorOf: ledger.executorOf,
        endLeftovers: async (intents) => ledger.end(intents),
        openRoutine: async (input, options, replay) => {
          for (const intent of ledger.left) judge.complain(`${intent} still runs, and the code goes on`);
          this.routine = openLocalRoutine(flow, input, options, replay);
          return { routine: this.routine };
        },
        dropRoutine: () => this.routine?.drop("dropped"),
        durable: (host) => {
          if (machine.isDead) return;
          judge.told(host.durableBytes);
          this.people.hear(host.tokens);
        },
        syncsAside: this.random.chance(0.5),
        lines: this.kept === "file" ? undefined : this.openBatches(),
      },
    );
  }

  private openBatches(): BatchLines {
    const { machine, lives } = this;
    const isGone = () => machine.isDead || this.lives !== lives;
    return simBatches(machine, this.thread.path, isGone, () => {
      this.batches += 1;
    });
  }

  /** The time until something of a parked thread is due, or a part of it. */
  private passTime(): void {
    const { scheduler } = this.machine;
    const wakeAt = deriveWait(this.fold())?.wakeAt ?? null;
    if (wakeAt === null) return;
    const left = Math.max(wakeAt - scheduler.now(), 0);
    scheduler.pass(this.random.chance(0.8) ? left : this.random.int(0, left + 1));
  }

  private meddle(host: ThreadHost): void {
    const { random, machine, people } = this;
    if (random.chance(0.01)) {
      this.jumps += 1;
      machine.scheduler.jump(random.int(-2 * DAY, 2 * DAY));
    }
    if (random.chance(0.08)) this.act(host);
    if (random.chance(0.02)) void people.tell(host, people.foolish());
    if (random.chance(0.004)) void people.pause(host);
    if (random.chance(0.002)) void people.stop(host, random.pick(["kill", "cancel"]));
    if (random.chance(0.006) && this.routine !== null && !host.isLeaving) {
      this.routinesLost += 1;
      this.routine.drop("lost");
    }
  }

  private act(host: ThreadHost): boolean {
    const settlement = this.people.next(host);
    if (settlement === null) return false;
    void this.people.tell(host, settlement);
    // Somebody else had the same idea.
    if (this.random.chance(0.3)) void this.people.tell(host, settlement);
    return true;
  }
}

function isMachineError(error: unknown): boolean {
  return error instanceof WorkflowError && error.code === "IO_FAILED";
}
