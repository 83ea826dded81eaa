import type { Clock } from "#contract/ports.ts";

/** Calls back when so many milliseconds of this clock have passed. Returns a function that cancels the timer. */
export function after(clock: Clock | undefined, ms: number, call: () => void): () => void {
  if (clock?.after !== undefined) return clock.after(ms, call);
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}
