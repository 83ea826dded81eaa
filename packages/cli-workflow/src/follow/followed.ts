import type { StartedThread } from "@uncaged/workflow/host";

/** A thread to watch: where it is, the worker that has it, and from which line on. */
export type Followed = Pick<StartedThread, "place"> & {
  client: StartedThread["client"] | null;
  since?: StartedThread["since"];
  start?: StartedThread["start"];
};
