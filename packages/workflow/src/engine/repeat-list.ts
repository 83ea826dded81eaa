// What a generator that comes back is to repeat: the yields that were answered, up to the first that was not.
import { yieldOfCheckpoint } from "#codec/checkpoint-hash.ts";
import { xxh64Text } from "#codec/xxh64.ts";
import { isQuestion as asksPerson } from "#commands/registry.ts";
import type { Replayed } from "#contract/ports.ts";
import { answerOf } from "#replay/answer-of.ts";
import { isSettled, type Leaf, type YieldState } from "#replay/fold-yield.ts";
import type { RecordedYield } from "#replay/recorded-yields.ts";

export function answeredYields(yields: RecordedYield[]): RecordedYield[] {
  const open = yields.findIndex((item) => "state" in item && !isAnswered(item.state));
  return open === -1 ? yields : yields.slice(0, open);
}

export function replayedOf(item: RecordedYield): Replayed {
  if ("body" in item) return { hash: hashOfRole(item.body) };
  const answer = answerOf(item.state);
  return {
    hash: hashOfCommands(item.state),
    ...(answer === undefined ? {} : { answer: JSON.stringify(answer) }),
  };
}

/**
 * The state of a checkpoint is compared itself, so that code is never taken up from one that it did not come to. What a
 * person was asked has no hash here, so it is compared word by word: texts of the same XXH64 can be made (H10).
 */
export function hashOfCommands({ hash, group, leaves }: YieldState): string {
  if ([...leaves.values()].some(isQuestion)) return "";
  const opening = group === null ? leaves.get(0)?.opening : undefined;
  const own = opening?.kind === "checkpoint" ? yieldOfCheckpoint(opening) : null;
  return own ?? hash ?? "";
}

function isQuestion({ opening }: Leaf): boolean {
  return asksPerson(opening);
}

/** Settled, and not by a no that ends the thread: that is the engine's to carry out, not the generator's to repeat. */
function isAnswered(state: YieldState): boolean {
  return isSettled(state) && state.denial === null && state.faults === 0;
}

const CLOSING_BRACE = 125;
let scratch = new Uint8Array(4096);

/** A role's body lacks its closing brace. Ten thousand of them share one buffer. */
function hashOfRole(body: Uint8Array): string {
  if (scratch.length <= body.length) scratch = new Uint8Array(2 * body.length);
  scratch.set(body);
  scratch[body.length] = CLOSING_BRACE;
  return xxh64Text(scratch.subarray(0, body.length + 1));
}
