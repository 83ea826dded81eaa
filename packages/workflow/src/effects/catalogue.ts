// Every effect a workflow may ask for: those built in, and those of effects.yaml.
import type { EffectDefinition } from "#contract/effect.ts";
import { BUILT_IN, LLM_GENERATE } from "./built-in.ts";
import { type Program, parseEffects } from "./parse-effects.ts";

export type Catalogue = {
  get(name: string): EffectDefinition | null;
  /** Sorted. */
  names(): string[];
  /** How an effect of effects.yaml is started; null for a built-in. */
  program(name: string): Program | null;
};

export function openCatalogue(effectsYaml: string | null): Catalogue {
  const own = effectsYaml === null ? [] : parseEffects(effectsYaml);
  const definitions = new Map(
    [...BUILT_IN, ...own.map((one) => withRules(one.definition))].map((one) => [one.name, one]),
  );
  const programs = new Map(own.map((one) => [one.definition.name, one.program]));
  return {
    get: (name) => definitions.get(name) ?? null,
    names: () => [...definitions.keys()].sort(),
    program: (name) => programs.get(name) ?? null,
  };
}

/** Who puts a program of their own in the place of our model keeps the rules of the store (OPS-102). */
function withRules(own: EffectDefinition): EffectDefinition {
  const { complete } = LLM_GENERATE;
  return own.name === LLM_GENERATE.name && complete !== undefined ? { ...own, complete } : own;
}
