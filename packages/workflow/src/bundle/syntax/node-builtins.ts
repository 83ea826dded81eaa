import { builtinModules } from "node:module";

/** Bun counts these as built in; Node does not have them. `module` is Node's, but gives `require` back. */
const NOT_FOR_BUNDLES = new Set(["undici", "ws", "module"]);

/** Built-ins that have no bare name. */
const PREFIX_ONLY = ["sqlite", "test"];

const BARE = new Set(
  builtinModules.filter((name) => !name.includes(":") && name !== "bun" && !NOT_FOR_BUNDLES.has(name)),
);
const PREFIXED = new Set([...BARE, ...PREFIX_ONLY].map((name) => `node:${name}`));

/** The `node:` name of a built-in that a bundle may import, or null. */
export function nodeBuiltin(specifier: string): string | null {
  if (PREFIXED.has(specifier)) return specifier;
  return BARE.has(specifier) ? `node:${specifier}` : null;
}
