// The first lines of a yield: an intent for every command that has none. What was done before, or is held back by a limit,
// has its receipt right behind it.
import type { AskedEffect } from "#commands/admit-effect.ts";
import { makeReceipt, type Sign, type Verdict } from "#commands/make-receipt.ts";
import type { OpeningPorts, Place } from "#commands/opening.ts";
import { type AdmittedLeaf, fileOf } from "#commands/registry.ts";
import type { Opening } from "#contract/leaf.ts";
import type { CommandRecord, EffectIntent, ReceiptRecord, Unstamped } from "#contract/record.ts";
import type { YieldState } from "#replay/fold-yield.ts";
import type { AskedYield } from "./asked.ts";
import type { Guard } from "./guard.ts";
import type { FinishedEffects } from "./reuse-effects.ts";

export type OpenYieldPorts = OpeningPorts & {
  sign: Sign;
  finished: FinishedEffects;
  guard: Pick<Guard, "block">;
  parallelMax: number;
};

/** `firstSeq`: the line the first of them will be. */
export type YieldPlace = { n: number; yieldHash: string; firstSeq: number };

/** `dispatched`: the effects that are handed over as soon as their line is durable. */
export type OpenedYield = { records: Unstamped<CommandRecord>[]; dispatched: number[] };

export async function openYield(
  asked: AskedYield,
  at: YieldPlace,
  known: YieldState | null,
  ports: OpenYieldPorts,
): Promise<OpenedYield> {
  const opened: OpenedYield = { records: [], dispatched: [] };
  const { records, dispatched } = opened;
  for (const [index, leaf] of asked.leaves.entries()) {
    if (known?.leaves.has(index)) continue;
    const isFirst = known === null && records.length === 0;
    const yieldHash = isFirst ? at.yieldHash : null;
    const place = { n: at.n, index, group: asked.group, yieldHash, seq: at.firstSeq + records.length };
    const answered = await answeredEffect(leaf, place, records, ports);
    if (answered !== null) {
      records.push(...answered);
      continue;
    }
    const doubt = doubtBehind(leaf, place, ports);
    if (doubt !== null) {
      records.push(doubt);
      continue;
    }
    const isDispatched = leaf.asked.do === "effect" && !leaf.isGated && dispatched.length < ports.parallelMax;
    if (isDispatched) dispatched.push(index);
    records.push({ ...openingOf(leaf, { ...place, isDispatched }, ports), ...keyBehind(leaf, ports) });
  }
  return opened;
}

function openingOf(leaf: AdmittedLeaf, place: Place, ports: OpeningPorts): Unstamped<Opening> {
  return fileOf(leaf.asked).open(leaf, place, ports);
}

/** Intent and receipt of an effect that is not performed; null for everything else. */
async function answeredEffect(
  leaf: AdmittedLeaf,
  place: Place,
  before: readonly Unstamped<CommandRecord>[],
  ports: OpenYieldPorts,
): Promise<Unstamped<CommandRecord>[] | null> {
  if (leaf.asked.do !== "effect") return null;
  const found = reused(leaf.asked, ports) ?? blocked(leaf.asked, place, before, ports);
  if (found === null) return null;
  const opening = openingOf({ ...leaf, isGated: false }, place, ports) as Unstamped<EffectIntent>;
  const intent = { ...opening, ...found.mark };
  return [intent, await makeReceipt(intent as EffectIntent, found.verdict, ports.identity, ports.sign)];
}

/**
 * The same may have been done on a way the thread left, and nobody knows: it waits for a person. The line says so itself,
 * so that a crash behind it changes nothing.
 */
function doubtBehind(
  leaf: AdmittedLeaf,
  place: Place,
  ports: OpenYieldPorts,
): Unstamped<EffectIntent> | null {
  const earlier = leaf.asked.do === "effect" ? ports.finished.takeDoubt(leaf.asked) : null;
  if (earlier === null) return null;
  const opening = openingOf({ ...leaf, isGated: false }, place, ports) as Unstamped<EffectIntent>;
  return { ...opening, inDoubt: earlier.id };
}

/** The same was sent before, on a way the thread left: it is sent with the key of then. */
function keyBehind({ asked }: AdmittedLeaf, { finished }: OpenYieldPorts): Pick<EffectIntent, "sentAs"> {
  const key = asked.do === "effect" ? finished.takeKey(asked) : null;
  return key === null ? {} : { sentAs: key };
}

type Answered = { mark: Pick<EffectIntent, "reused" | "blocked">; verdict: Verdict };

/** It was finished on a way the thread left. */
function reused(asked: AskedEffect, { finished }: OpenYieldPorts): Answered | null {
  const found = finished.take(asked);
  return found === null ? null : { mark: { reused: found.intent }, verdict: verdictOf(found) };
}

/** What a crash tore off: the verdict on an effect whose line says that it is not performed. Null for all others. */
export function verdictBehind(
  { reused, blocked }: Pick<EffectIntent, "reused" | "blocked">,
  finished: FinishedEffects,
): Verdict | null {
  if (blocked !== undefined) return heldBack(blocked, "a limit of the thread holds it back");
  const found = reused === undefined ? null : finished.receiptOf(reused);
  return found === null ? null : verdictOf(found);
}

function verdictOf({ status, payload, error, attempt, costUsd, executor }: ReceiptRecord): Verdict {
  return { status, payload, error, attempt, costUsd, executor };
}

/** A limit of the thread holds it back. */
function blocked(
  asked: AskedEffect,
  { n }: Place,
  before: readonly Unstamped<CommandRecord>[],
  { guard }: OpenYieldPorts,
): Answered | null {
  const block = guard.block(asked, n, before);
  if (block === null) return null;
  const { code, message } = block;
  return { mark: { blocked: code }, verdict: heldBack(code, message) };
}

function heldBack(code: string, message: string): Verdict {
  return { status: "error", error: { code, message }, attempt: 0, executor: "guard" };
}
