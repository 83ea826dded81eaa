// A workflow for meddling with while it runs.

/** The prompt is `<steps>|<ms per step>|<gate file>`: at its third step a thread waits until the gate exists. */
export const PACED_BUNDLE = `
import { existsSync } from "node:fs";
export default async function* (input) {
  const [steps, ms, gate] = input.prompt.split("|");
  for (let step = input.steps.length; step < Number(steps); step++) {
    while (step === 2 && gate && !existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, Number(ms)));
    yield { role: "worker", content: crypto.randomUUID(), meta: { step } };
  }
  return { returnCode: 0, summary: "done" };
}
`;
