import type { Paint } from "./paint.ts";

const COLOR: Record<string, keyof Paint> = {
  running: "cyan",
  queued: "cyan",
  paused: "yellow",
  interrupted: "yellow",
  completed: "green",
  failed: "red",
  corrupt: "red",
  cancelled: "dim",
  killed: "dim",
  empty: "dim",
};

export function paintStatus(status: string, paint: Paint): string {
  return paint[COLOR[status] ?? "bold"](status);
}
