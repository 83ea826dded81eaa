// A workflow for a storm, in three forms: one repeats itself, one reads its steps, one can do neither.
import { readFileSync } from "node:fs";
import { LEDGER_EFFECTS } from "../../tests/support/ledger.ts";

export const FLOWS = ["strict", "steps", "memory"] as const;
export type Flow = (typeof FLOWS)[number];

export const ROUNDS = ["keyed", "once", "read", "all", "any", "approve", "input", "sleep", "work"] as const;
export type Round = (typeof ROUNDS)[number];

/** `notes`: a file outside the store. */
export type Plan = { notes: string; rounds: Round[] };

/**
 * What the bundle's code notes: `begin` before a round, `acked` when the engine asked beyond its step, `told` with the
 * answer it was given.
 */
export type Note = { thread: string; round: number } & (
  | { what: "begin" | "acked" }
  | { what: "told"; kind: Round; answer: unknown }
);

export function flowSource(flow: Flow): string {
  return `
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
export const descriptor = {
  description: "rounds of everything, in a storm",
  roles: {},
  ${flow === "strict" ? `determinism: "strict",` : ""}
  effects: ${JSON.stringify(LEDGER_EFFECTS)},
};
const note = (notes, entry) => {
  const fd = openSync(notes, "a");
  writeSync(fd, JSON.stringify(entry) + "\\n");
  fsyncSync(fd);
  closeSync(fd);
};
const effect = (kind, nonce) => ({ do: "effect", effect: "ledger/" + kind + "@1", params: { nonce } });
const commandOf = (kind, n, nonce) => {
  if (kind === "approve") return { do: "approve", prompt: "round " + n, id: "ask-" + n, onDeny: "deliver" };
  if (kind === "input") return { do: "input", prompt: "round " + n, id: "ask-" + n, schema: { type: "string" } };
  if (kind === "sleep") return { do: "sleep", ms: 30 };
  if (kind === "any") return { do: "any", of: [effect("keyed", nonce + "-0"), effect("once", nonce + "-1")] };
  if (kind === "all") return ["keyed", "once", "read"].map((each, index) => effect(each, nonce + "-" + index));
  return effect(kind, nonce + "-0");
};
export default async function* (${flow === "memory" ? "{ prompt }" : "{ prompt, steps }"}, { threadId: thread }) {
  const { notes, rounds } = JSON.parse(prompt);
  for (let n = ${flow === "steps" ? "steps.length" : "0"}; n < rounds.length; n++) {
    const kind = rounds[n];
    note(notes, { what: "begin", thread, round: n });
    const nonce = yield { do: "random", bytes: 8 };
    if (kind !== "work") {
      const answer = yield commandOf(kind, n, nonce);
      note(notes, { what: "told", thread, round: n, kind, answer });
    }
    yield { role: "worker", content: nonce, meta: { round: n } };
    note(notes, { what: "acked", thread, round: n });
  }
  return { returnCode: 0, summary: "done" };
}
`;
}

/** Every whole line of the notes. */
export function readNotes(path: string): Note[] {
  let text = "";
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Note);
}
