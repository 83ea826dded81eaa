// Holes that outsiders found: git and workspaces.
import type { Plant } from "../plant.ts";

export const WORKTREES: readonly Plant[] = [];
