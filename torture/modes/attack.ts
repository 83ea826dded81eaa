import type { Mode } from "../lib/mode.ts";
export const mode: Mode = { name: "attack", run: async () => "" };
