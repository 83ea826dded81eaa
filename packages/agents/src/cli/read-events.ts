// What a coding agent printed, read by the rules of its preset.
import type { Json } from "@uncaged/workflow/executor";
import type { OutputRule } from "../definitions/presets.ts";
import { added, type Meters, type Tokens } from "../turns/turn-cost.ts";

export type Told = Meters & {
  text: string | null;
  session: string | null;
  denied: Set<string>;
  /** Why it says it failed; null when it does not. */
  failed: string | null;
};

export function nothingTold(): Told {
  return {
    text: null,
    session: null,
    model: null,
    turn: { costUsd: null, tokens: new Map() },
    total: { costUsd: null, tokens: new Map() },
    calls: new Map(),
    denied: new Set(),
    failed: null,
  };
}

export function readEvent(event: Json, rules: readonly OutputRule[], told: Told): void {
  for (const rule of rules) if (isFor(rule, event)) apply(rule, event, told);
}

function isFor({ when = {} }: OutputRule, event: Json): boolean {
  return Object.entries(when).every(([path, wanted]) => {
    const found = valuesAt(event, path);
    return typeof wanted === "boolean" ? found.length > 0 === wanted : found[0] === wanted;
  });
}

function apply(rule: OutputRule, event: Json, told: Told): void {
  if (rule.anew === true) told.text = null;
  told.text = textAt(event, rule.text) ?? told.text;
  const piece = textAt(event, rule.delta);
  if (piece !== null) told.text = (told.text ?? "") + piece;
  told.session = textAt(event, rule.session) ?? told.session;
  told.model = textAt(event, rule.model) ?? told.model;
  count(rule, event, told);
  for (const name of rule.denied === undefined ? [] : valuesAt(event, rule.denied))
    if (typeof name === "string") told.denied.add(name);
  for (const path of [rule.failed ?? []].flat()) {
    const [failed] = valuesAt(event, path);
    if (failed === undefined || failed === false || failed === null || failed === "") continue;
    told.failed = typeof failed === "string" ? failed : (told.text ?? "it says that it failed");
    return;
  }
}

function count(rule: OutputRule, event: Json, told: Told): void {
  const costUsd = sumAt(event, rule.costUsd === undefined ? [] : [rule.costUsd]);
  const tokens = tokensByModel(rule, event, told.model ?? "");
  if (rule.counts === "call") {
    const id = textAt(event, rule.call) ?? String(told.calls.size);
    for (const [model, counted] of tokens) told.calls.set(id, { model, tokens: counted });
    return;
  }
  const meter = rule.counts === "session" ? told.total : told.turn;
  const isSum = rule.counts !== "session";
  if (costUsd !== null) meter.costUsd = (isSum ? (meter.costUsd ?? 0) : 0) + costUsd;
  if (!isSum && tokens.size > 0) meter.tokens.clear();
  for (const [model, counted] of tokens) meter.tokens.set(model, added(meter.tokens.get(model), counted));
}

function tokensByModel(rule: OutputRule, event: Json, model: string): Map<string, Tokens> {
  const found = new Map<string, Tokens>();
  const places: [string, Json][] =
    rule.perModel === undefined
      ? [[model, event]]
      : valuesAt(event, rule.perModel).flatMap((map) =>
          Object.entries((map ?? {}) as { [key: string]: Json }),
        );
  for (const [name, place] of places) {
    const input = sumAt(place, rule.inputTokens ?? []);
    const output = sumAt(place, rule.outputTokens ?? []);
    if (input === null && output === null) continue;
    const total = sumAt(place, rule.totalTokens ?? []) ?? 0;
    found.set(name, {
      inputTokens: Math.round(input ?? 0),
      outputTokens: Math.round(Math.max(output ?? 0, total - (input ?? 0))),
      cachedInputTokens: Math.round(sumAt(place, rule.cachedInputTokens ?? []) ?? 0),
    });
  }
  return found;
}

function textAt(event: Json, path: string | undefined): string | null {
  const [found] = path === undefined ? [] : valuesAt(event, path);
  return typeof found === "string" ? found : null;
}

/** Null when none of the paths leads to a number. The sum over a map that is there and empty is 0. */
function sumAt(event: Json, paths: readonly string[]): number | null {
  const found = paths
    .flatMap((path) => valuesAt(event, path))
    .filter((value): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0);
  if (found.length > 0) return found.reduce((sum, value) => sum + value, 0);
  return paths.some((path) => isEmptyMap(event, path)) ? 0 : null;
}

function isEmptyMap(event: Json, path: string): boolean {
  const at = path.indexOf(".*");
  const [map] = at === -1 ? [] : valuesAt(event, path.slice(0, at));
  return typeof map === "object" && map !== null && Object.keys(map).length === 0;
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
