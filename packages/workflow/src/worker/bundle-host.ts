// Runs inside the Worker: loads the bundle and drives its generators, one turn per message. The bundle shares this
// realm and may change any global, so what is needed later is captured now, before it is loaded.
import { AsyncLocalStorage } from "node:async_hooks";
import { canonicalJson, NonCanonicalValue } from "#codec/canonical-json.ts";
import { xxh64Text } from "#codec/xxh64.ts";
import type { ErrorReport } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Replayed, Turn } from "#contract/ports.ts";
import type { RoleOutput, ThreadInput } from "#contract/workflow.ts";
import { describeThrown } from "./describe-thrown.ts";
import { guardProcess, printTo } from "./guard-process.ts";
import { keepAwake } from "./keep-awake.ts";
import { type FromBundle, NOBODY, type RoutineInput, type ToBundle } from "./messages.ts";

type AnyIterator = { next(answer: unknown): unknown; return?: (value: unknown) => unknown };

const port = globalThis as unknown as {
  postMessage(message: FromBundle): void;
  addEventListener(type: "message", listener: (event: { data: ToBundle }) => void): void;
};
const post = port.postMessage.bind(port);
const store = Atomics.store;
const parse = JSON.parse;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const decode = decoder.decode.bind(decoder);
const current = new AsyncLocalStorage<number>();
const runAs = current.run.bind(current);
const threadNow = () => current.getStore() ?? NOBODY;
// No Map: a bundle can replace its methods.
const routines: Record<number, AnyIterator> = Object.create(null);
/** What a generator that came back has still to repeat. */
const replays: Record<number, { list: Replayed[]; index: number }> = Object.create(null);
const immediate = setImmediate;

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
        return turnOf(await enter(thread, () => iterator.return?.(undefined) ?? { done: true, value: null }));
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
  try {
    const iterator = await enter(thread, () => make(inputOf(message.input), message.options));
    if (!isIterator(iterator))
      throw new TypeError("the default export did not return a generator (an object with next)");
    routines[thread] = iterator;
    if (message.replay.length > 0) replays[thread] = { list: message.replay, index: 0 };
    post({ type: "opened", call });
  } catch (error) {
    post({ type: "turn", call, turn: { type: "throw", error: describeThrown(error) } });
  }
}

/** A plain run sees exactly `prompt` and `steps`. */
function inputOf({ prompt, stepsJson, variables, state, key }: RoutineInput): ThreadInput {
  const steps = parse(decode(stepsJson)) as RoleOutput[];
  return {
    prompt,
    steps,
    ...(variables === undefined ? {} : { variables }),
    ...(state === undefined ? {} : { state }),
    ...(key === undefined ? {} : { key }),
  };
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

/** Yields that were recorded are compared and answered here: ten thousand of them need not cross to the supervisor. */
async function next(iterator: AnyIterator, message: ToBundle & { type: "next" }): Promise<Turn> {
  const { thread, isLive } = message;
  if (isLive) delete replays[thread];
  let { answer } = message;
  for (;;) {
    const turn = await nextTurn(iterator, thread, answer);
    const replay = replays[thread];
    const expected = replay?.list[replay.index];
    if (replay === undefined || expected === undefined) return turn;
    const at = replay.index++;
    if (turn.type !== "yield" || xxh64Text(turn.json) !== expected.hash) return { ...turn, at };
    answer = expected.answer === undefined ? undefined : parse(expected.answer);
    if (at % REPLAY_HOP === REPLAY_HOP - 1) await new Promise((resolve) => immediate(resolve));
  }
}

/** A throw is a turn too: in the place of a recorded yield it has to say so. */
async function nextTurn(iterator: AnyIterator, thread: number, answer: unknown): Promise<Turn> {
  try {
    return turnOf(await enter(thread, () => iterator.next(answer)));
  } catch (error) {
    return { type: "throw", error: describeThrown(error) };
  }
}

/** The supervisor's pings are answered between so many. */
const REPLAY_HOP = 512;

function isAlone(): boolean {
  let count = 0;
  for (const _ in routines) if (++count > 1) return false;
  return true;
}

/** The next message is on its way when the step is on disk. */
function waitAwake(): void {
  const count = messages;
  keepAwake(() => messages === count, SYNC_MS);
}

/** A step is on disk within this, when the disk is quick. */
const SYNC_MS = 0.4;

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

function turnOf(step: unknown): Turn {
  if (typeof step !== "object" || step === null)
    return refused("SCHEMA_INVALID", "the generator's next() did not answer with {done, value}");
  const { done, value } = step as { done?: unknown; value?: unknown };
  if (value === undefined)
    return refused(
      "SCHEMA_INVALID",
      done
        ? "the generator must return {returnCode, summary}, but it returned nothing"
        : "the generator yielded nothing",
    );
  try {
    const json = canonicalJson(value, { bytes: stepBytes, depth: LIMITS.depth });
    return done ? { type: "return", json } : { type: "yield", json };
  } catch (error) {
    if (!(error instanceof NonCanonicalValue)) throw error;
    const code = error.kind === "bytes" ? "OUTPUT_LIMIT_EXCEEDED" : "NON_CANONICAL_VALUE";
    return refused(
      code,
      `${done ? "the returned value" : "the yielded value"}: ${error.message}`,
      error.path,
    );
  }
}

function refused(code: ErrorReport["code"], message: string, path?: string): Turn {
  return { type: "refused", error: { code, message, ...(path === undefined ? {} : { details: { path } }) } };
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

function isIterator(value: unknown): value is AnyIterator {
  return typeof value === "object" && value !== null && typeof (value as AnyIterator).next === "function";
}
