// openworkflow on SQLite, on Bun with bun:sqlite. WAL, synchronous=FULL: every write is synced.
import { OpenWorkflow } from "openworkflow";
import { BackendSqlite } from "openworkflow/sqlite";
import { added, clock, drive, latch, median, medianOf, memoryMb, output, sizeOf } from "../lib/driver.mjs";

const FILE = "openworkflow.db";
/** More are refused. */
const STEPS_MAX = 1_000;

function openBackend() {
  const backend = BackendSqlite.connect(FILE);
  backend.db.exec("PRAGMA synchronous = FULL;");
  return backend;
}

const gates = new Map();

/** A worker that runs `steps` steps. `begun` is called before each of them and after the last. */
async function startRunner({
  backend = openBackend(),
  concurrency = 1,
  begun = () => {},
  ended = () => {},
} = {}) {
  const ow = new OpenWorkflow({ backend });
  const flow = ow.defineWorkflow({ name: "runner" }, async ({ input, step }) => {
    await gates.get(input.gate)?.opened;
    for (let number = 0; number < input.steps; number++) {
      begun(number);
      await step.run({ name: `step-${number}` }, () => output(number));
    }
    begun(input.steps);
    ended();
    return input.steps;
  });
  const worker = ow.newWorker({ concurrency });
  await worker.start();
  return { backend, ow, flow, worker };
}

async function steps({ steps: count, repeats }) {
  const stamps = [];
  const { backend, flow } = await startRunner({
    begun: (number) => {
      if (number === 0 || number === count) stamps.push(clock());
    },
  });
  await (await flow.run({ steps: 10 })).result();
  backend.db.exec("PRAGMA wal_checkpoint(TRUNCATE);");
  const before = sizeOf(".", FILE);
  const perSecond = await medianOf(repeats, async () => {
    stamps.length = 0;
    await (await flow.run({ steps: count })).result();
    return (count * 1000) / (stamps[1] - stamps[0]);
  });
  backend.db.exec("PRAGMA wal_checkpoint(TRUNCATE);");
  return { stepsPerSecond: perSecond, bytesPerStep: (sizeOf(".", FILE) - before) / (repeats * count) };
}

async function many({ threads, steps: count, repeats }) {
  let open = 0;
  let at = 0;
  const { flow } = await startRunner({
    concurrency: threads,
    ended: () => {
      open -= 1;
      at = clock();
    },
  });
  const perSecond = await medianOf(repeats, async (round) => {
    gates.set(round, latch());
    open = threads;
    const runs = [];
    for (let number = 0; number < threads; number++) runs.push(await flow.run({ steps: count, gate: round }));
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const from = clock();
    gates.get(round).open();
    await Promise.all(runs.map((run) => run.result()));
    if (open !== 0) throw new Error(`${open} did not end`);
    return (threads * count * 1000) / (at - from);
  });
  return { manyPerSecond: perSecond };
}

async function cold() {
  const first = latch();
  const backend = openBackend();
  const ow = new OpenWorkflow({ backend });
  const flow = ow.defineWorkflow({ name: "cold" }, async ({ step }) => {
    await step.run({ name: "first" }, () => output(0));
    first.open(clock());
    await step.run({ name: "second" }, () => output(1));
  });
  await flow.run({});
  await ow.newWorker().start();
  return { at: await first.opened };
}

async function live({ repeats }) {
  let at = 0;
  const { flow } = await startRunner({
    begun: (number) => {
      if (number === 1) at = clock();
    },
  });
  await (await flow.run({ steps: 2 })).result();
  const times = [];
  for (let round = 0; round < repeats; round++) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const from = clock();
    await (await flow.run({ steps: 2 })).result();
    times.push(at - from);
  }
  return { liveMs: median(times) };
}

async function waiting({ threads }) {
  const backend = openBackend();
  const ow = new OpenWorkflow({ backend });
  const flow = ow.defineWorkflow({ name: "waiter" }, async ({ input, step }) => {
    await step.run({ name: "step" }, () => output(0));
    await step.waitForSignal({ name: "wait", signal: `go-${input.number}`, timeout: "1d" });
  });
  const worker = ow.newWorker({ concurrency: 20 });
  await worker.start();
  const park = async (from, to) => {
    for (let number = from; number < to; number++) await flow.run({ number });
    const parked = () =>
      backend.db.prepare("SELECT COUNT(*) AS n FROM step_attempts WHERE kind = 'signal-wait'").get().n;
    while (parked() < to || worker.activeExecutions.size > 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await park(0, 20);
  const before = await memoryMb();
  await park(20, threads + 20);
  return added(before, await memoryMb());
}

async function list({ threads, page, repeats }) {
  const backend = openBackend();
  backend.db.exec("PRAGMA synchronous = OFF;");
  const ow = new OpenWorkflow({ backend });
  const flow = ow.defineWorkflow({ name: "listed" }, async () => {});
  for (let number = 0; number < threads; number++) await flow.run({ number });
  const read = async (wanted) => {
    const from = clock();
    const { data } = await backend.listWorkflowRuns({ limit: wanted });
    const took = clock() - from;
    if (data.length !== wanted) throw new Error(`listed ${data.length} of ${wanted}`);
    return took;
  };
  return {
    listMs: await medianOf(repeats, () => read(threads)),
    pageMs: await medianOf(repeats, () => read(page)),
  };
}

/** The function runs again when its sleep is over: from the claim to the end of the recorded steps. */
async function replay({ steps: wanted }) {
  const count = Math.min(wanted, STEPS_MAX - 1);
  const backend = openBackend();
  let claimedAt = 0;
  const claim = backend.claimWorkflowRun.bind(backend);
  backend.claimWorkflowRun = async (params) => {
    const run = await claim(params);
    if (run !== null) claimedAt = clock();
    return run;
  };
  const rates = [];
  const ow = new OpenWorkflow({ backend });
  const flow = ow.defineWorkflow({ name: "replayed" }, async ({ step }) => {
    for (let number = 0; number < count; number++)
      await step.run({ name: `step-${number}` }, () => output(number));
    rates.push((count * 1000) / (clock() - claimedAt));
    await step.sleep("nap", "10ms");
  });
  await ow.newWorker().start();
  await (await flow.run({})).result();
  return { replayPerSecond: rates[1], note: `${count} steps` };
}

const fork = async () => ({ note: "has no fork" });
const long = async () => ({ note: `refuses more than ${STEPS_MAX} steps` });

await drive({ steps, many, cold, live, waiting, long, list, fork, replay });
