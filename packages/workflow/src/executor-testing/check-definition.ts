// What every definition of an effect keeps to, whichever package it is from.
import type { Json } from "#contract/command.ts";
import { EFFECT_NAME, type EffectDefinition, type JsonSchema } from "#contract/effect.ts";
import { normalise } from "#effects/check-schema.ts";
import { diceFrom } from "#effects/stub/stub-dice.ts";
import { stubValue } from "#effects/stub/stub-value.ts";

/** What is wrong with it, in words; nothing when it is right. `seed`: of the values it is tried with. */
export function definitionProblems(definition: EffectDefinition, seed: number): string[] {
  const { name, params, receipt, simulate, gist } = definition;
  const problems: string[] = [];
  if (!EFFECT_NAME.test(name)) problems.push(`${name} is not an effect name: write ns/name@1`);
  for (const [word, schema] of Object.entries({ params, receipt }))
    if (schema.additionalProperties !== false) problems.push(`${word} of ${name} takes fields nobody knows`);
  const asked = stubOf(params, seed);
  if (asked === undefined) return [...problems, `no value fits the params of ${name}`];
  if (gist?.(asked)?.includes("\n"))
    problems.push(`the gist of ${name} is more than one line: ${gist(asked)}`);
  const answer = stubOf(simulate?.(asked) ?? receipt, seed);
  if (answer === undefined) problems.push(`a dry run finds no answer of ${name}`);
  else if ("problem" in normalise(receipt, answer))
    problems.push(`what a dry run answers does not fit the receipt of ${name}`);
  return problems;
}

function stubOf(schema: JsonSchema, seed: number): Json | undefined {
  return stubValue(schema, diceFrom(seed));
}
