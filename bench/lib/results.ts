import type { PeerResult } from "../peers/run-peers.ts";
import type { Figure } from "./figure.ts";
import type { Machine } from "./machine.ts";

/** What a run of the bench measured, as it stands in the JSON file. */
export type Results = { machine: Machine; figures: Figure[]; peers: PeerResult[] };
