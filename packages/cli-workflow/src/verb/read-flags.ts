import { type Json, WorkflowError } from "@uncaged/workflow/host";
import type { Invocation } from "./command.ts";

/** A flag that is a whole number of at least `min`. */
export function readNumber({ flag }: Invocation, name: string, min: number): number | undefined {
  const text = flag(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
  throw new WorkflowError(
    "USAGE",
    `--${name} takes a whole number${min > 0 ? ` from ${min} on` : ""}, not "${text}"`,
    {
      details: { flag: `--${name}` },
    },
  );
}

/** What `run`, `fork` and `retry` have alike. */
export const ALLOW_UNPRICED = {
  type: "boolean",
  description: "with a budget: also call what nobody knows the cost of",
} as const;

type BudgetFlags = { maxCost?: number; maxTokens?: number; allowUnpriced?: true };

/** --max-cost in dollars, --max-tokens, --allow-unpriced. */
export function readBudget(invocation: Invocation): BudgetFlags {
  const maxTokens = readNumber(invocation, "max-tokens", 1);
  const text = invocation.flag("max-cost");
  const allowed = invocation.isSet("allow-unpriced") ? { allowUnpriced: true as const } : {};
  const others = { ...(maxTokens === undefined ? {} : { maxTokens }), ...allowed };
  if (text === undefined) return others;
  const maxCost = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && maxCost > 0) return { maxCost, ...others };
  throw new WorkflowError("USAGE", `--max-cost takes dollars such as 2.50, not "${text}"`, {
    details: { flag: "--max-cost" },
  });
}

/** What a thread may spend, make and take: --max-cost, --max-tokens, --max-steps, --timeout-ms. */
export function readLimits(
  invocation: Invocation,
): ReturnType<typeof readBudget> & { maxSteps?: number; timeoutMs?: number } {
  const maxSteps = readNumber(invocation, "max-steps", 1);
  const timeoutMs = readNumber(invocation, "timeout-ms", 1);
  return {
    ...readBudget(invocation),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

/** --var k=v, as often as wanted. */
export function readVariables({ flags }: Invocation): Record<string, string> | undefined {
  const given = flags("var");
  if (given.length === 0) return undefined;
  const variables: Record<string, string> = {};
  for (const pair of given) {
    const at = pair.indexOf("=");
    const key = pair.slice(0, at);
    if (at < 1 || !/^[A-Za-z][A-Za-z0-9_.-]*$/.test(key))
      throw new WorkflowError("USAGE", `--var takes name=value, not "${pair}"`);
    if (Object.hasOwn(variables, key)) throw new WorkflowError("USAGE", `--var ${key} is given twice`);
    variables[key] = pair.slice(at + 1);
  }
  return variables;
}

/** JSON that was typed, or came from a file or a pipe. */
export function parseJson(text: string, where: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const isWord = /^[^"{[\n]*$/.test(text.trim());
    throw new WorkflowError("INVALID_JSON", `${where} is not JSON: ${(error as Error).message}`, {
      hint: isWord ? `a text needs quotes: ${where} '${JSON.stringify(text.trim())}'` : undefined,
      cause: error,
    });
  }
}
