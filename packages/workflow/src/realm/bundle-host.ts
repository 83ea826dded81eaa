// Runs inside the Worker: loads the bundle and drives its generators, one turn per message. The bundle shares this
// realm and may change any global, so what is needed later is captured now, before it is loaded.
import { AsyncLocalStorage } from "node:async_hooks";
import { LIMITS } from "#contract/limits.ts";
import type { RoutineInput, Turn } from "#contract/ports.ts";
import type { ThreadInput } from "#contract/workflow.ts";
import { type FromBundle, NOBODY, type ToBundle } from "#protocol/realm-messages.ts";
import { seemAnotherProcess } from "./another-process.ts";
import { describeThrown } from "./describe-thrown.ts";
import { type AnyIterator, inputOf, isIterator, nextTurn, type Replay, turnOf } from "./generator-turns.ts";
import { guardProcess, printTo } from "./guard-process.ts";
import { keepAwake } from "./keep-awake.ts";

const port = globalThis as unknown as {
  postMessage(message: FromBundle): void;
  addEventListener(type: "message", listener: (event: { data: ToBundle }) => void): void;
};
const post = port.postMessage.bind(port);
const store = Atomics.store;
const parse = JSON.parse;
const current = new AsyncLocalStorage<number>();
const runAs = current.run.bind(current);
const threadNow = () => current.getStore() ?? NOBODY;
// No Map: a bundle can replace its methods.
const routines: Record<number, AnyIterator> = Object.create(null);
const replays: Record<number, Replay> = Object.create(null);

let make: (input: unknown, options: unknown) => unknown;
let slot: Int32Array<ArrayBufferLike> = new Int32Array(1);
let stepBytes: number = LIMITS.stepBytes;

let messages = 0;

port.addEventListener("message", ({ data }) => {
  messages += 1;
  void handle(data);
});

async function handle(message: ToBundle): Promise<void> {
  switch (message.type) {
    case "load":
      return load(message);
    case "open":
      return open(message);
    case "next":
      return turn(message, (iterator) => next(iterator, message));
    case "close":
      delete replays[message.thread];
      return turn(message, async (iterator) => {
        const { thread } = message;
        const ended = await enter(thread, () => iterator.return?.(undefined) ?? { done: true, value: null });
        return turnOf(ended, stepBytes);
      });
    case "drop":
      delete routines[message.thread];
      delete replays[message.thread];
      return;
    case "ping":
      return post({ type: "pong", call: message.call });
  }
}

async function load(message: ToBundle & { type: "load" }): Promise<void> {
  slot = new Int32Array(message.slot);
  stepBytes = message.stepBytes;
  guardProcess((how) => post({ type: "exited", thread: threadNow(), how }));
  printTo((text) => post({ type: "printed", thread: threadNow(), text }));
  catchStrays();
  if (message.shiftMs !== undefined) seemAnotherProcess(message.shiftMs);
  try {
    const module: { default?: unknown } = await import(message.file);
    if (typeof module.default !== "function") throw new TypeError("the default export is not a function");
    make = module.default as typeof make;
    post({ type: "loaded" });
  } catch (error) {
    post({ type: "unloadable", error: describeThrown(error) });
  }
}

async function open(message: ToBundle & { type: "open" }): Promise<void> {
  const { thread, call } = message;
  const input = readInput(message.input);
  if (input === null) return post({ type: "unreadable", call });
  try {
    const iterator = await enter(thread, () => make(input, message.options));
    if (!isIterator(iterator))
      throw new TypeError("the default export did not return a generator (an object with next)");
    routines[thread] = iterator;
    if (message.replay.length > 0) replays[thread] = { list: message.replay, index: 0 };
    post({ type: "opened", call });
  } catch (error) {
    post({ type: "turn", call, turn: { type: "throw", error: describeThrown(error) } });
  }
}

/** Null when its steps are no JSON: nobody has looked into them before. */
function readInput(input: RoutineInput): ThreadInput | null {
  try {
    return inputOf(input);
  } catch {
    return null;
  }
}

async function turn(
  message: { thread: number; call: number },
  ask: (iterator: AnyIterator) => Promise<Turn>,
): Promise<void> {
  const iterator = routines[message.thread];
  if (iterator === undefined) return;
  let answer: Turn;
  try {
    answer = await ask(iterator);
  } catch (error) {
    answer = { type: "throw", error: describeThrown(error) };
  }
  post({ type: "turn", call: message.call, turn: answer });
  if (isAlone()) waitAwake();
}

function next(iterator: AnyIterator, message: ToBundle & { type: "next" }): Promise<Turn> {
  const { thread, isLive, answer } = message;
  if (isLive) delete replays[thread];
  const ask = (given: unknown) => enter(thread, () => iterator.next(given));
  return nextTurn(
    { ask, replay: () => replays[thread], stepBytes },
    answer === undefined ? undefined : parse(answer),
  );
}

function isAlone(): boolean {
  let count = 0;
  for (const _ in routines) if (++count > 1) return false;
  return true;
}

/** The next message is on its way when the step is on disk, or the effect was done. */
function waitAwake(): void {
  const count = messages;
  keepAwake(() => messages === count, ANSWER_MS);
}

/** A step is on disk within this when the disk is quick, and so are the two lines of an effect that takes no time. */
const ANSWER_MS = 1.5;

/** Runs bundle code so that prints, strays and hangs can be told to belong to this thread. */
function enter(thread: number, code: () => unknown): unknown {
  return runAs(thread, () => {
    store(slot, 0, thread);
    try {
      return code();
    } finally {
      store(slot, 0, NOBODY);
    }
  });
}

/** A rejection nobody awaited or a throw from a timer belongs to a bundle; it must not end its neighbours. */
function catchStrays(): void {
  const report = (error: unknown) => {
    const { message } = describeThrown(error);
    post({ type: "stray", thread: threadNow(), text: message });
  };
  process.on("uncaughtException", report);
  process.on("unhandledRejection", report);
}
