import { join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { DIST_DIR } from "#contract/dist.ts";
import { LIBRARY } from "./own-library.ts";

/** Our own sources in a checkout, which end in every bundle there that uses `@uncaged/workflow`. */
export const OWN_SOURCES =
  DIST_DIR === null
    ? fileURLToPath(new URL("../../", import.meta.url))
    : join(DIST_DIR, "../../workflow/src/");

/** esbuild's name space for modules that go by a name of ours. */
export const STABLE = "package";

/**
 * The modules of packages whose path esbuild wrote into the code, by absolute path, each with a name that says nothing
 * about the machine. Two copies of a package are told apart by their order in the code.
 */
export function namesOfWrapped(code: string, inputs: string[], folder: string): Map<string, string> {
  const wrapped = inputs
    .map((input) => ({ input, at: code.indexOf(`${JSON.stringify(input)}(`) }))
    .filter(({ input, at }) => at !== -1 && nameOf(input, folder) !== input)
    .sort((a, b) => a.at - b.at);
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  for (const { input } of wrapped) {
    const name = nameOf(input, folder);
    const copies = (taken.get(name) ?? 0) + 1;
    taken.set(name, copies);
    names.set(resolve(folder, input), copies === 1 ? name : `${copies}/${name}`);
  }
  return names;
}

/** A file as authors know it: relative to the entry, or by the package it is part of. */
export function nameOf(file: string, folder: string): string {
  if (file.startsWith(`${STABLE}:`)) return file.slice(STABLE.length + 1);
  if (file.startsWith(`${LIBRARY}:`)) return `@uncaged/workflow/src/${file.slice(LIBRARY.length + 1)}`;
  const inPackage = /.*(?:^|\/)node_modules\/(.+)$/s.exec(file);
  if (inPackage !== null) return inPackage[1]!;
  const absolute = resolve(folder, file);
  return absolute.startsWith(OWN_SOURCES)
    ? `@uncaged/workflow/src/${absolute.slice(OWN_SOURCES.length).replaceAll(sep, "/")}`
    : file;
}
