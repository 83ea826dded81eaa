// Every effect a workflow may ask for: those built in, those that were registered, and those of effects.yaml.
import type { EffectDefinition } from "#contract/effect.ts";
import { BUILT_IN } from "./built-in.ts";
import type { EffectExecutor } from "./executors.ts";
import { withModelRules } from "./model-rules.ts";
import { type Program, parseEffects } from "./parse-effects.ts";
import { registeredExecutors } from "./registry.ts";

export type Catalogue = {
  get(name: string): EffectDefinition | null;
  /** Sorted. */
  names(): string[];
  /** How an effect of effects.yaml is started; null for any other. */
  program(name: string): Program | null;
  /** How the executor of a registered effect is loaded; null for any other. */
  load(name: string): EffectExecutor["load"] | null;
};

/** `registered`: those of this process, unless told otherwise. */
export function openCatalogue(
  effectsYaml: string | null,
  registered: readonly EffectExecutor[] = registeredExecutors(),
): Catalogue {
  const own = effectsYaml === null ? [] : parseEffects(effectsYaml);
  const known = [
    ...BUILT_IN,
    ...registered.map((one) => one.definition),
    ...own.map((one) => one.definition),
  ];
  const definitions = new Map(known.map((one) => [one.name, withModelRules(one)]));
  const programs = new Map(own.map((one) => [one.definition.name, one.program]));
  const loads = new Map(registered.map((one) => [one.definition.name, one.load]));
  return {
    get: (name) => definitions.get(name) ?? null,
    names: () => [...definitions.keys()].sort(),
    program: (name) => programs.get(name) ?? null,
    load: (name) => (programs.has(name) ? null : (loads.get(name) ?? null)),
  };
}
