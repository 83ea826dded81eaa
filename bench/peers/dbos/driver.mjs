// DBOS Transact on PostgreSQL, on Node. PostgreSQL as it comes: fsync and synchronous_commit on, so a step is synced
// when it is acknowledged. What only prepares a measurement is written without waiting for the disk.
import { DBOS } from "@dbos-inc/dbos-sdk";
import pg from "pg";
import { added, clock, drive, latch, longThread, medianOf, memoryMb, output } from "../lib/driver.mjs";

const DATABASE = "dbos_bench";
const url = `${process.env.BENCH_DATABASE}/${DATABASE}`;
const gates = new Map();
let begun = () => {};

/** `begun` is called before each step and after the last. */
const runner = DBOS.registerWorkflow(
  async ({ steps, gate }) => {
    await gates.get(gate)?.opened;
    for (let number = 0; number < steps; number++) {
      if (begun(number) === false) break;
      await DBOS.runStep(async () => output(number), { name: "step" });
    }
    begun(steps);
    return steps;
  },
  { name: "runner" },
);

const waiter = DBOS.registerWorkflow(
  async () => {
    await DBOS.runStep(async () => output(0), { name: "step" });
    begun(1);
    return DBOS.recv("go", 86_400);
  },
  { name: "waiter" },
);

async function launch() {
  // As many connections as threads: else they would queue for one.
  DBOS.setConfig({ name: "bench", systemDatabaseUrl: url, systemDatabasePoolSize: 20, logLevel: "error" });
  await DBOS.launch();
}

const start = (input, workflowID) => DBOS.startWorkflow(runner, { workflowID })(input);
const run = async (input, workflowID) => (await start(input, workflowID)).getResult();

let ids = 0;
const newId = (name) => `${name}-${process.pid}-${ids++}`;

async function query(text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** For connections that are opened from here on. */
const syncEachCommit = (isOn) =>
  query(`ALTER DATABASE ${DATABASE} SET synchronous_commit = ${isOn ? "on" : "off"}`);

async function steps({ steps: count, repeats }) {
  await launch();
  await run({ steps: 10 }, newId("warm"));
  const before = await databaseBytes();
  const perSecond = await medianOf(repeats, async () => {
    const from = clock();
    await run({ steps: count }, newId("one"));
    return (count * 1000) / (clock() - from);
  });
  return { stepsPerSecond: perSecond, bytesPerStep: ((await databaseBytes()) - before) / (repeats * count) };
}

/** Tables and their indexes, without the log. */
async function databaseBytes() {
  const rows = await query(
    "SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'dbos'::regnamespace",
  );
  return Number(rows[0].bytes);
}

async function many({ threads, steps: count, repeats }) {
  await launch();
  const perSecond = await medianOf(repeats, async (round) => {
    gates.set(round, latch());
    const handles = await Promise.all(
      Array.from({ length: threads }, () => start({ steps: count, gate: round }, newId("many"))),
    );
    const from = clock();
    gates.get(round).open();
    await Promise.all(handles.map((handle) => handle.getResult()));
    return (threads * count * 1000) / (clock() - from);
  });
  return { manyPerSecond: perSecond };
}

async function cold() {
  await launch();
  return { at: await firstStep() };
}

async function firstStep() {
  let at = 0;
  begun = (number) => {
    if (number === 1) at = clock();
  };
  await run({ steps: 2 }, newId("first"));
  return at;
}

async function live({ repeats }) {
  await launch();
  await firstStep();
  const ms = await medianOf(repeats, async () => {
    const from = clock();
    return (await firstStep()) - from;
  });
  return { liveMs: ms };
}

async function waiting({ threads }) {
  await launch();
  const park = async (count) => {
    let parked = 0;
    begun = () => {
      parked += 1;
    };
    for (let number = 0; number < count; number++)
      await DBOS.startWorkflow(waiter, { workflowID: newId("wait") })();
    while (parked < count) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await park(20);
  const before = await memoryMb();
  await park(threads);
  return added(before, await memoryMb());
}

async function long({ steps: count, ...sizes }) {
  await launch();
  const thread = longThread(sizes);
  begun = () => thread.stamp();
  await run({ steps: count }, newId("long"));
  return thread.values();
}

async function list({ threads, page, repeats }) {
  await launch();
  await DBOS.shutdown();
  await syncEachCommit(false);
  await launch();
  for (let left = threads; left > 0; left -= 20)
    await Promise.all(Array.from({ length: Math.min(left, 20) }, () => run({ steps: 0 }, newId("list"))));
  await syncEachCommit(true);
  const read = async (wanted) => {
    const from = clock();
    const found = await DBOS.listWorkflows({ limit: wanted, sortDesc: true });
    const took = clock() - from;
    if (found.length !== wanted) throw new Error(`listed ${found.length} of ${wanted}`);
    return took;
  };
  return {
    listMs: await medianOf(repeats, () => read(threads)),
    pageMs: await medianOf(repeats, () => read(page)),
  };
}

/** A fork copies the rows of the steps it keeps; then the function runs again, and each step asks the database. */
async function fork({ steps: count }) {
  await launch();
  await DBOS.shutdown();
  await syncEachCommit(false);
  await launch();
  const id = newId("origin");
  await run({ steps: count + 1 }, id);
  await DBOS.shutdown();
  await syncEachCommit(true);
  await launch();
  let enteredAt = 0;
  let replayedAt = 0;
  const forked = latch();
  begun = (number) => {
    if (number === 0) enteredAt = clock();
    if (number === count) replayedAt = clock();
    if (number === count + 1) forked.open(clock());
  };
  const from = clock();
  const handle = await DBOS.forkWorkflow(id, count);
  const at = await forked.opened;
  await handle.getResult();
  return { forkMs: at - from, replayPerSecond: (count * 1000) / (replayedAt - enteredAt) };
}

/** Asked for only when the fork, which gives it, was not measured. */
const replay = async () => ({ note: "measured with the fork" });

await drive({ steps, many, cold, live, waiting, long, list, fork, replay });
