// What a coding agent printed, read by the rules of its preset.
import type { Json } from "@uncaged/workflow/executor";
import type { OutputRule } from "../definitions/presets.ts";

export type Told = {
  text: string | null;
  session: string | null;
  costUsd: number | null;
  inputTokens: number;
  outputTokens: number;
  hasUsage: boolean;
  /** Why it says it failed; null when it does not. */
  failed: string | null;
};

export function nothingTold(): Told {
  return {
    text: null,
    session: null,
    costUsd: null,
    inputTokens: 0,
    outputTokens: 0,
    hasUsage: false,
    failed: null,
  };
}

export function readEvent(event: Json, rules: readonly OutputRule[], told: Told): void {
  for (const rule of rules) if (isFor(rule, event)) apply(rule, event, told);
}

function isFor({ when = {} }: OutputRule, event: Json): boolean {
  return Object.entries(when).every(([path, wanted]) => valuesAt(event, path)[0] === wanted);
}

function apply(rule: OutputRule, event: Json, told: Told): void {
  told.text = textAt(event, rule.text) ?? told.text;
  told.session = textAt(event, rule.session) ?? told.session;
  const cost = sumAt(event, rule.costUsd === undefined ? [] : [rule.costUsd]);
  if (cost !== null) told.costUsd = (told.costUsd ?? 0) + cost;
  const input = sumAt(event, rule.inputTokens ?? []);
  const output = sumAt(event, rule.outputTokens ?? []);
  told.inputTokens += Math.round(input ?? 0);
  told.outputTokens += Math.round(output ?? 0);
  told.hasUsage ||= input !== null || output !== null;
  const [failed] = rule.failed === undefined ? [] : valuesAt(event, rule.failed);
  if (failed !== undefined && failed !== false && failed !== null && failed !== "")
    told.failed = typeof failed === "string" ? failed : (told.text ?? "it says that it failed");
}

function textAt(event: Json, path: string | undefined): string | null {
  const [found] = path === undefined ? [] : valuesAt(event, path);
  return typeof found === "string" ? found : null;
}

/** Null when none of the paths leads to a number. */
function sumAt(event: Json, paths: readonly string[]): number | null {
  const found = paths
    .flatMap((path) => valuesAt(event, path))
    .filter((value): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0);
  return found.length === 0 ? null : found.reduce((sum, value) => sum + value, 0);
}

export function valuesAt(value: Json, path: string): Json[] {
  let found: Json[] = [value];
  for (const name of path.split("."))
    found = found.flatMap((one) => {
      if (typeof one !== "object" || one === null) return [];
      if (name === "*") return Object.values(one);
      return Object.hasOwn(one, name) ? [(one as { [key: string]: Json })[name] as Json] : [];
    });
  return found;
}
