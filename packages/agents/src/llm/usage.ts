// How many tokens an answer took, as its provider counts them, in one form. What nobody said is missing: it is not 0.

export type Usage = {
  /** What came from a cache and what was written to one are part of it. */
  inputTokens?: number;
  /** What the model thought is part of it. */
  outputTokens?: number;
  totalTokens?: number;
  cachedInputTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
};

export type LibraryUsage = {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  inputTokenDetails: { cacheReadTokens: number | undefined; cacheWriteTokens: number | undefined };
  outputTokenDetails: { reasoningTokens: number | undefined };
  raw?: unknown;
};

export function usageOf(told: LibraryUsage): Usage {
  const { inputTokens, outputTokens: answered, inputTokenDetails, outputTokenDetails, raw } = told;
  if (inputTokens === undefined || answered === undefined || isEmpty(raw)) return {};
  const reasoning = outputTokenDetails.reasoningTokens ?? 0;
  const outputTokens = answered + thoughtBeside(raw, inputTokens + answered, reasoning);
  return {
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    ...more("cachedInputTokens", inputTokenDetails.cacheReadTokens),
    ...more("cacheWriteTokens", inputTokenDetails.cacheWriteTokens),
    ...more("reasoningTokens", reasoning),
  };
}

/** xAI counts what its models thought beside the answer, not in it: only the total has both. */
function thoughtBeside(raw: unknown, counted: number, reasoning: number): number {
  const { total_tokens: total } = Object(raw) as { total_tokens?: unknown };
  return typeof total === "number" && reasoning > 0 && total === counted + reasoning ? reasoning : 0;
}

/** The library makes zeros of a usage that is there and says nothing. */
function isEmpty(raw: unknown): boolean {
  return (
    typeof raw === "object" && raw !== null && !Object.values(raw).some((one) => typeof one === "number")
  );
}

function more(name: string, count: number | undefined): { [name: string]: number } {
  return count === undefined || count === 0 ? {} : { [name]: count };
}
