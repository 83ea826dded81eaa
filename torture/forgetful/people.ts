// What people and machines say to threads that wait: every verb that may touch one.
import type { Random } from "../lib/random.ts";
import type { Wait } from "./flow.ts";

export type Waiter = { threadId: string; nonce: string; wait: Wait; token: string | null };

const LATER_MS = 2 * 86_400_000;

/** One verb, drawn. None of them asks for a new beginning. */
export function drawWord({ threadId, token }: Waiter, random: Random, now: number): string[] {
  const withToken = token !== null && random.int(0, 2) === 1 ? ["--token", token] : [];
  const words: string[][] = [
    ["approve", threadId, ...withToken],
    ["deny", threadId, ...withToken],
    ["answer", threadId, "--value", "7"],
    ["reconcile", threadId, random.pick(["--retry", "--error=no"])],
    ["resume", threadId],
    ["resume", threadId, "--plan"],
    ["resume", "--all"],
    ["resume", threadId, ...(token === null ? [] : ["--token", token]), "--decision", "approve"],
    ["pause", threadId],
    ["tick", "--now", String(now + 2 * 3_600_000)],
    ["tick", "--dry-run", "--now", String(now + LATER_MS)],
    ["follow", threadId],
    ["why", threadId],
    ["approvals"],
    ["fsck", "--rebuild"],
  ];
  return [...random.pick(words), "--json"];
}

/** What ends them all: a no, a stop, or an approval that ran out. */
export function drawEnd({ threadId, token, wait }: Waiter, random: Random, now: number): string[] {
  const isAsked = wait !== "input" && wait !== "sleep";
  const nos: string[][] = isAsked
    ? [
        ["deny", threadId, ...(token === null ? [] : ["--token", token])],
        ["tick", "--now", String(now + LATER_MS)],
      ]
    : [];
  return [...random.pick([...nos, ["cancel", threadId], ["kill", threadId]]), "--json"];
}
