// A workflow for meddling with while it runs.

/**
 * The prompt is `<steps>|<ms per step>|<gate>|<ledger>`. At its third step a thread waits until the gate file exists, if
 * one is named; the time of every step it begins goes to `<ledger>-<thread>`.
 */
export const PACED_BUNDLE = `
import { appendFileSync, existsSync } from "node:fs";
export default async function* (input, options) {
  const [steps, ms, gate, ledger] = input.prompt.split("|");
  for (let step = input.steps.length; step < Number(steps); step++) {
    while (step === 2 && gate && !existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, Number(ms)));
    if (ledger) appendFileSync(ledger + "-" + options.threadId, Date.now() + "\\n");
    yield { role: "worker", content: crypto.randomUUID(), meta: { step } };
  }
  return { returnCode: 0, summary: "done" };
}
`;
