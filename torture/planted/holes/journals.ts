// Holes that outsiders found: foreign and damaged journals.
import type { Plant } from "../plant.ts";

export const JOURNALS: readonly Plant[] = [];
