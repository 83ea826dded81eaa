// Commands that have their answer in the line that opens them: nobody waits for them, and nothing of them is ever open.
import type { Opening } from "#contract/leaf.ts";
import type { Shown } from "./command.ts";

/** What people see of such a command. */
export const shownAtOnce: Omit<Shown<Opening>, "asked"> = {
  status: () => "pending",
  brief: () => null,
  outcome: "nothing",
  opened: () => null,
  resting: (_opening, name) => name,
  done: null,
  again: null,
};
