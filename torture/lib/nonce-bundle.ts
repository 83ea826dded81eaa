// A workflow whose every step is new: a resume that recreates the same bytes would hide a lost record.
import { readFileSync } from "node:fs";

/**
 * The prompt is `<ledger>|<steps>|<pause ms>`. For every step two lines go to the ledger, a file outside the store:
 * `begin` before the work, and `acked` when the engine asks for the next one, so it says that this one is safe.
 */
export const NONCE_BUNDLE = `
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
const note = (ledger, entry) => {
  const fd = openSync(ledger, "a");
  writeSync(fd, JSON.stringify(entry) + "\\n");
  fsyncSync(fd);
  closeSync(fd);
};
export default async function* (input, options) {
  const [ledger, steps, pauseMs] = input.prompt.split("|");
  const thread = options.threadId;
  for (let step = input.steps.length; step < Number(steps); step++) {
    const nonce = crypto.randomUUID();
    note(ledger, { what: "begin", thread, step, nonce });
    if (Number(pauseMs) > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * Number(pauseMs)));
    yield { role: "worker", content: nonce, meta: { step } };
    note(ledger, { what: "acked", thread, step, nonce });
  }
  return { returnCode: 0, summary: "done" };
}
`;

export type LedgerEntry = { what: "begin" | "acked"; thread: string; step: number; nonce: string };

/** Every whole line of the ledger. */
export function readLedger(path: string): LedgerEntry[] {
  let text = "";
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LedgerEntry);
}
