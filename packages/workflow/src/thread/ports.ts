// What a live thread is given from outside. Every engine gives its own; the thread knows no file, socket or database.

import type { Identity } from "#commands/intent-id.ts";
import type { Clock, InfoLog, Opened, Replayed, RoutineInput } from "#contract/ports.ts";
import type { KeptState, StartRecord } from "#contract/record.ts";
import type { Options } from "#contract/workflow.ts";
import type { CheckRole } from "#engine/check-role.ts";
import type { Outcome } from "#engine/outcome.ts";
import type { BundleQueue } from "./bundle-queue.ts";
import type { CommandPorts } from "./thread-commands.ts";
import type { ThreadHost } from "./thread-host.ts";
import type { ThreadLimits } from "./thread-limits.ts";

export type HostPorts = {
  clock: Clock;
  info: InfoLog;
  bundleQueue: BundleQueue;
  limitsFor(start: StartRecord): ThreadLimits;
  /** A generator that comes back repeats everything from the start; otherwise it is given the steps. */
  isStrict: boolean;
  /** false: the bundle is not strict and never reads `steps`, so its threads cannot come back in the middle. */
  comesBack: boolean;
  /** What its commands need; asked for when the first one comes. */
  commandPorts(host: ThreadHost, identity: () => Identity): Promise<CommandPorts>;
  /** For a thread started with --strict-roles. */
  roleChecker(): Promise<CheckRole>;
  openRoutine(input: RoutineInput, options: Options, replay: Replayed[]): Promise<Opened>;
  /** What the generator was asked and has not said is answered with `gone`; it is never entered again. */
  dropRoutine(): void;
  /** Those of its files that are kept as they were at every step; null when they are the user's. */
  filesOf?(start: StartRecord): ThreadFiles | null;
  /** Makes a stack name the author's lines. */
  explain(outcome: Outcome): Promise<Outcome>;
  /** More of the thread survives than before, or it rests. */
  durable(host: ThreadHost): void;
};

/** The files of a thread, of which a state is kept after every step. */
export type ThreadFiles = {
  kind: "worktree" | "folder";
  /** Null when there are no files yet. */
  keep(before: KeptState | null, title: string, known: KnownFiles): Promise<KeptState | null>;
};

/** What its effects wrote for sure, and files that a secret was written into. */
export type KnownFiles = { written: ReadonlySet<string>; secretFiles: ReadonlySet<string> };
