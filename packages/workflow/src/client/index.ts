// The store from one's own program, without the command line: start threads, follow them, decide, look, stop.
//
// Nothing has to be closed: each call gives back what it opened, and only a call that is awaited keeps the process.
import { WorkflowError } from "#contract/errors.ts";
import type { House } from "#host/house.ts";
import type { ListedThread } from "#host/list-threads.ts";
import type { ThreadView } from "#host/view-thread.ts";
import { checkText } from "./check-options.ts";
import type { Control } from "./control.ts";
import { Following } from "./following.ts";
import type { RetryOptions, Started } from "./options.ts";

export type { Json } from "#contract/command.ts";
export { type ErrorCode, type ErrorReport, WorkflowError } from "#contract/errors.ts";
export type { ThreadStatus, WaitingOn } from "#contract/status.ts";
export type { EnvelopeStatus } from "#host/envelope.ts";
export type { WatchEvent } from "#host/tell-events.ts";
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
  const call = <T>(work: (house: House) => Promise<T>) => withHouse(options, work);
  return {
    start: async (name, given = {}) =>
      call(async (house) => (await import("./start.ts")).start(house, checkText(name, "the name"), given)),
    retry: async (thread, given = {}) =>
      call(async (house) => (await import("./start.ts")).retry(house, idOf(thread), given)),
    fork: async (thread, given = {}) =>
      call(async (house) => (await import("./start.ts")).fork(house, idOf(thread), given)),
    resume: async (thread) => call(async (house) => (await import("./start.ts")).resume(house, idOf(thread))),
    decide: async (thread, decision) =>
      call(async (house) => (await import("./decide.ts")).decide(house, idOf(thread), decision)),
    list: async (given = {}) => call(async (house) => (await import("./look.ts")).list(house, given)),
    read: async (thread) =>
      call(async (house) => (await import("#host/view-thread.ts")).viewThread(house, idOf(thread))),
    stop: async (thread, given = {}) =>
      call(async (house) => (await import("./stop.ts")).stop(house, idOf(thread), given)),
    pause: async (thread) =>
      call(async (house) => (await import("./stop.ts")).stop(house, idOf(thread), { how: "pause" })),
    remove: async (thread) =>
      call(async (house) => (await import("#host/remove-thread.ts")).removeThread(house, idOf(thread))),
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

/** A house for each call: what one call gives back, no other still uses. */
async function withHouse<T>({ home, actor }: ClientOptions, work: (house: House) => Promise<T>): Promise<T> {
  const { openHouse } = await import("#host/house.ts");
  const env = actor === undefined ? process.env : { ...process.env, UNCAGED_ACTOR: actor };
  const house = openHouse({ home, env });
  try {
    return await work(house);
  } catch (error) {
    throw asFailure(error);
  } finally {
    house.close();
  }
}

function asFailure(error: unknown): WorkflowError {
  if (error instanceof WorkflowError) return error;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new WorkflowError("INTERNAL", `this is a bug of ours: ${message}`, { cause: error });
}
