// A workflow that cannot come back: it is not strict and never reads `steps`. It does something that may be done once,
// finishes a step, and waits. Every beginning of its code is noted outside the store.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TempHome } from "../../tests/support/temp-home.ts";

/** What it waits for. `race` and `list` also have a timer, `late` wants to hear a no. */
export const WAITS = ["approve", "late", "input", "sleep", "race", "list"] as const;
export type Wait = (typeof WAITS)[number];

export type Plan = { begun: string; nonce: string; wait: Wait };

export const FLOW = `
import { appendFileSync } from "node:fs";
export const descriptor = { description: "waits, and cannot come back", roles: {}, effects: ["ledger/once@1"] };
const approve = { do: "approve", prompt: "go on?", id: "ask" };
const sleep = { do: "sleep", ms: 3600000 };
const WAITS = {
  approve,
  late: { ...approve, onDeny: "deliver" },
  input: { do: "input", prompt: "how many?", schema: { type: "integer" } },
  sleep,
  race: { do: "any", of: [{ ...approve, onDeny: "deliver" }, sleep] },
  list: [approve, sleep],
};
export default async function* ({ prompt }, { threadId }) {
  const { begun, nonce, wait } = JSON.parse(prompt);
  appendFileSync(begun, threadId + "\\n");
  yield { do: "effect", effect: "ledger/once@1", params: { nonce: nonce + "-paid" } };
  yield { role: "paid", content: nonce, meta: {} };
  yield WAITS[wait];
  yield { do: "effect", effect: "ledger/once@1", params: { nonce: nonce + "-shipped" } };
  yield { role: "shipped", content: nonce, meta: {} };
  return { returnCode: 0, summary: "done" };
}
`;

export function begunFile(home: TempHome): string {
  return join(home.dir, "begun");
}

/** How often the code of each thread began. */
export function readBegun(home: TempHome): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of readLines(begunFile(home))) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n").slice(0, -1);
  } catch {
    return [];
  }
}
