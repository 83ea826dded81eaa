// Holes that outsiders found: rows that did not hold.
import type { Plant } from "../plant.ts";

export const ROWS: readonly Plant[] = [];
