// A workflow for faults: it waits at a gate after some steps, so that the harness can take its worker away there.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { killWorkers } from "../lib/home.ts";

/**
 * The prompt is `<steps>|<bytes per step>|<ms per step>|<gate>|<steps before the gate>`. When the engine asks for the next
 * step, so says that this one is safe, its nonce goes to `<gate>-<thread>`.
 */
const FAULT_BUNDLE = `
import { appendFileSync, existsSync } from "node:fs";
export default async function* (input, { threadId }) {
  const [steps, bytes, ms, gate, early] = input.prompt.split("|");
  for (let step = input.steps.length; step < Number(steps); step++) {
    while (step === Number(early) && !existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 5));
    if (Number(ms) > 0) await new Promise((resolve) => setTimeout(resolve, Number(ms)));
    const nonce = crypto.randomUUID();
    yield { role: "worker", content: nonce.padEnd(Number(bytes), "x"), meta: { step } };
    appendFileSync(gate + "-" + threadId, nonce + "\\n");
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

/** Steps that the engine said were safe and that are not in the journal. Before anything is resumed. */
export function lostSteps(home: TempHome, id: string, journal: string): string[] {
  const noted = join(home.dir, `gate-${id}`);
  const nonces = existsSync(noted) ? readFileSync(noted, "utf8").split("\n").slice(0, -1) : [];
  const text = readFileSync(journal, "latin1");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  return nonces.flatMap((nonce) =>
    whole.includes(nonce) ? [] : [`the step ${nonce} was acknowledged and is gone`],
  );
}
