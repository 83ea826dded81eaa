// Restate: this process is the service, its server keeps the journal. On Node. Restate as it comes: its log is synced
// before a step is acknowledged (rocksdb-disable-wal-fsync = false).
import * as restate from "@restatedev/restate-sdk";
import { connect } from "@restatedev/restate-sdk-clients";
import { added, clock, drive, latch, longThread, medianOf, memoryMb, output } from "../lib/driver.mjs";

const { BENCH_ADMIN: admin, BENCH_INGRESS: ingress, BENCH_SERVICE_PORT: port } = process.env;
const gates = new Map();
let begun = () => {};
let waits = () => {};

/** `begun` is called before each step and after the last. */
const bench = restate.service({
  name: "bench",
  handlers: {
    run: async (ctx, { steps, gate }) => {
      await gates.get(gate)?.opened;
      for (let number = 0; number < steps; number++) {
        if (begun(number) === false) break;
        await ctx.run("step", () => perform(number));
      }
      begun(steps);
      return steps;
    },
    wait: restate.handlers.handler({ inactivityTimeout: 1_000 }, async (ctx, { steps }) => {
      const { id, promise } = ctx.awakeable();
      for (let number = 0; number < steps; number++) {
        await ctx.run("step", () => output(number));
      }
      waits(id);
      await promise;
    }),
  },
});

let performed = 0;
function perform(number) {
  performed += 1;
  return output(number);
}

const client = connect({ url: ingress }).serviceClient(bench);
const sender = connect({ url: ingress }).serviceSendClient(bench);

const serve = () => restate.serve({ services: [bench], port: Number(port) });

async function launch() {
  await serve();
  await ask("/deployments", "POST", { uri: `http://127.0.0.1:${port}`, force: true });
}

async function ask(path, method, body) {
  const response = await fetch(`${admin}${path}`, {
    method,
    headers: { "content-type": "application/json", accept: "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const sql = async (query) => (await ask("/query", "POST", { query })).rows;

async function steps({ steps: count, repeats }) {
  await launch();
  await client.run({ steps: 10 });
  const perSecond = await medianOf(repeats, async () => {
    const from = clock();
    await client.run({ steps: count });
    return (count * 1000) / (clock() - from);
  });
  return { stepsPerSecond: perSecond, note: "its store is a log of fixed segments: no bytes per step" };
}

async function many({ threads, steps: count, repeats }) {
  await launch();
  const perSecond = await medianOf(repeats, async (round) => {
    gates.set(round, latch());
    const ends = Array.from({ length: threads }, () => client.run({ steps: count, gate: round }));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const from = clock();
    gates.get(round).open();
    await Promise.all(ends);
    return (threads * count * 1000) / (clock() - from);
  });
  return { manyPerSecond: perSecond };
}

/** Its server is up and knows this service. */
async function cold({ prepare }) {
  await (prepare ? launch() : serve());
  return { at: await firstStep() };
}

async function firstStep() {
  let at = 0;
  begun = (number) => {
    if (number === 1) at = clock();
  };
  await client.run({ steps: 2 });
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

/** Counted when all are suspended: then nothing of them is in this process. */
async function waiting({ threads }) {
  await launch();
  const park = async (count, inAll) => {
    for (let left = count; left > 0; left -= 50)
      await Promise.all(Array.from({ length: Math.min(left, 50) }, () => sender.wait({ steps: 1 })));
    const parked = async () =>
      (
        await sql(
          "SELECT count(*) AS n FROM sys_invocation WHERE target_handler_name = 'wait' AND status = 'suspended'",
        )
      )[0].n;
    while ((await parked()) < inAll) await new Promise((resolve) => setTimeout(resolve, 200));
  };
  await park(20, 20);
  const before = await memoryMb();
  await park(threads, threads + 20);
  return added(before, await memoryMb());
}

async function long({ steps: count, ...sizes }) {
  await launch();
  const thread = longThread(sizes);
  begun = () => thread.stamp();
  await client.run({ steps: count });
  return thread.values();
}

async function list({ threads, page, repeats }) {
  await launch();
  for (let left = threads; left > 0; left -= 100)
    await Promise.all(Array.from({ length: Math.min(left, 100) }, () => client.run({ steps: 0 })));
  const read = async (wanted) => {
    const from = clock();
    const found = await sql(
      `SELECT id, target, status, created_at, modified_at FROM sys_invocation ORDER BY created_at DESC LIMIT ${wanted}`,
    );
    const took = clock() - from;
    if (found.length !== wanted) throw new Error(`listed ${found.length} of ${wanted}`);
    return took;
  };
  return {
    listMs: await medianOf(repeats, () => read(threads)),
    pageMs: await medianOf(repeats, () => read(page)),
  };
}

/** Restarts an invocation as a new one, which keeps the journal up to its last step but one: two entries per step. */
async function fork({ steps: count, repeats }) {
  await launch();
  begun = () => {};
  const { invocationId } = await sender.run({ steps: count + 1 });
  await untilStatus(invocationId, "completed");
  const forkMs = await medianOf(repeats, async () => {
    const forked = latch();
    begun = (number) => {
      if (number === count + 1) forked.open(clock());
    };
    performed = 0;
    const from = clock();
    const path = `/invocations/${invocationId}/restart-as-new?from=${2 * count}&deployment=keep`;
    const { new_invocation_id } = await ask(path, "PATCH");
    const took = (await forked.opened) - from;
    // What is left unfinished, its server gives to the next process that serves.
    await untilStatus(new_invocation_id, "completed");
    if (performed !== 1) throw new Error(`the fork made ${performed} steps of its own`);
    return took;
  });
  return { forkMs };
}

async function untilStatus(id, status) {
  const read = async () => (await sql(`SELECT status FROM sys_invocation WHERE id = '${id}'`))[0]?.status;
  while ((await read()) !== status) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** It was suspended; its journal is sent to it again when the answer is there. */
async function replay({ steps: count }) {
  await launch();
  const ready = latch();
  let again = latch();
  let entries = 0;
  waits = (id) => {
    entries += 1;
    if (entries === 1) ready.open(id);
    else again.open(clock());
  };
  const { invocationId } = await sender.wait({ steps: count });
  const id = await ready.opened;
  await untilStatus(invocationId, "suspended");
  again = latch();
  const from = clock();
  await connect({ url: ingress }).resolveAwakeable(id);
  return { replayPerSecond: (count * 1000) / ((await again.opened) - from) };
}

await drive({ steps, many, cold, live, waiting, long, list, fork, replay });
