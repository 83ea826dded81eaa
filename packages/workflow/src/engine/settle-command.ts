// What comes to a waiting command from outside: a decision, an answer, word of an unknown outcome, the time. Which command
// is meant is found here; what is written because of it is in the command's file.
//
// SETTLE-1. What is answered here is a line; the generator goes on only after it is durable, so a token is used up before
//     anything follows from it.
// SETTLE-2. A refusal writes nothing and uses nothing up, except that an expiry that is found is recorded.
import { fileOfOpening } from "#commands/registry.ts";
import { type SettlePorts, type Settling, unheard } from "#commands/settlement.ts";
import { assertNever } from "#contract/assert-never.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { EffectIntent, Unstamped, WorkRecord } from "#contract/record.ts";
import type { Said, Settlement } from "#contract/settlement.ts";
import { dueLeaves, type Leaf, waitOfLeaf, type YieldState } from "#replay/fold-yield.ts";
import { takerOf } from "#replay/mailbox.ts";
import { byToken, isInFlight, isOver, nothingOpen, onlyOne, openLeaves } from "./open-leaves.ts";

export { deciderRefusal, gateOf } from "#commands/decide.ts";
export type { SettlePorts, Settling } from "#commands/settlement.ts";
export { isInFlight } from "./open-leaves.ts";

export async function settleCommand(
  state: YieldState | null,
  settlement: Settlement,
  ports: SettlePorts,
): Promise<Settling> {
  switch (settlement.type) {
    case "decide": {
      const { token, stepId } = settlement;
      const leaf =
        token === undefined
          ? onlyOne(openLeaves(state, "approval"), state, stepId, "approval", ports)
          : byToken(state, token, stepId, ports);
      return settle(leaf, settlement, ports);
    }
    case "answer": {
      const leaf = onlyOne(openLeaves(state, "input"), state, settlement.stepId, "input", ports);
      return settle(leaf, settlement, ports);
    }
    case "reconcile":
      return reconcile(state, settlement, ports);
    case "deliver":
      return delivered(state, settlement);
    case "wake":
    case "expire":
      return wake(state, settlement, ports);
    default:
      return assertNever(settlement, "the settlement");
  }
}

async function settle(leaf: Leaf, said: Said, ports: SettlePorts): Promise<Settling> {
  const { waiting, word } = fileOfOpening(leaf.opening);
  if (waiting === null) throw unheard(word, said);
  return waiting.settle(leaf, said, ports);
}

async function reconcile(
  state: YieldState | null,
  settlement: Settlement & { type: "reconcile" },
  ports: SettlePorts,
): Promise<Settling> {
  const asked = settlement.intent?.toLowerCase();
  const open = openLeaves(state, "reconcile").filter(
    ({ opening }) => asked === undefined || (opening as EffectIntent).id.startsWith(asked),
  );
  if (open.length === 0 && asked !== undefined) {
    if (isInFlight(state, asked)) throw nothingOpen("reconcile", ports);
    if (ports.hasIntent(asked)) return { records: [], ignored: true };
    throw new WorkflowError("UNKNOWN_RECEIPT", `the thread has no intent ${asked}`);
  }
  return settle(onlyOne(open, state, undefined, "reconcile", ports), settlement, ports);
}

function delivered(
  state: YieldState | null,
  { event, value, key, seq }: Settlement & { type: "deliver" },
): Settling {
  const records = [{ kind: "event" as const, event, value, key, seq }];
  const isTaken = state !== null && takerOf(state, { event, key }) !== undefined;
  return isTaken ? { records } : { records, isKept: true };
}

async function wake(
  state: YieldState | null,
  { type, now }: Settlement & { type: "wake" | "expire" },
  ports: SettlePorts,
): Promise<Settling> {
  const records: Unstamped<WorkRecord>[] = [];
  const { identity, sign } = ports;
  let isDue = false;
  for (const leaf of state === null || isOver(state) ? [] : dueLeaves(state, now)) {
    if (type === "expire" && waitOfLeaf(leaf)?.on !== "approval") continue;
    const { waiting } = fileOfOpening(leaf.opening);
    const due = waiting === null ? null : await waiting.due(leaf, { now, identity, sign });
    isDue ||= due === null;
    records.push(...(due ?? []));
    // The first to be answered wins an `any`; the others are not asked any more.
    if (state?.group?.type === "any" && records.length > 0) break;
  }
  return isDue ? { records, isDue } : { records };
}
