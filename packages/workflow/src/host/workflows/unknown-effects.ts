import { nearest } from "#codec/nearest.ts";
import type { BundleProblem } from "#contract/descriptor.ts";
import { LIMITS } from "#contract/limits.ts";
import { missingPackageHint } from "#contract/model-effects.ts";
import { readWhole } from "#disk/whole-file.ts";
import { openCatalogue } from "#effects/catalogue.ts";
import type { Store } from "../open/store.ts";

/** Effects a bundle declares and nobody here performs: said before the first thread fails of it. */
export function unknownEffects(store: Store, declared: readonly string[]): BundleProblem[] {
  const bytes = readWhole(store.layout.effects, LIMITS.yamlBytes);
  const catalogue = openCatalogue(bytes === null ? null : new TextDecoder().decode(bytes));
  return declared
    .filter((effect) => catalogue.get(effect) === null)
    .map((effect) => {
      const close = nearest(effect, catalogue.names());
      return {
        code: "EFFECT_UNKNOWN",
        message: `descriptor.effects: nobody here performs ${effect}`,
        hint:
          missingPackageHint(effect) ??
          (close === null ? `declare it in ${store.layout.effects}` : `did you mean ${close}?`),
      };
    });
}
