// What a turn over the protocol used and cost, counted as with a command line (turns/turn-cost.ts).
import type { Prices } from "@uncaged/workflow/executor";
import type { AcpAgent } from "../definitions/acp-registry.ts";
import { type Before, type Turn as Spent, turnOf } from "../turns/turn-cost.ts";
import type { AcpParams } from "./acp-executor.ts";
import type { Ended } from "./report.ts";
import type { Turn } from "./turn.ts";
import type { TurnLog } from "./turn-log.ts";

type Told = { params: AcpParams; entry: AcpAgent; log: TurnLog; turn: Turn; prices: Prices };

/** The protocol tells the cost of a session as a whole, and the tokens of a turn. Tokens that are not all are not priced. */
export function spentIn({ answer, session }: Ended, { params, entry, log, turn, prices }: Told): Spent {
  const usage = log.usage(answer);
  const model = params.model ?? null;
  const tokens = usage === null ? [] : [[model ?? "", { ...usage, cachedInputTokens: 0 }] as const];
  const isProcess = entry.cost === "process";
  const meters = {
    model,
    turn: { costUsd: isProcess ? log.costUsd : null, tokens: new Map(tokens) },
    total: { costUsd: isProcess ? null : log.costUsd, tokens: new Map() },
    calls: new Map(),
  };
  const priceList = entry.usage === "turn" ? (entry.prices ?? null) : null;
  return turnOf(meters, beforeOf(session?.way.before ?? null, turn), priceList, prices);
}

/** Of a session nobody here knows: what it told of its cost as it was loaded. */
function beforeOf(before: Before, { costAtLoad }: Turn): Before {
  return before ?? (costAtLoad === null ? null : { costUsd: costAtLoad });
}
