// What the receipt of an effect must fit, by the name of the effect.
import type { JsonSchema } from "#contract/effect.ts";
import { LIMITS } from "#contract/limits.ts";
import { readWhole } from "#disk/whole-file.ts";
import type { Store } from "../open/store.ts";

/** Without a schema the answer is asked for as JSON; what is wrong with effects.yaml is not told here. */
export async function openReceipts({ layout }: Store): Promise<(effect: string) => JsonSchema | null> {
  const { openCatalogue } = await import("#effects/catalogue.ts");
  try {
    const bytes = readWhole(layout.effects, LIMITS.yamlBytes);
    const catalogue = openCatalogue(bytes === null ? null : new TextDecoder().decode(bytes));
    return (effect) => catalogue.get(effect)?.receipt ?? null;
  } catch {
    return () => null;
  }
}
