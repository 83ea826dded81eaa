// One store, opened. What every verb gets: where things are, the clock and ids. The database is opened by those who need it.
import { resolve } from "node:path";
import { monotonicUlid } from "#codec/ulid.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { Clock } from "#contract/ports.ts";
import { isDirectory } from "#disk/directory.ts";
import { defaultHome, type Layout, layoutOf } from "#disk/layout.ts";
import { userName } from "#disk/process/user-name.ts";

export type Store = {
  home: string;
  layout: Layout;
  /** The worker file of the program that opened the store; undefined: the core's own. */
  worker: URL | undefined;
  clock: Clock;
  /** Who acts, for the record: UNCAGED_ACTOR or the OS user. */
  actor: string;
  /** Where the two come from. */
  origins: { home: Origin; actor: Origin };
  newThreadId(): ThreadId;
  /** Nothing was ever stored here. Verbs that only look answer from that and create nothing. */
  isEmpty(): boolean;
  /** Called by those who open something for it. */
  onClose(giveBack: () => void): void;
  /** Gives back whatever was opened for it; it can be used again. */
  close(): void;
};

export type Origin = "flag" | "environment" | "default";

export type OpenOptions = {
  home?: string | undefined;
  env?: Record<string, string | undefined>;
  worker?: URL | undefined;
  clock?: Clock;
};

export function openStore(options: OpenOptions = {}): Store {
  const env = options.env ?? process.env;
  const home = resolve(options.home ?? defaultHome(env));
  const layout = layoutOf(home);
  const clock = options.clock ?? { now: () => Date.now() };
  const nextId = monotonicUlid();
  const opened: (() => void)[] = [];
  return {
    home,
    layout,
    worker: options.worker,
    clock,
    origins: {
      home: options.home !== undefined ? "flag" : env.UNCAGED_HOME ? "environment" : "default",
      actor: env.UNCAGED_ACTOR ? "environment" : "default",
    },
    get actor() {
      return env.UNCAGED_ACTOR || env.USER || env.LOGNAME || userName();
    },
    newThreadId: () => nextId(clock.now()),
    isEmpty: () => !isDirectory(layout.root),
    onClose: (giveBack) => opened.push(giveBack),
    close: () => {
      for (const giveBack of opened.splice(0)) giveBack();
    },
  };
}
