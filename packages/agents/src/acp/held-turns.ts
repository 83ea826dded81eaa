// Turns that wait for a person in memory: of agents that no other process could go on with.
//
// HELD-1. Such a turn is kept with its process until the answer comes, or until its time is over: then it is ended. Whoever goes on
//     after that begins anew, with the answers so far (agent-leave.ts), and a time that ran out is a no.
// HELD-2. It is taken once, by the thread that has its name: a name is made up for each wait.
import type { Executed, ExecutorCall } from "@uncaged/workflow/executor";
import type { Answer } from "./permissions.ts";

/** Long enough for somebody who was told; a process stays for as long. */
export const WAIT_MS = 10 * 60_000;

export type HeldTurn = {
  goOn(call: ExecutorCall, answers: readonly Answer[]): Promise<Executed>;
  /** Its time is over. */
  end(): void;
};

const held = new Map<string, { turn: HeldTurn; over: Timer; freed(): void }>();

/** The name to go on with. `stay` keeps this process until the turn is taken or over. */
export function hold(turn: HeldTurn, waitMs: number, stay: (work: Promise<unknown>) => void): string {
  const name = `held-${crypto.randomUUID()}`;
  const { promise, resolve: freed } = Promise.withResolvers<void>();
  const over = setTimeout(() => {
    take(name)?.end();
  }, waitMs);
  held.set(name, { turn, over, freed });
  stay(promise);
  return name;
}

/** Null: it was never here, or its time is over. */
export function take(name: string | undefined): HeldTurn | null {
  const found = name === undefined ? undefined : held.get(name);
  if (found === undefined) return null;
  held.delete(name as string);
  clearTimeout(found.over);
  found.freed();
  return found.turn;
}
