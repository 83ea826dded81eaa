import type { Paint } from "./paint.ts";

const COLOR: Record<string, keyof Paint> = {
  running: "cyan",
  queued: "cyan",
  waiting: "yellow",
  paused: "yellow",
  interrupted: "yellow",
  completed: "green",
  failed: "red",
  corrupt: "red",
  cancelled: "dim",
  killed: "dim",
  empty: "dim",
};

/** `waiting(approval)` says what for. */
export function paintStatus(status: string, paint: Paint, waitingOn: string | null = null): string {
  const text = waitingOn === null ? status : `${status}(${waitingOn})`;
  return paint[COLOR[status] ?? "bold"](text);
}
