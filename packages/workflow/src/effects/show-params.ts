// The params of an effect in a few words, as its definition tells them.
import type { Json } from "#contract/command.ts";
import { BUILT_IN } from "./built-in.ts";
import { registeredExecutors } from "./registry.ts";

export function showParams(effect: string, params: Json): string {
  const known = [...BUILT_IN, ...registeredExecutors().map((one) => one.definition)];
  const words = known.find(({ name }) => name === effect)?.gist?.(params);
  return words ?? JSON.stringify(params);
}
