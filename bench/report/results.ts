import type { Figure } from "../lib/figure.ts";
import type { Machine } from "../lib/machine.ts";
import type { PeerResult } from "../peers/run-peers.ts";

/** What a run of the bench measured, as it stands in the JSON file. */
export type Results = {
  machine: Machine;
  /** Processes that wanted to run, over the last minute: more than the cores, and the figures tell of others too. */
  load?: { start: number; end: number };
  /** Lines/s of a bare loop of write and fdatasync before our rows; each peer has its own, before its measures. */
  bare?: number;
  figures: Figure[];
  peers: PeerResult[];
};
