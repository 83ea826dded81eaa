// The store from one's own program, without the command line: start threads, follow them, decide, look, stop.
//
// Nothing has to be closed: each call gives back what it opened, and only a call that is awaited keeps the process.
import { WorkflowError } from "#contract/errors.ts";
import type { ListedThread } from "#host/look/list-threads.ts";
import type { ThreadView } from "#host/look/view-thread.ts";
import type { Store } from "#host/open/store.ts";
import { checkText } from "./check-options.ts";
import type { Control } from "./control.ts";
import { Following } from "./following.ts";
import type { RetryOptions, Started } from "./options.ts";

export type { Json } from "#contract/command.ts";
export { type ErrorCode, type ErrorReport, WorkflowError } from "#contract/errors.ts";
export type { ThreadStatus, WaitingOn } from "#contract/status.ts";
export type { EnvelopeStatus } from "#host/look/envelope.ts";
export type { WatchEvent } from "#host/look/tell-events.ts";
export type { Control } from "./control.ts";
export type { Decided, Decision } from "./decide.ts";
export type { EnvelopeDocument, Following, FollowOptions } from "./following.ts";
export type {
  ForkOptions,
  Limits,
  ListOptions,
  RetryOptions,
  Started,
  StartOptions,
  StopOptions,
  Stopped,
} from "./options.ts";
export type { ListedThread, ThreadView };

export type ClientOptions = {
  /** The home of the store; else UNCAGED_HOME, else ~/.uncaged. */
  home?: string | undefined;
  /** Who is recorded as the one who acts; else UNCAGED_ACTOR, else the user of the operating system. */
  actor?: string | undefined;
  /**
   * The file that runs as worker, as a `file:` URL: it registers executors and calls startWorker(). Without it threads run
   * in the core's own worker, which has no executor of models and coding agents.
   */
  worker?: URL | string | undefined;
};

export type Client = Control & {
  /** A new thread that keeps everything finished of one that failed, and does the failed thing again. */
  retry(thread: string, options?: RetryOptions): Promise<Started>;
};

export function createClient(options: ClientOptions = {}): Client {
  assertBun();
  for (const [name, value] of [["home", options.home] as const, ["actor", options.actor] as const])
    if (value !== undefined && checkText(value, name) === "")
      throw new WorkflowError("USAGE", `${name} is empty`, { details: { option: name } });
  const { home, actor } = options;
  const opened: Opened = { home, actor, worker: workerOf(options.worker) };
  const call = <T>(work: (store: Store) => Promise<T>) => withStore(opened, work);
  return {
    start: async (name, given = {}) =>
      call(async (store) => (await import("./start.ts")).start(store, checkText(name, "the name"), given)),
    retry: async (thread, given = {}) =>
      call(async (store) => (await import("./start.ts")).retry(store, idOf(thread), given)),
    fork: async (thread, given = {}) =>
      call(async (store) => (await import("./start.ts")).fork(store, idOf(thread), given)),
    resume: async (thread) => call(async (store) => (await import("./start.ts")).resume(store, idOf(thread))),
    decide: async (thread, decision) =>
      call(async (store) => (await import("./decide.ts")).decide(store, idOf(thread), decision)),
    list: async (given = {}) => call(async (store) => (await import("./look.ts")).list(store, given)),
    read: async (thread) =>
      call(async (store) => (await import("#host/look/view-thread.ts")).viewThread(store, idOf(thread))),
    stop: async (thread, given = {}) =>
      call(async (store) => (await import("./stop.ts")).stop(store, idOf(thread), given)),
    pause: async (thread) =>
      call(async (store) => (await import("./stop.ts")).stop(store, idOf(thread), { how: "pause" })),
    remove: async (thread) =>
      call(async (store) => (await import("#host/keep/remove-thread.ts")).removeThread(store, idOf(thread))),
    follow: (thread, given = {}) => new Following(call, thread, given),
  };
}

/** The store is reached by what Bun brings along: its SQLite, its sockets, its processes. */
function assertBun(): void {
  if (typeof Bun === "undefined")
    throw new WorkflowError("USAGE", "@uncaged/workflow/client needs Bun; this is another runtime", {
      hint: "start `uncaged-workflow run --json` and read its NDJSON: docs/client.md#from-node",
    });
}

function idOf(thread: string): string {
  return checkText(thread, "the thread");
}

function workerOf(given: URL | string | undefined): URL | undefined {
  if (given === undefined) return undefined;
  const url = URL.parse(String(given));
  if (url?.protocol === "file:") return url;
  throw new WorkflowError("USAGE", "worker must be the file: URL of a program that calls startWorker()", {
    hint: 'new URL("#worker.ts", import.meta.url)',
    details: { option: "worker" },
  });
}

type Opened = { home: string | undefined; actor: string | undefined; worker: URL | undefined };

/** A store for each call: what one call gives back, no other still uses. */
async function withStore<T>({ home, actor, worker }: Opened, work: (store: Store) => Promise<T>): Promise<T> {
  const { openStore } = await import("#host/open/store.ts");
  const env = actor === undefined ? process.env : { ...process.env, UNCAGED_ACTOR: actor };
  const store = openStore({ home, env, worker });
  try {
    return await work(store);
  } catch (error) {
    throw asFailure(error);
  } finally {
    store.close();
  }
}

function asFailure(error: unknown): WorkflowError {
  if (error instanceof WorkflowError) return error;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new WorkflowError("INTERNAL", `this is a bug of ours: ${message}`, { cause: error });
}
