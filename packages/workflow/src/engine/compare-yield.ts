// A recorded yield beside what a generator that came back yields in its place.
import { xxh64Text } from "#codec/xxh64.ts";
import { type AskedLeaf, askedOf } from "#commands/registry.ts";
import type { Json } from "#contract/command.ts";
import type { Turn } from "#contract/ports.ts";
import type { JournalRecord, RoleRecord } from "#contract/record.ts";
import type { YieldState } from "#replay/fold-yield.ts";
import type { RecordedYield } from "#replay/recorded-yields.ts";
import { type AdmissionRules, admitYield } from "./admit-yield.ts";
import { type AskedYield, askedBeside, isSameAsked } from "./asked.ts";
import { classifyYield } from "./classify-yield.ts";
import { hashOfCommands } from "./repeat-list.ts";

export type Pair = { expected: Json; actual: Json; isSame: boolean };

/**
 * The same bytes are the same yield, whatever the catalogue and the policy add now. Other bytes may be, too: a spelled-out default is
 * the same as one left out, so commands are compared as they were admitted.
 */
export async function pairUp(recorded: RecordedYield, turn: Turn, rules: AdmissionRules): Promise<Pair> {
  const expected = "body" in recorded ? roleOf(recorded.line) : shapeOfState(recorded.state);
  const actual = shapeOfTurn(turn);
  if (turn.type !== "yield") return { expected, actual, isSame: false };
  if ("state" in recorded && hashOfCommands(recorded.state) === xxh64Text(turn.json))
    return { expected, actual, isSame: true };
  if ("body" in recorded || classifyYield(actual).type !== "commands")
    return { expected, actual, isSame: false };
  // What is only compared uses no secrets; whether it might is asked when something is to be done.
  const admission = await admitYield(actual, { ...rules, misuse: () => null });
  if ("refused" in admission) return { expected, actual, isSame: false };
  const { asked } = admission;
  return {
    expected,
    actual: shapeOfAsked(asked, recorded.state),
    isSame: isSameYield(recorded.state, asked),
  };
}

/** Every command that was opened asks for the same; those that were not are to come. */
export function isSameYield(state: YieldState, asked: AskedYield): boolean {
  if ((state.group?.type ?? null) !== (asked.group?.type ?? null)) return false;
  if ((state.group?.of ?? 1) !== asked.leaves.length) return false;
  for (const [index, leaf] of state.leaves) {
    const now = asked.leaves[index];
    if (now === undefined || !isSameAsked(askedOf(leaf.opening), now)) return false;
  }
  return true;
}

/** Beside what was recorded in its place. */
export function shapeOfAsked({ group, leaves }: AskedYield, state: YieldState): Json {
  const asked = leaves.map((leaf, index) => {
    const opening = state.leaves.get(index)?.opening;
    return askedBeside(opening && askedOf(opening), leaf) as unknown as Json;
  });
  return grouped(group?.type ?? null, asked);
}

/** The policy now demands an approval for an effect that was opened without one, and has no answer yet. */
export function lacksGate(state: YieldState, { leaves }: AskedYield): boolean {
  return [...state.leaves].some(
    ([index, { opening, settled }]) =>
      settled === null && leaves[index]?.isGated === true && !("gate" in opening),
  );
}

export function shapeOfState(state: YieldState): Json {
  const asked: AskedLeaf[] = [];
  for (const [index, leaf] of state.leaves) asked[index] = askedOf(leaf.opening);
  return grouped(
    state.group?.type ?? null,
    Array.from(asked, (leaf) => (leaf ?? null) as unknown as Json),
  );
}

function grouped(type: "all" | "any" | null, asked: Json[]): Json {
  if (type === null) return asked[0] ?? null;
  return type === "all" ? asked : { do: "any", of: asked };
}

/** A line that is no step is refused now: nobody has looked into it before. */
function roleOf({ record }: { record: JournalRecord }): Json {
  const { timestamp: _timestamp, ...output } = record as RoleRecord;
  return output as unknown as Json;
}

export function shapeOfTurn(turn: Turn): Json {
  if (turn.type === "yield") return JSON.parse(turn.json) as Json;
  if (turn.type === "return") return { returned: JSON.parse(turn.json) as Json };
  return "error" in turn ? { [turn.type]: turn.error.message } : null;
}
