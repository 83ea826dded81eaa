// LangGraph.js with its SQLite checkpointer, on Node: better-sqlite3 is built for it.
//
// As durable as it can be: WAL with synchronous=FULL (its own default here is NORMAL, which syncs at checkpoints only),
// and durability "sync". A task's write is under way, not awaited, when the next task begins; a node's is awaited. What
// only prepares a measurement is not synced.
import {
  Annotation,
  Command,
  END,
  entrypoint,
  interrupt,
  START,
  StateGraph,
  task,
} from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import Database from "better-sqlite3";
import {
  added,
  clock,
  drive,
  latch,
  longThread,
  medianOf,
  memoryMb,
  output,
  sizeOf,
} from "../lib/driver.mjs";

const FILE = "langgraph.db";

function openSaver() {
  const db = new Database(FILE);
  const saver = new SqliteSaver(db);
  saver.setup();
  db.pragma("synchronous=FULL");
  return { db, saver };
}

const step = task("step", async (number) => output(number));
const on = (thread_id, more = {}) => ({ configurable: { thread_id, ...more }, durability: "sync" });

/** `begun` is called before each step and after the last: the steps before it are recorded. */
const runner = (saver, begun = () => {}) =>
  entrypoint({ checkpointer: saver, name: "runner" }, async ({ steps, gate }) => {
    await gates.get(gate)?.opened;
    for (let number = 0; number < steps; number++) {
      if (begun(number) === false) break;
      await step(number);
    }
    begun(steps);
    return steps;
  });
const gates = new Map();

async function steps({ steps: count, repeats }) {
  const { db, saver } = openSaver();
  const flow = runner(saver);
  await flow.invoke({ steps: 10 }, on("warm"));
  db.pragma("wal_checkpoint(TRUNCATE)");
  const before = sizeOf(".", FILE);
  const perSecond = await medianOf(repeats, async (round) => {
    const from = clock();
    await flow.invoke({ steps: count }, on(`one-${round}`));
    return (count * 1000) / (clock() - from);
  });
  db.pragma("wal_checkpoint(TRUNCATE)");
  return { stepsPerSecond: perSecond, bytesPerStep: (sizeOf(".", FILE) - before) / (repeats * count) };
}

async function many({ threads, steps: count, repeats }) {
  const { saver } = openSaver();
  const flow = runner(saver);
  const perSecond = await medianOf(repeats, async (round) => {
    gates.set(round, latch());
    const ends = Array.from({ length: threads }, (_, number) =>
      flow.invoke({ steps: count, gate: round }, on(`many-${round}-${number}`)),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    const from = clock();
    gates.get(round).open();
    await Promise.all(ends);
    return (threads * count * 1000) / (clock() - from);
  });
  return { manyPerSecond: perSecond };
}

async function cold() {
  const { saver } = openSaver();
  let at = 0;
  const flow = runner(saver, (number) => {
    if (number === 1) at = clock();
  });
  await flow.invoke({ steps: 2 }, on("cold"));
  return { at };
}

async function live({ repeats }) {
  const { saver } = openSaver();
  let at = 0;
  const flow = runner(saver, (number) => {
    if (number === 1) at = clock();
  });
  await flow.invoke({ steps: 2 }, on("warm"));
  const ms = await medianOf(repeats, async (round) => {
    const from = clock();
    await flow.invoke({ steps: 2 }, on(`live-${round}`));
    return at - from;
  });
  return { liveMs: ms };
}

async function waiting({ threads }) {
  const { saver } = openSaver();
  const flow = entrypoint({ checkpointer: saver, name: "waiter" }, async () => {
    await step(0);
    return interrupt("go on?");
  });
  for (let number = 0; number < 20; number++) await flow.invoke({}, on(`warm-${number}`));
  const before = await memoryMb();
  for (let number = 0; number < threads; number++) await flow.invoke({}, on(`waiting-${number}`));
  return added(before, await memoryMb());
}

/** In nodes: what tasks of one function have written is looked through at each of them, so they grow slower. */
async function long({ steps: count, ...sizes }) {
  const { saver } = openSaver();
  const thread = longThread(sizes);
  const graph = chain(saver, (number) => number < count && thread.stamp());
  await graph.invoke({ number: 0 }, { ...on("long"), recursionLimit: 10 * count });
  return thread.values();
}

/** A node per step; goes on as long as `again`, asked when the step before is recorded, says so. */
function chain(saver, again) {
  const State = Annotation.Root({ number: Annotation(), last: Annotation() });
  return new StateGraph(State)
    .addNode("step", ({ number = 0 }) => ({ number: number + 1, last: output(number) }))
    .addEdge(START, "step")
    .addConditionalEdges("step", ({ number }) => (again(number) ? "step" : END))
    .compile({ checkpointer: saver });
}

/** It keeps no list of threads: they are found in the list of all checkpoints. */
async function list({ threads, page, repeats }) {
  const { db, saver } = openSaver();
  db.pragma("synchronous=OFF");
  const flow = runner(saver);
  for (let number = 0; number < threads; number++) await flow.invoke({ steps: 1 }, on(`list-${number}`));
  const read = async (wanted) => {
    const from = clock();
    const found = new Set();
    for await (const { config } of saver.list({}, wanted < threads ? { limit: 4 * wanted } : {})) {
      found.add(config.configurable.thread_id);
      if (found.size === wanted) break;
    }
    const took = clock() - from;
    if (found.size !== wanted) throw new Error(`listed ${found.size} of ${wanted}`);
    return took;
  };
  return {
    listMs: await medianOf(repeats, () => read(threads)),
    pageMs: await medianOf(repeats, () => read(page)),
  };
}

/** In nodes, since a checkpoint is what can be forked from. The fork refers to the steps before it. */
async function fork({ steps: count, repeats }) {
  const { db, saver } = openSaver();
  db.pragma("synchronous=OFF");
  let limit = count;
  let at = 0;
  const graph = chain(saver, (number) => {
    if (number > count) at = clock();
    return number < limit;
  });
  const config = { ...on("origin"), recursionLimit: 10 * count };
  await graph.invoke({ number: 0 }, config);
  db.pragma("synchronous=FULL");
  limit = count + 1;
  const origin = await lastOpen(graph, config);
  if (origin.values.number !== count - 1) throw new Error(`would fork at ${origin.values.number}`);
  const forkMs = await medianOf(repeats, async () => {
    at = 0;
    const from = clock();
    await graph.invoke(null, { ...origin.config, durability: "sync", recursionLimit: 10 * count });
    if (at === 0) throw new Error("the fork made no step");
    return at - from;
  });
  return { forkMs };
}

/** The newest checkpoint from which something is still to be done. */
async function lastOpen(graph, config) {
  for await (const state of graph.getStateHistory(config, { limit: 3 }))
    if (state.next.length > 0) return state;
  throw new Error("found nothing to fork from");
}

/** Tasks of one function look through all that were written, each of them: at its best with not too many. */
const REPLAYED = 1_000;

/** The function runs again from its start; recorded tasks answer at once. */
async function replay({ steps: wanted }) {
  const count = Math.min(wanted, REPLAYED);
  const { db, saver } = openSaver();
  db.pragma("synchronous=OFF");
  let at = 0;
  const flow = entrypoint({ checkpointer: saver, name: "replayed" }, async () => {
    for (let number = 0; number < count; number++) await step(number);
    at = clock();
    return interrupt("go on?");
  });
  await flow.invoke({}, on("replayed"));
  const from = clock();
  await flow.invoke(new Command({ resume: "yes" }), on("replayed"));
  return { replayPerSecond: (count * 1000) / (at - from), note: `${count} steps` };
}

await drive({ steps, many, cold, live, waiting, long, list, fork, replay });
