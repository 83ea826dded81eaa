// Holes that outsiders found: strangers' code.
import type { Plant } from "../plant.ts";

export const STRANGERS: readonly Plant[] = [];
