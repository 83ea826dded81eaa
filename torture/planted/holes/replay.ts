// Holes that outsiders found: effects in flight, decisions and branches.
import type { Plant } from "../plant.ts";

export const REPLAY: readonly Plant[] = [];
