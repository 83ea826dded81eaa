// A workflow for faults: it waits at a gate after some steps, so that the harness can take its worker away there.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { killWorkers } from "../lib/home.ts";

/** The prompt is `<steps>|<bytes per step>|<ms per step>|<gate>|<steps before the gate>`. */
const FAULT_BUNDLE = `
import { existsSync } from "node:fs";
export default async function* (input) {
  const [steps, bytes, ms, gate, early] = input.prompt.split("|");
  for (let step = input.steps.length; step < Number(steps); step++) {
    while (step === Number(early) && !existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 5));
    if (Number(ms) > 0) await new Promise((resolve) => setTimeout(resolve, Number(ms)));
    yield { role: "worker", content: crypto.randomUUID().padEnd(Number(bytes), "x"), meta: { step } };
  }
  return { returnCode: 0, summary: "done" };
}
`;

export type Size = { steps: number; bytes: number; ms: number; early: number };

export const SMALL: Size = { steps: 8, bytes: 40, ms: 1, early: 2 };
/** Longer than any other file of the store, so that a limit on file sizes meets the journal first. */
export const LARGE: Size = { steps: 60, bytes: 30_000, ms: 0, early: 45 };
export const SLOW: Size = { steps: 40, bytes: 40, ms: 20, early: 2 };

/** Threads that lost their worker at the gate, one of each size. */
export async function makeInterrupted(home: TempHome, sizes: readonly Size[]): Promise<string[]> {
  const gate = join(home.dir, "gate");
  await home.add("fault", FAULT_BUNDLE);
  const ids: string[] = [];
  for (const { steps, bytes, ms, early } of sizes) {
    const prompt = [steps, bytes, ms, gate, early].join("|");
    const id = await home.start("fault", "--prompt", prompt, "--max-rounds", "1000");
    await home.untilSteps(id, early);
    ids.push(id);
  }
  await killWorkers(home);
  await home.untilQuiet();
  writeFileSync(gate, "");
  return ids;
}
