// Runs inside the Worker: loads the bundle and drives its generators, one turn per message. The bundle shares this
// realm and may change any global, so what is needed later is captured now, before it is loaded.
import { AsyncLocalStorage } from "node:async_hooks";
import { canonicalJson, NonCanonicalValue } from "#codec/canonical-json.ts";
import type { ErrorReport } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Turn } from "#contract/ports.ts";
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
      return turn(message, (iterator) => iterator.next(message.answer));
    case "close":
      return turn(message, (iterator) => iterator.return?.(undefined) ?? { done: true, value: null });
    case "drop":
      delete routines[message.thread];
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
    post({ type: "opened", call });
  } catch (error) {
    post({ type: "turn", call, turn: { type: "throw", error: describeThrown(error) } });
  }
}

/** A plain run sees exactly `prompt` and `steps`. */
function inputOf({ prompt, stepsJson, variables }: RoutineInput): ThreadInput {
  const steps = parse(decode(stepsJson)) as RoleOutput[];
  return variables === undefined ? { prompt, steps } : { prompt, steps, variables };
}

async function turn(
  message: { thread: number; call: number },
  ask: (iterator: AnyIterator) => unknown,
): Promise<void> {
  const iterator = routines[message.thread];
  if (iterator === undefined) return;
  let answer: Turn;
  try {
    answer = turnOf(await enter(message.thread, () => ask(iterator)));
  } catch (error) {
    answer = { type: "throw", error: describeThrown(error) };
  }
  post({ type: "turn", call: message.call, turn: answer });
  if (isAlone()) waitAwake();
}

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
