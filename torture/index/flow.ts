// Threads that wait for the time, for a person, and for a file.

/** Sleeps for an hour; `strict` or `steps`. */
export const sleeper = (determinism: string) => `
export const descriptor = { description: "", roles: {}, determinism: "${determinism}" };
export default async function* ({ steps }) {
  if (steps.length === 0 || ${determinism === "strict"}) yield { role: "before", content: "", meta: { step: 0 } };
  yield { do: "sleep", ms: 3600000 };
  yield { role: "after", content: "", meta: { step: 1 } };
  return { returnCode: 0, summary: "woke" };
}
`;

/** Waits two hours for a yes. */
export const ASKING = `
export const descriptor = { description: "", roles: {}, determinism: "strict" };
export default async function* () {
  yield { do: "approve", prompt: "?", ttlMs: 7200000 };
  return { returnCode: 0, summary: "decided" };
}
`;

/** Stays in its worker until the file that is its prompt exists. */
export const STAYING = `
import { existsSync } from "node:fs";
export default async function* ({ prompt, steps }) {
  if (steps.length === 0) yield { role: "begun", content: "", meta: { step: 0 } };
  while (!existsSync(prompt)) await new Promise((go) => setTimeout(go, 5));
  if (steps.length < 2) yield { role: "ended", content: "", meta: { step: 1 } };
  return { returnCode: 0, summary: "stayed" };
}
`;
