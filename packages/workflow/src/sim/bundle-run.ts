// A thread of a bundle on a simulated machine, from where its journal stands to its end: effects are answered with stubs,
// people say yes, and time passes when somebody waits for it.

import type { SimulationTools } from "#commands/command.ts";
import { stubSchema } from "#commands/effect.ts";
import { fileOfOpening, WAITS } from "#commands/registry.ts";
import type { Json } from "#contract/command.ts";
import type { JsonSchema } from "#contract/effect.ts";
import type { ErrorReport } from "#contract/errors.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { Routine } from "#contract/ports.ts";
import type { ApproveIntent } from "#contract/record.ts";
import type { Settlement } from "#contract/settlement.ts";
import type { givenAnswers } from "#engine/given-answers.ts";
import { noStub } from "#engine/simulate.ts";
import type { MemoryKeys } from "#journal/memory-keys.ts";
import { readJournal } from "#journal/read-journal.ts";
import type { ReadLine } from "#journal/read-line.ts";
import { schemaChecks } from "#realm/schema-checks.ts";
import { deriveWait } from "#replay/derive-status.ts";
import { emptyFold, foldLine, type ThreadFold } from "#replay/fold-thread.ts";
import { type Leaf, waitOfLeaf } from "#replay/fold-yield.ts";
import type { ThreadHost } from "#thread/thread-host.ts";
import type { BundleCode } from "./bundle-code.ts";
import type { SimMachine } from "./machine.ts";
import { type Random, randomFrom } from "./random.ts";
import { OWNER, openSimHost, type SimThread } from "./sim-host.ts";

/** A place in the journal at which the machine may lose everything it has in memory. */
export type CrashPoint = { bytes: number; elapsed: number };

export type Ran = {
  fold: ThreadFold;
  /** Why it stopped without a result. */
  lost: ErrorReport | null;
  points: CrashPoint[];
};

export type RunPorts = {
  machine: SimMachine;
  thread: SimThread;
  keys: MemoryKeys;
  code: BundleCode;
  seed: number;
  /** What the user wants effects to answer. */
  given: ReturnType<typeof givenAnswers>;
};

const LIVES_MAX = 2_000;

export async function runToEnd(ports: RunPorts): Promise<Ran> {
  const { machine, thread } = ports;
  const points: CrashPoint[] = [];
  for (let lives = 0; ; lives++) {
    const fold = readFold(machine, thread.path);
    if (fold.result !== null) return { fold, lost: unloadedIn(fold), points };
    if (lives > LIVES_MAX)
      throw new WorkflowError("TIMEOUT", `the thread waits more than ${LIVES_MAX} times`);
    if (lives > 0) passTime(machine, fold);
    const lost = await oneLife(ports, fold, lives === 0, points);
    if (lost !== null) return { fold: readFold(machine, thread.path), lost, points };
  }
}

/** Code that did not load in time was not simulated: how the thread ended says nothing about it. */
function unloadedIn({ result, yields }: ThreadFold): ErrorReport | null {
  return yields === 0 && result?.error?.code === "TIMEOUT" ? result.error : null;
}

export function readFold(
  machine: SimMachine,
  path: string,
  visit?: (line: ReadLine, fold: ThreadFold) => void,
) {
  const fold = emptyFold();
  readJournal(
    path,
    (line) => {
      foldLine(fold, line);
      visit?.(line, fold);
    },
    { disk: machine.disk },
  );
  return fold;
}

function passTime({ scheduler }: SimMachine, fold: ThreadFold): void {
  const wait = deriveWait(fold);
  if (wait !== null && wait.wakeAt !== null && WAITS[wait.on].by === "time")
    scheduler.pass(Math.max(wait.wakeAt - scheduler.now(), 0));
}

async function oneLife(
  ports: RunPorts,
  before: ThreadFold,
  isFirst: boolean,
  points: CrashPoint[],
): Promise<ErrorReport | null> {
  const { machine, thread, keys, code, seed, given } = ports;
  const life: { isOver: boolean; unfit: WorkflowError | null } = { isOver: false, unfit: null };
  const place = code.place((how) => host.abandon(how));
  const host: ThreadHost = openSimHost(thread, {
    machine,
    keys,
    seed,
    executorOf: async (definition) => async (call) => {
      const answer = given(call);
      if (answer !== undefined) return answer;
      const random = randomFrom(seed).branch(call.intent);
      const payload = await stubFor(stubSchema(definition, call.params), random, machine);
      if (payload !== undefined) return { status: "ok", payload };
      life.unfit = stubNotFound(definition.name);
      return { status: "error", error: noStub(definition.name) };
    },
    openRoutine: (input, options, replay) =>
      machine
        .awaits(place.open(input, options, replay))
        .then((opened) => ("routine" in opened ? { routine: awaited(machine, opened.routine) } : opened)),
    dropRoutine: place.drop,
    durable: ({ durableBytes: bytes }) => points.push({ bytes, elapsed: machine.scheduler.elapsed }),
    syncsAside: false,
  });
  const over = takeUp(host, isFirst ? (before.lastSeq === 1 ? "start" : "resume") : "settle", ports).finally(
    () => {
      life.isOver = true;
    },
  );
  over.catch(() => {});
  for (;;) {
    await machine.settled();
    if (life.isOver && life.unfit !== null) throw life.unfit;
    if (life.isOver) return over;
    if (machine.scheduler.step()) continue;
    // It waits in memory: nothing would bring it back, so it has not parked.
    if (host.wait === null) throw new WorkflowError("INTERNAL", `nothing happens any more: ${host.status}`);
    passTime(machine, host.fold);
    await tell(host, ports);
  }
}

function awaited(machine: SimMachine, routine: Routine): Routine {
  return {
    next: (answer, isLive) => machine.awaits(routine.next(answer, isLive)),
    close: () => machine.awaits(routine.close()),
  };
}

async function takeUp(
  host: ThreadHost,
  how: "start" | "resume" | "settle",
  ports: RunPorts,
): Promise<ErrorReport | null> {
  try {
    if (how !== "settle") await host.begin(how, OWNER);
    else if (!(await tell(host, ports))) {
      host.release();
      return null;
    }
  } catch (error) {
    host.release();
    if (error instanceof WorkflowError) return error.toReport();
    throw error;
  }
  await host.run();
  return host.lostBecause;
}

/** Says to the first command that waits for somebody what it waits for; when there is none, what is due happens. */
async function tell(host: ThreadHost, ports: RunPorts): Promise<boolean> {
  const { machine } = ports;
  for (const leaf of host.fold.current?.leaves.values() ?? []) {
    const settlement = leaf.settled === null ? await answerTo(leaf, ports) : null;
    if (settlement === null) continue;
    return (await host.settle(settlement, { actor: deciderOf(leaf), admins: [ADMIN] })).goesOn;
  }
  const wake = { type: "wake", now: machine.scheduler.now() } as const;
  return (await host.settle(wake, { actor: OWNER, admins: [ADMIN] })).goesOn;
}

const ADMIN = "bob";

function deciderOf({ opening }: Leaf): string {
  const { approvers, differentApprover } = opening as Partial<ApproveIntent>;
  return approvers?.[0] ?? (differentApprover ? ADMIN : OWNER);
}

async function answerTo(leaf: Leaf, { thread, seed, machine, given }: RunPorts): Promise<Settlement | null> {
  if (waitOfLeaf(leaf) === null) return null;
  const { opening } = leaf;
  const random = randomFrom(seed).branch((opening as { id: string }).id);
  const tools: SimulationTools = {
    stub: (schema) => stubFor(schema, random, machine),
    given: ({ id, effect, params }) => given({ intent: id, effect, params }),
    find: thread.rules.find,
    events: thread.rules.events,
    noStub: stubNotFound,
  };
  return (await fileOfOpening(opening).waiting?.simulate(leaf, tools)) ?? null;
}

/** Half of the time the plainest value, as in a dry run: many flows go on only with that. */
function stubFor(schema: JsonSchema, random: Random, machine: SimMachine): Promise<Json | undefined> {
  const seed = random.chance(0.5) ? null : random.int(0, 2 ** 31);
  return machine.awaits(schemaChecks.stub(schema, seed));
}

function stubNotFound(what: string): WorkflowError {
  const { code, message } = noStub(what);
  return new WorkflowError(code, message, {
    hint: "give answers of your own: --receipts <file or thread>; or correct the schema",
  });
}
