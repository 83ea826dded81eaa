// With a budget in dollars, an agent whose cost nobody could know does not start (C1).
import { type Prices, priceOf, Refusal } from "@uncaged/workflow/executor";
import { listed } from "./turn-cost.ts";

type Asked = { agent?: string; command?: string[]; model?: string };

/** `priceList`: whose prices its models have; null where its tokens are not told in full. */
export function assertKnowable(
  { agent, command, model }: Asked,
  priceList: string | null,
  prices: Prices,
): void {
  if (model !== undefined && priceList !== null && priceOf(prices, listed(priceList, model)) !== null) return;
  const who = agent ?? command?.[0] ?? "the agent";
  const why =
    priceList === null
      ? "how many tokens it uses is not known"
      : model === undefined
        ? "no model is named"
        : `there is no price for ${model}`;
  throw new Refusal(
    "AGENT_UNPRICED",
    `nobody could know what ${who} costs: it does not say, and ${why}. With --max-cost, name a model that has a price, or add --allow-unpriced`,
    { retryable: false, details: { agent: who, ...(model === undefined ? {} : { model }) } },
  );
}
