// What an executor says that a call used. It is said from outside, so only numbers from 0 up count: nothing that was spent
// is ever taken back. Pure.
import type { AttemptRecord, FaultRecord, ReceiptRecord } from "#contract/record.ts";

/** `usage` of a payload, as models and coding agents report it: the total, or input and output if they are more. */
export function tokensIn(payload: unknown): number {
  const usage = memberOf(payload, "usage");
  const [total, input, output] = TOKENS.map((name) => countOf(memberOf(usage, name)));
  return Math.max(total ?? 0, added(input ?? 0, output ?? 0));
}

/** Input and output apart; the total may be more than both, as some say only that. */
export type Tokens = { input: number; output: number; total: number };

export function tokensOf(payload: unknown): Tokens {
  const usage = memberOf(payload, "usage");
  const [input, output] = [memberOf(usage, "inputTokens"), memberOf(usage, "outputTokens")].map(countOf);
  return { input: input ?? 0, output: output ?? 0, total: tokensIn(payload) };
}

/** Somebody pays for it: it said what it used, or it asked a model, which does not come back with nothing used. */
export function isPaidCall(
  receipt: Pick<ReceiptRecord, "effect" | "status" | "costUsd" | "payload" | "error">,
): boolean {
  if (hasUnknownUsage(receipt)) return true;
  const { effect, status, costUsd, payload } = receipt;
  // Of a fault, the line before it says what it cost.
  const isAnswered = status !== "error" && status !== "fault";
  return costUsd !== undefined || tokensIn(payload) > 0 || (MODEL_EFFECTS.has(effect) && isAnswered);
}

/** An attempt that failed and said what it cost, or that it cost something; or an answer that did not fit its schema. */
export function isPaidLoss(record: AttemptRecord | FaultRecord): boolean {
  if (hasUnknownUsage(record)) return true;
  return record.costUsd !== undefined || (record.kind === "fault" && MODEL_EFFECTS.has(record.effect));
}

/** It failed after the other side had begun to answer: its executor says that nobody knows what it used. */
export function hasUnknownUsage(record: { error?: { details?: unknown }; costUsd?: number }): boolean {
  return record.costUsd === undefined && memberOf(record.error?.details, "usage") === "unknown";
}

/** Nobody said how many tokens it took. A model does not answer with none. */
export function isUncounted(receipt: Pick<ReceiptRecord, "effect" | "payload">): boolean {
  return MODEL_EFFECTS.has(receipt.effect) && tokensIn(receipt.payload) === 0;
}

/** Nobody said what it cost. A price of 0 that somebody set is a price. */
export function isUnpriced({ costUsd, payload }: { costUsd?: number; payload?: unknown }): boolean {
  if (costUsd !== undefined) return costUsd === 0 && hasOldMark(payload);
  return true;
}

/** Calls of models without a price were once written down as 0, with a warning. */
function hasOldMark(payload: unknown): boolean {
  const warnings = memberOf(payload, "warnings");
  return Array.isArray(warnings) && warnings.some((one) => String(one).startsWith("nobody knows what "));
}

const MODEL_EFFECTS: ReadonlySet<string> = new Set(["sys/llm.generate@1", "sys/agent.run@1"]);

export function microUsdOf(usd: unknown): number {
  return isAmount(usd) ? Math.min(Math.round(usd * 1_000_000), MOST) : 0;
}

/** The members of `usage` that are no amounts, and so are not counted. */
export function notCounted(payload: unknown): string[] {
  const usage = memberOf(payload, "usage");
  return TOKENS.filter((name) => {
    const value = memberOf(usage, name);
    return value !== undefined && !isAmount(value);
  }).map((name) => `usage.${name}`);
}

export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

/** Sums stay whole numbers that can be told apart. */
export function added(a: number, b: number): number {
  return Math.min(a + b, MOST);
}

const TOKENS = ["totalTokens", "inputTokens", "outputTokens"] as const;
const MOST = Number.MAX_SAFE_INTEGER;

function countOf(value: unknown): number {
  return isAmount(value) ? Math.min(value, MOST) : 0;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
