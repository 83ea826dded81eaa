// A workflow of effects. Every round is new by a recorded nonce, and what its generator was told is noted outside.
import { readFileSync } from "node:fs";
import { LEDGER_EFFECTS } from "../../tests/support/ledger.ts";

/** `nonce`: given instead of recorded chance, for a round that is to be found again. */
export type Round = {
  /** "any" is of two keyed effects, "all" of one of each class; "gate" waits for a file. */
  do: "keyed" | "once" | "read" | "all" | "any" | "approve" | "gate";
  nonce?: string;
  stop?: "before" | "after";
  how?: string;
  /** When the answer is there, a file `<this>-at` appears and `<this>` is waited for, once. */
  hold?: string;
  gate?: string;
};

export type Plan = { seen: string; rounds: Round[] };

/** What a generator was told. */
export type Seen = { thread: string; round: number; what: Round["do"]; answer: unknown };

/** `drifts`: its effects are never the same twice, as if the time had a say in them. */
export function flowSource(isStrict: boolean, drifts = false): string {
  return `
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
export const descriptor = {
  description: "effects to be cut off",
  roles: {},
  ${isStrict ? `determinism: "strict",` : ""}
  effects: ${JSON.stringify(LEDGER_EFFECTS)},
};
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
const drift = () => (${drifts} ? { timeoutMs: 100_000 + (Date.now() % 10_000) } : {});
const effect = (kind, params) => ({ do: "effect", effect: "ledger/" + kind + "@1", params, ...drift() });
const commandOf = (round, n, nonce) => {
  const { stop = "", how = "" } = round;
  const params = (index) => ({ nonce: nonce + "-" + index, stop, how });
  if (round.do === "approve") return { do: "approve", prompt: "round " + n, id: "ask-" + n, onDeny: "deliver" };
  if (round.do === "any") return { do: "any", of: [effect("keyed", params(0)), effect("keyed", params(1))] };
  if (round.do === "all") return ["keyed", "once", "read"].map((kind, index) => effect(kind, params(index)));
  return effect(round.do, params(0));
};
export default async function* ({ prompt, steps }, { threadId }) {
  const { seen, rounds } = JSON.parse(prompt);
  for (let n = steps.length; n < rounds.length; n++) {
    const round = rounds[n];
    if (round.do === "gate") {
      while (!existsSync(round.gate)) await pause();
      yield { role: "gate", content: "", meta: { round: n } };
      continue;
    }
    const nonce = round.nonce ?? (yield { do: "random", bytes: 8 });
    const answer = yield commandOf(round, n, nonce);
    appendFileSync(seen, JSON.stringify({ thread: threadId, round: n, what: round.do, answer }) + "\\n");
    if (round.hold && !existsSync(round.hold + "-at")) {
      writeFileSync(round.hold + "-at", "");
      while (!existsSync(round.hold)) await pause();
    }
    yield { role: "worker", content: nonce, meta: { round: n } };
  }
  return { returnCode: 0, summary: "done" };
}
`;
}

export function readSeen(path: string): Seen[] {
  try {
    const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Seen);
  } catch {
    return [];
  }
}
