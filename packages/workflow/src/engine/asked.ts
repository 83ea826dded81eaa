// A yield of commands after admission, and how what it asks for is held against lines.
import { plainJson } from "#codec/plain-json.ts";
import type { AskedEffect } from "#commands/admit-effect.ts";
import type { AdmittedLeaf, AskedLeaf } from "#commands/registry.ts";
import type { Json } from "#contract/command.ts";
import type { Group } from "#contract/record.ts";

/** `epochState`: of a `continue`, which is never answered. */
export type AskedYield = { group: Group | null; leaves: AdmittedLeaf[]; epochState?: Json };

/** Whether a command asks for what a line says. Class, risk and timeout that the catalogue added then do not count. */
export function isSameAsked(line: AskedLeaf, leaf: AdmittedLeaf): boolean {
  return plainJson(line) === plainJson(askedBeside(line, leaf));
}

/** What a command asks for, with the catalogue's part as it was when the line was written. */
export function askedBeside(
  line: AskedLeaf | undefined,
  { asked, fromCatalogue = [] }: AdmittedLeaf,
): AskedLeaf {
  if (line?.do !== "effect" || asked.do !== "effect" || line.effect !== asked.effect) return asked;
  return { ...asked, ...Object.fromEntries(fromCatalogue.map((fact) => [fact, line[fact]])) };
}

/** Two uses of one effect with the same params, and the same key where it has one, are the same work, wherever they stand. */
export function reuseKey({ effect, params, key }: AskedEffect): string {
  return plainJson(key === undefined ? { effect, params } : { effect, params, key });
}
