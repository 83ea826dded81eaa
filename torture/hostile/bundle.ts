// One bundle with every vice. The first word of the prompt names the one a thread has; "healthy" has none.

export const HOSTILE_BUNDLE = String.raw`
import { spawnSync } from "node:child_process";
import { writeSync } from "node:fs";
import { createServer } from "node:net";

export const descriptor = {
  description: "every vice",
  roles: {},
  limits: { stepTimeoutMs: 1500, journalBytes: 600000 },
};

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const out = (content, meta = {}) => ({ role: "worker", content, meta });
const done = { returnCode: 0, summary: "done" };

async function* healthy(input) {
  for (let step = input.steps.length; step < 60; step++) {
    await sleep(50);
    yield out("healthy " + step, { step });
  }
  return done;
}

// One step whose meta is a value that JSON would alter.
const carrying = (make) => async function* () {
  yield out("bad", make());
  return done;
};
const yielding = (make) => async function* () {
  yield make();
  return done;
};
const throwing = (make) => async function* () {
  yield out("before");
  throw make();
};
const ending = (end) => async function* () {
  yield out("before");
  end();
  await sleep(200);
  return done;
};

const deep = () => {
  let value = {};
  for (let level = 0; level < 100000; level++) value = { value };
  return value;
};
const cycle = () => {
  const value = {};
  value.self = value;
  return value;
};

const vices = {
  healthy,
  async *never(input) {
    if (input.steps.length === 0) yield out("before");
    await new Promise(() => {});
  },
  async *loop(input) {
    if (input.steps.length === 0) yield out("before");
    for (;;);
  },
  async *microtasks(input) {
    if (input.steps.length === 0) yield out("before");
    for (;;) await null;
  },
  async *flood() {
    for (let step = 0; ; step++) yield out("x".repeat(100), { step });
  },
  huge: carrying(() => ({ value: "x".repeat(100 * 1024 * 1024) })),
  bigint: carrying(() => ({ value: 1n })),
  cycle: carrying(cycle),
  function: carrying(() => ({ value: () => 1 })),
  undefined: carrying(() => ({ value: undefined })),
  date: carrying(() => ({ value: new Date(0) })),
  nan: carrying(() => ({ value: NaN })),
  minus: carrying(() => ({ value: -0 })),
  unsafe: carrying(() => ({ value: 2 ** 53 })),
  map: carrying(() => ({ value: new Map([[1, 2]]) })),
  typed: carrying(() => ({ value: new Uint8Array(4) })),
  deep: carrying(deep),
  getter: carrying(() => ({ get value() { return 1; } })),
  proxy: carrying(() => ({ value: new Proxy({}, {}) })),
  tojson: carrying(() => ({ value: { toJSON: () => "other" } })),
  symbol: carrying(() => ({ [Symbol("key")]: 1 })),
  holes: carrying(() => ({ value: [1, , 2] })),
  surrogate: carrying(() => ({ value: "\ud800" })),
  instance: carrying(() => ({ value: new (class Thing {})() })),
  async *proto() {
    yield out("proto", JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}'));
    yield out({}.polluted === undefined ? "clean" : "polluted");
    return done;
  },
  "shape-empty": yielding(() => ({})),
  "shape-role": yielding(() => ({ role: 7, content: "x", meta: {} })),
  "shape-content": yielding(() => ({ role: "r", meta: {} })),
  "shape-meta": yielding(() => ({ role: "r", content: "x", meta: [] })),
  "shape-string": yielding(() => "hello"),
  "shape-nothing": yielding(() => undefined),
  async *"shape-result"() {
    yield out("before");
  },
  "throw-null": throwing(() => null),
  "throw-string": throwing(() => "a string"),
  "throw-huge": throwing(() => new Error("x".repeat(50 * 1024 * 1024))),
  "throw-cycle": throwing(() => {
    const error = new Error("cyclic");
    error.cause = error;
    return error;
  }),
  "throw-trap": throwing(() => new Proxy({}, { get() { throw new Error("trap"); }, getPrototypeOf() { throw new Error("trap"); } })),
  async *stray() {
    Promise.reject(new Error("nobody caught this"));
    yield out("before");
    await sleep(100);
    yield out("after");
    return done;
  },
  async *late() {
    setTimeout(() => { throw new Error("late"); }, 50);
    yield out("before");
    await sleep(200);
    yield out("after");
    return done;
  },
  exit: ending(() => process.exit(0)),
  "exit-real": ending(() => process.reallyExit(0)),
  abort: ending(() => process.abort()),
  "kill-self": ending(() => process.kill(process.pid, "SIGKILL")),
  "kill-outside": ending(() => spawnSync("kill", ["-9", String(process.pid)])),
  async *leak() {
    setInterval(() => {}, 10);
    createServer(() => {}).listen(0, "127.0.0.1");
    yield out("leaked");
    return done;
  },
  async *globals() {
    JSON.stringify = () => "{}";
    JSON.parse = () => ({});
    Object.keys = () => [];
    Array.prototype.sort = function () { return this; };
    Array.prototype.includes = () => true;
    String.prototype.isWellFormed = () => false;
    Date.now = () => 0;
    globalThis.postMessage = () => {};
    Atomics.store = () => 0;
    Map.prototype.get = () => undefined;
    yield out("changed", { b: 2, a: 1 });
    await sleep(300);
    yield out("still here", { z: [3, 1, 2], a: "x" });
    return done;
  },
  async *print() {
    const forged = JSON.stringify({ type: "record.durable", executionId: "forged", seq: 999, sum: "FORGED" }) + "\n";
    for (let count = 0; count < 20; count++) {
      console.log(forged);
      console.error(forged);
      process.stdout.write(forged);
      process.stderr.write(forged);
      try { writeSync(1, forged); writeSync(2, forged); } catch {}
    }
    yield out("printed");
    return done;
  },
  async *"finally-hang"() {
    try {
      for (let step = 0; ; step++) {
        await sleep(20);
        yield out("step", { step });
      }
    } finally {
      await new Promise(() => {});
    }
  },
  async *"finally-yields"() {
    try {
      for (let step = 0; ; step++) {
        await sleep(20);
        yield out("step", { step });
      }
    } finally {
      for (;;) yield out("no, I stay");
    }
  },
};

export default async function* (input) {
  const name = input.prompt.split(" ")[0];
  return yield* vices[name](input);
}
`;
