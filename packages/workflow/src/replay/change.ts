// What one line of a journal changed in the commands of a thread. Events, the list of a thread's commands and the terminal
// are made from these changes, so that all of them read a line the same way.
//
// CHANGE-1. A command is opened once and settled at most once. It is abandoned only while it has no answer, and nothing is told
//     of it afterwards.
// CHANGE-2. The first answer of an `any` wins it: its other commands are abandoned then, and those that are opened later at once.
// CHANGE-3. A result, a restart and a branch abandon every command that is still open.
import type { AttemptRecord, DecisionRecord, FaultRecord } from "#contract/command-record.ts";
import type { Leaf } from "#contract/leaf.ts";

export type Change =
  /** `started`: an attempt of it. */
  | { type: "opened" | "started" | "settled" | "won"; leaf: Leaf }
  /** A line about it that neither starts an attempt nor settles it. */
  | { type: "noted"; leaf: Leaf; record: AttemptRecord | DecisionRecord | FaultRecord }
  /** It gets no answer any more. `by`: another command won; the thread ended or went another way; its place is used anew. */
  | { type: "abandoned"; leaf: Leaf; by: "won" | "end" | "anew" };

/** Collects what a line changed, for those who want to know. */
export type Changes = Change[] | undefined;
