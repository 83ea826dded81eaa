// What is said about a thread that waits, by the word in `waiting(...)`. Each word is described in the file of the
// command that it belongs to; several commands may wait on the same one.
import type { Json } from "#contract/command.ts";
import type { WaitingOn } from "#contract/status.ts";

export type WaitFacts<W extends WaitingOn = WaitingOn> = {
  on: W;
  /** A thread may wait for several things at once. It is said to wait for the one with the highest rank. */
  rank: number;
  /** Who brings it on. What a person has to say is in the inbox, and `resume` does not skip it. */
  by: "person" | "time" | "event";
  /** A process stays when the wake-up is near. */
  staysNear: boolean;
  /** `status` of the document that `run` prints. */
  envelope: "needs_approval" | "needs_input" | "waiting";
  /** `cause` of `why`. */
  cause: string;
  message(first: WaitsFor): string;
  /** What to type next. `example`: JSON that would fit. */
  hint(threadId: string, example: string): string;
  /** What a person does about it. Null: a person does nothing, and `resume` may look after the thread. */
  verb: string | null;
  /** The commands that a person may type, without the program's name. */
  next(id: string): string[];
  /** In a plan. */
  plan(wakeAt: number | null): string;
  /** What a person who says something without being asked is told. */
  wanted: string;
};

/** The first command that waits on the word; `prompt`: with a colon before it, or empty. */
export type WaitsFor = { stepId: string; prompt: string; asked: Json; wakeAt: string | null };
