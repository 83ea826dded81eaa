// What somebody paid for in one thread, line by line. A fork does not count what its origin paid, nor an answer that was
// found again; a dry run pays nothing.
import type { Json } from "#contract/command.ts";
import {
  type AttemptRecord,
  type CommandRecord,
  type EffectIntent,
  type FaultRecord,
  isCopiedLine,
  type ReceiptRecord,
  type RoleRecord,
} from "#contract/record.ts";
import { isReused } from "./fold-spent.ts";
import type { FoldableLine, ThreadFold } from "./fold-thread.ts";
import { isPaidCall, isPaidLoss, isUnpriced, microUsdOf, type Tokens, tokensOf } from "./read-usage.ts";

export type PaidLine = {
  timestamp: number;
  /** The model, the agent, or the effect that was called; null: a role said what its work cost. */
  model: string | null;
  calls: 0 | 1;
  /** 1: nobody said what it cost. */
  unpriced: 0 | 1;
  microUsd: number;
  tokens: Tokens;
};

/** `fold` has taken the line already. Null: nothing was paid there. */
export function paidLine(line: FoldableLine, fold: ThreadFold): PaidLine | null {
  const { start } = fold;
  if (start === null || start.parameters.options.isDryRun || isCopiedLine(start, line.seq)) return null;
  if (line.isRole) return line.mentionsCost === false ? null : paidByRole(line.record as RoleRecord);
  const record = line.record as CommandRecord;
  if (record.kind !== "receipt" && record.kind !== "attempt" && record.kind !== "fault") return null;
  const opening = fold.current?.leaves.get(record.index)?.opening;
  if (isReused(opening)) return null;
  const model = modelOf(opening as Partial<EffectIntent> | undefined);
  return record.kind === "receipt" ? paidByCall(record, model) : paidForNothing(record, model);
}

const NO_TOKENS: Tokens = { input: 0, output: 0, total: 0 };

function paidByRole({ meta, timestamp }: RoleRecord): PaidLine | null {
  const microUsd = microUsdOf(meta.costUsd);
  if (microUsd === 0) return null;
  return { timestamp, model: null, calls: 0, unpriced: 0, microUsd, tokens: NO_TOKENS };
}

function paidByCall(receipt: ReceiptRecord, model: string | null): PaidLine | null {
  if (!isPaidCall(receipt)) return null;
  const { timestamp, effect, costUsd, payload } = receipt;
  return {
    timestamp,
    model: model ?? effect,
    calls: 1,
    unpriced: isUnpriced(receipt) ? 1 : 0,
    microUsd: microUsdOf(costUsd),
    tokens: tokensOf(payload),
  };
}

function paidForNothing(record: AttemptRecord | FaultRecord, model: string | null): PaidLine | null {
  if (!isPaidLoss(record)) return null;
  const { timestamp, costUsd } = record;
  const unpriced = isUnpriced(record) ? 1 : 0;
  return { timestamp, model, calls: 1, unpriced, microUsd: microUsdOf(costUsd), tokens: NO_TOKENS };
}

function modelOf(intent: Partial<EffectIntent> | undefined): string | null {
  const { model, agent, command } = (intent?.params ?? {}) as { [key: string]: Json | undefined };
  const who = agent ?? (Array.isArray(command) ? command[0] : undefined);
  const words = [intent?.effect === AGENT ? who : undefined, model].filter(
    (word) => typeof word === "string",
  );
  return words.length === 0 ? (intent?.effect ?? null) : words.join(" ");
}

const AGENT = "sys/agent.run@1";
