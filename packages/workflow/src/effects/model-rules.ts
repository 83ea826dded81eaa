// What policy.yaml says of every question to a model, whoever performs it (OPS-102).
import type { Json } from "#contract/command.ts";
import type { EffectDefinition } from "#contract/effect.ts";
import { LLM_EFFECT } from "#contract/model-effects.ts";

/** A program that stands in for the model keeps the rules of the store. */
export function withModelRules(definition: EffectDefinition): EffectDefinition {
  if (definition.name !== LLM_EFFECT) return definition;
  return {
    ...definition,
    complete: (params, say) => {
      const completed = definition.complete?.(params, say) ?? params;
      return say.allowTemperature ? completed : withoutChance(completed);
    },
  };
}

/** The same question gets the same answer, as far as the model allows. */
function withoutChance(params: Json): Json {
  if (typeof params !== "object" || params === null || Array.isArray(params)) return params;
  return params.temperature === undefined ? params : { ...params, temperature: 0 };
}
