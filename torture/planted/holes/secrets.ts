// Holes that outsiders found: secrets and redirects.
import type { Plant } from "../plant.ts";

export const SECRETS: readonly Plant[] = [];
