import type { Mode } from "../lib/mode.ts";
export const mode: Mode = { name: "errno", run: async () => "" };
