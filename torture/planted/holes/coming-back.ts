// Holes that outsiders found: bundles that cannot come back, and what waits.
import type { Plant } from "../plant.ts";

export const COMING_BACK: readonly Plant[] = [];
