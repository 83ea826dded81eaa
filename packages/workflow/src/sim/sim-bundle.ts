// A bundle, run once per seed with stubs for the world, and brought back from every place at which it could have died.
import type { Json } from "#contract/command.ts";
import type { BundleFacts } from "#contract/descriptor.ts";
import type { JsonSchema } from "#contract/effect.ts";
import { errorFromReport, WorkflowError } from "#contract/errors.ts";
import type { BundleId } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import type { JournalRecord } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import type { AdmissionRules } from "#engine/admit-yield.ts";
import { givenAnswers } from "#engine/given-answers.ts";
import { type MemoryKeys, memoryKeys } from "#journal/memory-keys.ts";
import type { SimFinding, SimReport, SimRequest } from "#protocol/sim-messages.ts";
import { schemaChecks } from "#realm/schema-checks.ts";
import { BundleCode } from "./bundle-code.ts";
import { type CrashPoint, type Ran, type RunPorts, readFold, runToEnd } from "./bundle-run.ts";
import { compareSteps, compareStrict, type Difference, readSeen, type Seen } from "./compare-runs.ts";
import { likelyCause } from "./likely-cause.ts";
import { SimMachine } from "./machine.ts";
import { randomFrom } from "./random.ts";
import { reachedEnd } from "./reached-end.ts";
import { putStart, type SimThread } from "./sim-host.ts";

export type SimBundle = { id: BundleId; file: string; facts: BundleFacts; rules: AdmissionRules };

const NO_FAULTS = { shortWrite: 0, writeError: 0, syncError: 0 };
/** Yields of one simulated thread, and places per seed from which it is brought back. */
const STEPS_MAX = 300;
const POINTS_MAX = 64;
const DAY = 86_400_000;
/** One thread in so many has to reach its end: what lies behind the place where the others failed was never tried. */
const ENOUGH = 4;

export async function simBundle(
  bundle: SimBundle,
  request: Pick<SimRequest, "name" | "seeds" | "seed" | "prompt" | "receipts">,
  booted: Worker,
): Promise<SimReport> {
  const sim = new BundleSim(bundle, request, booted);
  for (let seed = request.seed; seed < request.seed + request.seeds; seed++) await sim.trySeed(seed);
  return sim.report();
}

/** A thread that ran without a crash. */
type Whole = Pick<RunPorts, "thread" | "seed" | "given"> & { whole: Seen; bytes: Uint8Array };

class BundleSim {
  private readonly findings = new Map<string, SimFinding>();
  private readonly failed: SimReport["failed"] = [];
  private readonly isStrict: boolean;
  private readonly keys: MemoryKeys = memoryKeys(Buffer.alloc(32, 1));
  private crashPoints = 0;
  private reached = 0;

  constructor(
    private readonly bundle: SimBundle,
    private readonly request: Pick<SimRequest, "name" | "seeds" | "prompt" | "receipts">,
    private booted: Worker | null,
  ) {
    this.isStrict = bundle.facts.descriptor?.determinism === "strict";
  }

  report(): SimReport {
    const findings = [...this.findings.values()];
    const { seeds } = this.request;
    const isEnough = this.reached * ENOUGH >= seeds;
    return {
      determinism: this.isStrict ? "strict" : "steps",
      seeds,
      crashPoints: this.crashPoints,
      reached: this.reached,
      status: findings.length > 0 ? "differs" : isEnough ? "same" : "inconclusive",
      findings,
      failed: this.failed,
    };
  }

  async trySeed(seed: number): Promise<void> {
    const thread = await this.threadOf(seed);
    const machine = new SimMachine(seed, NO_FAULTS);
    putStart(thread, machine);
    const code = this.codeOf();
    // One for the seed: an effect that is asked for again after a crash is answered as it was.
    const given = givenAnswers(this.request.receipts);
    try {
      const ran = await runToEnd({ machine, thread, keys: this.keys, code, seed, given });
      // It parked, and came back as another without any crash.
      if (ran.lost?.code === "REPLAY_DIVERGENCE") return this.keepLost(ran, seed, machine, thread.path);
      const whole = this.wholeOf(machine, thread, ran, seed);
      const bytes = machine.disk.bytes(thread.path);
      // Every second seed it comes back into a process that ran it before, as its neighbours do.
      const shared = seed % 2 === 0 ? null : code;
      for (const point of chosen(ran.points, bytes.length))
        await this.comeBack({ thread, seed, whole, bytes, given }, point, shared);
    } finally {
      code.end();
    }
  }

  private keepLost(ran: Ran, seed: number, machine: SimMachine, path: string): void {
    const seen = readSeen(machine, path, 0);
    const found = compareStrict(seen, ran, seen);
    if (found !== null) this.keep(found, seed, lastLine(machine, path));
  }

  private wholeOf(machine: SimMachine, thread: SimThread, { lost, fold }: Ran, seed: number): Seen {
    if (lost !== null) throw unfit(seed, errorFromReport(lost));
    const { result } = fold;
    if (reachedEnd(result)) this.reached += 1;
    else if (result?.status === "failed") {
      if (fold.yields === 0) throw new WorkflowError("WORKFLOW_FAILED", `seed ${seed}: ${result.summary}`);
      this.failed.push({ seed, message: result.summary });
    }
    return readSeen(machine, thread.path, 0);
  }

  /** The machine died behind `point`: what was on disk is there, and nothing else. */
  private async comeBack(
    { thread, seed, whole, bytes, given }: Whole,
    point: CrashPoint,
    shared: BundleCode | null,
  ): Promise<void> {
    const machine = new SimMachine(seed, NO_FAULTS);
    machine.scheduler.pass(point.elapsed);
    machine.disk.put(thread.path, bytes.subarray(0, point.bytes));
    const crashedAfter = lastLine(machine, thread.path);
    const kept = readSeen(machine, thread.path, 0).steps.length;
    const code = shared ?? this.codeOf(randomFrom(seed).int(2, 400) * DAY + point.bytes);
    try {
      const ran = await runToEnd({ machine, thread, keys: this.keys, code, seed, given });
      this.crashPoints += 1;
      const back = readSeen(machine, thread.path, point.bytes);
      const found = this.isStrict ? compareStrict(whole, ran, back) : compareSteps(whole, ran, back, kept);
      if (found !== null) this.keep(found, seed, crashedAfter);
      else if (ran.lost !== null) throw unfit(seed, errorFromReport(ran.lost));
    } finally {
      if (shared === null) code.end();
    }
  }

  private keep({ n, expected, actual, field, why }: Difference, seed: number, crashedAfter: string): void {
    const key = why === "other" ? `${n} ${field}` : why;
    if (this.findings.has(key)) return;
    const cause = {
      other: () => likelyCause(at(expected, field), at(actual, field), this.bundle.facts.capabilities),
      again: () => "a finished step came again: begin behind `input.steps`, not at the first step",
      never: () =>
        "it never reads `input.steps`, so nothing brings it back once it has a step: go on behind them",
    }[why]();
    this.findings.set(key, { seed, yield: n, crashedAfter, expected, actual, field, hint: cause });
  }

  private async threadOf(seed: number): Promise<SimThread> {
    const { id, facts, rules } = this.bundle;
    const { descriptor, readsSteps } = facts;
    const maxSteps = Math.min(descriptor?.limits?.maxSteps ?? Infinity, STEPS_MAX);
    const key =
      descriptor?.key === undefined ? undefined : await schemaChecks.stub(descriptor.key as JsonSchema, null);
    return {
      threadId: `01S1M${String(seed).padStart(21, "0")}`,
      hash: id,
      path: "thread.data.jsonl",
      name: this.request.name,
      isStrict: this.isStrict,
      comesBack: this.isStrict || readsSteps,
      rules,
      prompt: this.request.prompt,
      key: typeof key === "string" ? key : undefined,
      maxRounds: LIMITS.roundsMax,
      isDryRun: true,
      limits: { ...descriptor?.limits, maxSteps },
    };
  }

  private codeOf(shiftMs?: number): BundleCode {
    const { file, facts } = this.bundle;
    const stepBytes = facts.descriptor?.limits?.stepBytes ?? LIMITS.stepBytes;
    const { booted } = this;
    this.booted = null;
    return new BundleCode({ file, stepBytes, ...(shiftMs === undefined ? {} : { shiftMs }) }, booted);
  }
}

/** Each place once, at most so many, spread over the thread; the last line is its end. */
function chosen(points: CrashPoint[], end: number): CrashPoint[] {
  const all = [
    ...new Map(points.filter(({ bytes }) => bytes < end).map((point) => [point.bytes, point])).values(),
  ];
  const stride = Math.max(1, all.length / POINTS_MAX);
  return Array.from(
    { length: Math.min(all.length, POINTS_MAX) },
    (_, index) => all[Math.floor(index * stride)] as CrashPoint,
  );
}

/** The last line that was on disk, in words. */
function lastLine(machine: SimMachine, path: string): string {
  let words = "the start";
  readFold(machine, path, ({ record, seq }, { yields, steps }) => {
    words = `line ${seq}, ${inWords(record, yields, steps)}`;
  });
  return words;
}

function inWords(record: JournalRecord, yields: number, steps: number): string {
  if ("role" in record) return `step ${steps} (${record.role})`;
  if (!("kind" in record)) return "the start";
  if (record.kind === "control") return record.action;
  if (!("n" in record)) return record.kind;
  const what = record.kind === "intent" ? (record.do === "effect" ? record.effect : record.do) : "";
  return `the ${record.kind} of ${"stepId" in record ? stepIdAt(record) : `n${record.n}`}${what === "" ? "" : ` (${what})`}, yield ${yields}`;
}

function at(value: Json, path: string): Json | undefined {
  let found: Json | undefined = value;
  for (const part of path.match(/[^.[\]]+/g) ?? []) {
    if (found === null || typeof found !== "object") return undefined;
    found = (found as { [key: string]: Json })[part];
  }
  return found;
}

/** The code cannot be simulated at all. */
function unfit(seed: number, error: WorkflowError): WorkflowError {
  const { code, message, details } = error;
  // A hint of the engine would name a thread that is nowhere.
  const hint = code === "TIMEOUT" || code === "STUB_NOT_FOUND" ? error.hint : undefined;
  return new WorkflowError(code, `seed ${seed}: ${message}`, { hint, details });
}
