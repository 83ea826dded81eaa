// Holes that outsiders found: keys, ids, the index and its rows.
import type { Plant } from "../plant.ts";

export const STORE: readonly Plant[] = [];
