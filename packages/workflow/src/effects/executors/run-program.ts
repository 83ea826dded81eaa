// Runs a program to its end, whatever end that is: its own, a timeout, an abort, or because its output was enough.
import { constants } from "node:os";
import { type Aborted, EFFECT_MARK, type ExecutorCall } from "#contract/effect.ts";
import { errnoOf, Refusal } from "../refusal.ts";
import { endTree } from "./process-tree.ts";
import { watch } from "./watchdog.ts";

export type ProgramSpec = {
  argv: string[];
  cwd: string;
  env: Record<string, string>;
  stdin: string | null;
  /** What is said to it comes by `write`, as long as it runs. */
  keepsStdin?: boolean;
  /** It is ended when this process dies (watchdog.ts). Without it, when the thread is resumed. */
  endsWithUs?: boolean;
  call: Pick<ExecutorCall, "intent" | "timeoutMs" | "signal">;
  graceMs: number | undefined;
  onStdout(chunk: Uint8Array): void;
  onStderr(chunk: Uint8Array): void;
};

/** `stopped`: the caller asked for it. The exit code of a program that a signal ended is 128 + signal, as shells say it. */
export type ProgramEnd = {
  why: "exit" | "timeout" | "abort" | "stopped";
  exitCode: number;
  /** Somebody still had its output open, and was not waited for. */
  isCut: boolean;
};

export type RunningProgram = {
  end: Promise<ProgramEnd>;
  stop(afterMs?: number): void;
  /** Of one that keeps its standard input. What comes after its end is lost, and nobody is told. */
  write(text: string): void;
  closeStdin(): void;
};

const GRACE_MS = 2000;
/** What a program's helpers, such as a `tee`, get to finish writing once it has ended. */
const DRAIN_MS = 500;

/** Throws what kept it from starting. */
export function startProgram(spec: ProgramSpec): RunningProgram {
  const child = spawn(spec);
  const { intent } = spec.call;
  const watchdog = spec.endsWithUs === true ? watch(child.pid, intent, spec.graceMs ?? GRACE_MS) : null;
  const stopping = Promise.withResolvers<ProgramEnd["why"]>();
  const onAbort = () => stopping.resolve("abort");
  const timer = setTimeout(() => stopping.resolve("timeout"), spec.call.timeoutMs);
  let lingering: Timer | undefined;
  const stop = (afterMs = 0) => {
    if (afterMs === 0) stopping.resolve("stopped");
    else lingering ??= setTimeout(() => stopping.resolve("stopped"), afterMs);
  };
  spec.call.signal.addEventListener("abort", onAbort, { once: true });
  if (spec.call.signal.aborted) onAbort();
  const end = finish(child, spec, stopping.promise).finally(() => {
    watchdog?.release();
    clearTimeout(timer);
    clearTimeout(lingering);
    spec.call.signal.removeEventListener("abort", onAbort);
  });
  return { end, stop, write: (text) => write(child, text), closeStdin: () => closeStdin(child) };
}

/** A pipe whose reader is gone says so later, to nobody: its end is told by the program's. */
function write({ stdin }: Child, text: string): void {
  if (typeof stdin === "number" || stdin === undefined) return;
  try {
    stdin.write(text);
    Promise.resolve(stdin.flush()).catch(() => {});
  } catch {}
}

function closeStdin({ stdin }: Child): void {
  if (typeof stdin === "number" || stdin === undefined) return;
  try {
    Promise.resolve(stdin.end()).catch(() => {});
  } catch {}
}

/** What was decided while it drained counts too: its output may turn out to be too much only then. */
async function ended(child: Child, drained: Promise<unknown>): Promise<"exit"> {
  await child.exited;
  await atMost(DRAIN_MS, drained);
  return "exit";
}

type Child = Bun.Subprocess<"ignore" | Uint8Array | "pipe", "pipe", "pipe">;

async function finish(
  child: Child,
  spec: ProgramSpec,
  stopping: Promise<ProgramEnd["why"]>,
): Promise<ProgramEnd> {
  const out = pump(child.stdout, spec.onStdout);
  const err = pump(child.stderr, spec.onStderr);
  let isCut = true;
  const drained = Promise.all([out.done, err.done]).then(() => {
    isCut = false;
  });
  const why = await Promise.race([stopping, ended(child, drained)]);
  const graceMs = spec.graceMs ?? graceOf(spec.call.signal) ?? GRACE_MS;
  await endTree({ leader: child.pid, intent: spec.call.intent }, graceMs);
  await atMost(DRAIN_MS, Promise.all([child.exited, drained]));
  const wasCut = isCut;
  await Promise.all([out.cancel(), err.cancel()]);
  const exitCode = child.exitCode ?? 128 + signalNumber(child.signalCode as NodeJS.Signals | null);
  return { why, exitCode, isCut: wasCut };
}

/** Who stopped it may leave it more time, as a cancelled thread does. */
function graceOf(signal: AbortSignal): number | undefined {
  return (signal.reason as Partial<Aborted> | undefined)?.graceMs;
}

function spawn({ argv, cwd, env, stdin, keepsStdin = false, call }: ProgramSpec): Child {
  try {
    return Bun.spawn(argv, {
      cwd,
      env: { ...env, [EFFECT_MARK]: call.intent },
      detached: true,
      stdin: keepsStdin ? "pipe" : stdin === null ? "ignore" : Buffer.from(stdin),
      stdout: "pipe",
      stderr: "pipe",
    }) as Child;
  } catch (error) {
    throw couldNotStart(argv[0] ?? "", error);
  }
}

function couldNotStart(program: string, error: unknown): Refusal {
  switch (errnoOf(error)) {
    case "ENOENT":
      return new Refusal("EXEC_NOT_FOUND", `there is no program ${program}`);
    case "EACCES":
    case "EPERM":
    case "ENOEXEC":
      return new Refusal("EXEC_NOT_EXECUTABLE", `${program} cannot be executed`);
    case "E2BIG":
      return new Refusal("EXEC_TOO_BIG", "arguments and environment are larger than the system allows");
  }
  const said = error instanceof Error ? error.message : String(error);
  // Out of processes, memory or open files: it may well start later.
  return new Refusal("EXEC_START_FAILED", `${program} did not start: ${said}`, { retryable: true });
}

/** Hands on what comes, until the end or cancel(). */
function pump(stream: ReadableStream<Uint8Array>, onChunk: (chunk: Uint8Array) => void) {
  const reader = stream.getReader();
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk(value);
    }
  };
  // A pipe that breaks is a pipe that ends.
  return { done: read().catch(() => {}), cancel: () => reader.cancel().catch(() => {}) };
}

/** Waits for it, but not for ever; and no timer stays behind. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}

function signalNumber(name: NodeJS.Signals | null): number {
  return name === null ? 0 : (constants.signals[name] ?? 0);
}
