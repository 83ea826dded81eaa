// A worker that cannot perform what its bundle declares does not begin: the thread stays as it is, for one that can.
import { WorkflowError } from "#contract/errors.ts";
import { MODEL_EFFECTS, missingPackageHint } from "#contract/model-effects.ts";
import type { EffectExecutor } from "./executors.ts";
import { parseEffects } from "./parse-effects.ts";
import { registeredExecutors } from "./registry.ts";

/** `effectsYaml`: read only when a declared effect is not registered. `registered`: those of this process, unless told otherwise. */
export function assertPerformed(
  declared: readonly string[],
  effectsYaml: () => string | null,
  registered?: readonly EffectExecutor[],
): void {
  const models = declared.filter((effect) => MODEL_EFFECTS.has(effect));
  if (models.length === 0) return;
  const known = new Set((registered ?? registeredExecutors()).map(({ definition }) => definition.name));
  const missing = models.filter((effect) => !known.has(effect));
  if (missing.length === 0) return;
  const text = effectsYaml();
  const programs = new Set(
    (text === null ? [] : parseEffects(text)).map(({ definition }) => definition.name),
  );
  const effect = missing.find((name) => !programs.has(name));
  if (effect === undefined) return;
  throw new WorkflowError("EFFECT_UNKNOWN", `nobody here performs the effect ${effect}`, {
    hint: missingPackageHint(effect),
    details: { effect },
  });
}
