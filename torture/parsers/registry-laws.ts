// S16, S17: workflow.yaml.

import { WorkflowError } from "@uncaged/workflow/host";
import * as fc from "fast-check";
import { encode64 } from "../../packages/workflow/src/codec/crockford32.ts";
import { parseRegistry, type Registry } from "../../packages/workflow/src/store/registry.ts";
import { renderRegistry } from "../../packages/workflow/src/store/render-registry.ts";
import { changes, textLike } from "./inputs.ts";
import { changed, type Law } from "./law.ts";

export const REGISTRY_LAWS: readonly Law[] = [
  { name: "registry: what is written reads back as it was", of: fc.asyncProperty(registryOf(), roundTrip) },
  {
    name: "registry: one that was cut short is refused",
    of: fc.asyncProperty(registryOf(), fc.nat(), cutShort),
  },
  {
    name: "registry: a changed one is refused, or holds ids and names only",
    of: fc.asyncProperty(registryOf(), changes, mangled),
  },
  {
    name: "registry: any text is refused with a code, or is a registry",
    of: fc.asyncProperty(textLike("workflows: \n-#&*{}[]\"'ab01!<>|", 200), anyText),
  },
];

function registryOf(): fc.Arbitrary<Registry> {
  const version = fc.record({
    hash: fc.bigInt(0n, 2n ** 64n - 1n).map(encode64),
    timestamp: fc.nat(),
    sha256: fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 }),
  });
  const entry = fc
    .tuple(version, fc.array(version, { maxLength: 2 }))
    .map(([head, history]) => ({ ...head, history }));
  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,4}){0,2}$/);
  return fc
    .dictionary(name, entry, { minKeys: 1, maxKeys: 3, noNullPrototype: true })
    .map((workflows) => ({ workflows }));
}

async function roundTrip(registry: Registry): Promise<boolean> {
  const text = renderRegistry(registry);
  return renderRegistry(await parseRegistry(text, "f")) === text;
}

async function cutShort(registry: Registry, at: number): Promise<boolean> {
  const text = renderRegistry(registry);
  // Without a single line it is a file somebody emptied; that is refused too.
  return (await read(text.slice(0, at % text.length))) === "refused";
}

async function mangled(registry: Registry, list: Parameters<typeof changed>[1]): Promise<boolean> {
  const text = new TextDecoder().decode(changed(Buffer.from(renderRegistry(registry)), list));
  return (await read(text)) !== "broken";
}

async function anyText(text: string): Promise<boolean> {
  return (await read(text)) !== "broken";
}

async function read(text: string): Promise<"refused" | "sound" | "broken"> {
  try {
    const { workflows } = await parseRegistry(text, "f");
    const isSound = Object.entries(workflows).every(
      ([name, { hash, history }]) =>
        /^[a-z][a-z0-9-]{0,62}$/.test(name) && /^[0-9A-Z]{13}$/.test(hash) && Array.isArray(history),
    );
    return isSound ? "sound" : "broken";
  } catch (error) {
    return error instanceof WorkflowError && error.code === "REGISTRY_INVALID" ? "refused" : "broken";
  }
}
