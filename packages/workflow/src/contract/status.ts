import type { TerminalStatus } from "./record.ts";

/** Derived from the journal and from whether a worker holds the thread; never stored as truth. */
export type ThreadStatus =
  | "queued"
  | "running"
  | "waiting"
  | "paused"
  | "interrupted"
  | "empty"
  | "corrupt"
  | TerminalStatus;

export const THREAD_STATUSES: readonly ThreadStatus[] = [
  "queued",
  "running",
  "waiting",
  "paused",
  "interrupted",
  "completed",
  "failed",
  "cancelled",
  "killed",
  "empty",
  "corrupt",
];

export function isTerminal(status: ThreadStatus): status is TerminalStatus {
  return status === "completed" || status === "failed" || status === "cancelled" || status === "killed";
}

/** What a waiting thread waits for. */
export type WaitingOn = "approval" | "input" | "timer" | "event" | "reconcile";
