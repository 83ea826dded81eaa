// What the simulation found, each as small as it can be told.
import { expect, test } from "bun:test";
import type { Durable } from "#contract/ports.ts";
import type { WorkflowFn } from "#contract/workflow.ts";
import { AppendFile } from "#disk/append-file.ts";
import type { Disk, OpenFile } from "#disk/open-file.ts";
import { SyncGroup } from "#disk/sync-group.ts";
import { normalise } from "#effects/check-schema.ts";
import { closeRoutine } from "#engine/step-loop.ts";
import { FileJournal } from "#journal/file-journal.ts";
import { memoryKeys } from "#journal/memory-keys.ts";
import { type LocalRoutine, openLocalRoutine } from "#realm/local-routine.ts";
import { SimMachine } from "#sim/machine.ts";
import { OWNER, openSimHost, putStart, type SimThread } from "#sim/sim-host.ts";
import type { ThreadHost } from "#thread/thread-host.ts";

const NO_FAULTS = { shortWrite: 0, writeError: 0, syncError: 0 };
const thread = (isStrict: boolean): SimThread => ({
  threadId: "01S1MTHREAD000000000000000",
  hash: "0000000000S1M",
  path: "thread.data.jsonl",
  name: "sim",
  isStrict,
  comesBack: true,
  rules: {
    declared: new Set(),
    find: () => undefined,
    normalise,
    misuse: () => null,
    policy: {},
    commandsMax: 64,
    stateSchema: undefined,
    say: { allowTemperature: false },
  },
  prompt: "",
  maxRounds: 50,
  isDryRun: false,
});

function open(machine: SimMachine, flow: WorkflowFn, isStrict: boolean): ThreadHost {
  let drop: LocalRoutine["drop"] = () => {};
  return openSimHost(thread(isStrict), {
    machine,
    keys: memoryKeys(Buffer.alloc(32, 1)),
    executorOf: () => Promise.reject(new Error("nothing is performed here")),
    openRoutine: async (input, options, replay) => {
      const routine = openLocalRoutine(flow, input, options, replay);
      drop = routine.drop;
      return { routine };
    },
    dropRoutine: () => drop("dropped"),
    durable: () => {},
    syncsAside: false,
  });
}

/** Asks, and yields a step when it is ended early. */
const asks: WorkflowFn = async function* ({ steps }) {
  let isThrough = false;
  try {
    if (steps.length === 0) yield { do: "approve", prompt: "may I?" } as never;
    isThrough = true;
  } finally {
    if (!isThrough) yield { role: "cleanup", content: "put away", meta: {} };
  }
  return { returnCode: 0, summary: "it went on" };
};

test.each([true, false])(
  "A2: a no stays a no when the machine dies while `finally` runs (strict: %p)",
  async (isStrict) => {
    const machine = new SimMachine(1, NO_FAULTS);
    putStart(thread(isStrict), machine);
    machine.boot();
    const asked = open(machine, asks, isStrict);
    await asked.begin("start", OWNER);
    expect(await asked.run()).toBe("waiting");
    const told = open(machine, asks, isStrict);
    await told.settle({ type: "decide", decision: "deny" }, { actor: OWNER, admins: [] });
    // The step of `finally` is written and synced; the result is not.
    machine.boot(5);
    await told.run();
    expect(machine.isDead).toBe(true);
    expect(machine.disk.bytes("thread.data.jsonl").toString()).toContain("put away");
    machine.boot();
    const back = open(machine, asks, isStrict);
    await back.begin("resume", OWNER);
    expect(await back.run()).toBe("cancelled");
  },
);

test("APPEND-2, JOURNAL-4: after a failed sync nothing counts as being on disk, not even what was taken back", async () => {
  const odds = { ...NO_FAULTS };
  const machine = new SimMachine(1, odds);
  putStart(thread(true), machine);
  machine.boot();
  const ports = { clock: machine.scheduler, group: new SyncGroup(), disk: machine.disk };
  const { journal } = FileJournal.open("thread.data.jsonl", ports, () => {});
  journal.appendRole('{"content":"a","meta":{},"role":"r"}');
  odds.syncError = 1;
  await expect(journal.sync()).rejects.toThrow("EIO");
  expect(journal.isSynced).toBe(false);
  await expect(journal.sync()).rejects.toThrow("EIO");
});

test("APPEND-4: a line that a dead process left unsynced, and the next one's failed sync dropped, is on disk after the third's", async () => {
  const odds = { ...NO_FAULTS };
  const machine = new SimMachine(1, odds);
  putStart(thread(true), machine);
  machine.boot();
  const open = () => {
    const ports = { clock: machine.scheduler, group: new SyncGroup(), disk: machine.disk };
    return FileJournal.open("thread.data.jsonl", ports, () => {}).journal;
  };
  open().appendRole('{"content":"first","meta":{},"role":"r"}');
  const second = open();
  second.appendRole('{"content":"second","meta":{},"role":"r"}');
  odds.syncError = 1;
  await expect(second.sync()).rejects.toThrow("EIO");
  odds.syncError = 0;
  const third = open();
  third.appendRole('{"content":"third","meta":{},"role":"r"}');
  await third.sync();
  const kept = machine.disk.durable("thread.data.jsonl").toString();
  expect(kept).toBe(machine.disk.bytes("thread.data.jsonl").toString());
  expect(kept).toContain('"first"');
  expect(kept).not.toContain('"second"');
});

test("APPEND-4: a journal that cannot be written again on opening is given back", () => {
  const closed: string[] = [];
  const machine = new SimMachine(1, NO_FAULTS);
  putStart(thread(true), machine);
  machine.boot();
  const group = new SyncGroup();
  const open = (disk: Disk) =>
    FileJournal.open("thread.data.jsonl", { clock: machine.scheduler, group, disk }, () => {}).journal;
  open(machine.disk).appendRole('{"content":"first","meta":{},"role":"r"}');
  const full: Disk = {
    openRead: (path) => machine.disk.openRead(path),
    openAppend: (path) => ({
      ...machine.disk.openAppend(path),
      rewrite: () => {
        throw new Error("ENOSPC");
      },
      close: () => closed.push(path),
    }),
  };
  expect(() => open(full)).toThrow("cannot write to");
  expect(closed).toEqual(["thread.data.jsonl"]);
});

/** A file whose syncs end when the test says so, and how. */
function heldFile() {
  const syncs: PromiseWithResolvers<void>[] = [];
  const done: string[] = [];
  const file: OpenFile = {
    size: () => 0,
    write: (bytes, from) => bytes.length - from,
    read: () => 0,
    rewrite: () => {},
    truncate: (bytes) => done.push(`truncate ${bytes}`),
    syncNow: () => {},
    syncAside: () => {
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return sync.promise;
    },
    close: () => done.push("close"),
  };
  const group = new SyncGroup();
  group.join({});
  const append = AppendFile.open("a", group, { openAppend: () => file, openRead: () => file });
  return { append, syncs, done };
}

test("APPEND-2: a sync that succeeds after another of the same file failed acknowledges nothing", async () => {
  const { append, syncs, done } = heldFile();
  append.append("one\n");
  const first = append.sync();
  append.append("two\n");
  const second = append.sync();
  syncs[0]?.reject(new Error("EIO"));
  await expect(first).rejects.toThrow("EIO");
  syncs[1]?.resolve();
  await expect(second).rejects.toThrow("EIO");
  expect(done[0]).toBe("truncate 0");
});

test("APPEND-3: a file that was closed during a sync is not touched when that fails, and closed after it", async () => {
  const { append, syncs, done } = heldFile();
  append.append("one\n");
  const sync = append.sync();
  append.close();
  expect(done).toEqual([]);
  syncs[0]?.reject(new Error("EIO"));
  await expect(sync).rejects.toThrow("EIO");
  expect(done).toEqual(["close"]);
});

/** Yields what is no yield, and a step when it is ended for that. */
const spoils: WorkflowFn = async function* ({ steps }) {
  let isThrough = false;
  try {
    if (steps.length === 0) yield 42 as never;
    isThrough = true;
  } finally {
    if (!isThrough) yield { role: "cleanup", content: "put away", meta: {} };
  }
  return { returnCode: 0, summary: "it went on" };
};

test.each([true, false])(
  "FINISHED-3: a bad yield fails the thread although the machine dies while `finally` runs (strict: %p)",
  async (isStrict) => {
    const machine = new SimMachine(1, NO_FAULTS);
    putStart(thread(isStrict), machine);
    // Four moments for the line that tells why, four for the step of `finally`; the result is not written.
    machine.boot(9);
    const host = open(machine, spoils, isStrict);
    await host.begin("start", OWNER);
    await host.run();
    expect(machine.isDead).toBe(true);
    expect(machine.disk.bytes("thread.data.jsonl").toString()).toContain("put away");
    machine.boot();
    const back = open(machine, spoils, isStrict);
    await back.begin("resume", OWNER);
    expect(await back.run()).toBe("failed");
    expect(back.fold.result?.error?.code).toBe("SCHEMA_INVALID");
  },
);

test("JOURNAL-5: a `finally` that takes too long leaves nothing behind the result", async () => {
  const slow = Promise.withResolvers<void>();
  const lingers: WorkflowFn = async function* () {
    try {
      yield 42 as never;
    } finally {
      await slow.promise;
      yield { role: "late", content: "", meta: {} };
    }
    return { returnCode: 0, summary: "" };
  };
  const steps: string[] = [];
  const generator = lingers({ prompt: "", steps: [] }, { isDryRun: false, maxRounds: 1, threadId: "t" });
  await generator.next();
  const turnOf = async (next: Promise<IteratorResult<unknown>>) =>
    ({ type: "yield", json: JSON.stringify((await next).value) }) as const;
  const routine = {
    next: () => turnOf(generator.next()),
    close: () => turnOf(generator.return(undefined as never)),
  };
  const durable = {
    rest: () => {},
    step: async (json: string) => void steps.push(json),
  } as unknown as Durable;
  let ring = () => {};
  const clock = {
    now: () => 0,
    after: (_: number, call: () => void) => {
      ring = call;
      return () => {};
    },
  };
  const closed = closeRoutine(routine, durable, 10, clock);
  ring();
  await closed;
  slow.resolve();
  await Bun.sleep(1);
  expect(steps).toEqual([]);
});
