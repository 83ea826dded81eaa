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
  return paintAs(status, statusText(status, waitingOn), paint);
}

export function statusText(status: string, waitingOn: string | null = null): string {
  return waitingOn === null ? status : `${status}(${waitingOn})`;
}

/** What is left of it in a narrow column. */
export function paintAs(status: string, text: string, paint: Paint): string {
  return paint[COLOR[status] ?? "bold"](text);
}
