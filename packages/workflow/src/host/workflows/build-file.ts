// build: a TypeScript entry becomes a bundle file.
import { sha256Hex } from "#codec/sha256.ts";
import { bundleIdOf } from "#codec/xxh64.ts";
import { WorkflowError } from "#contract/errors.ts";
import { BUNDLE_SUFFIX } from "#disk/layout.ts";
import { writeUserFile } from "#disk/user-file.ts";
import type { Store } from "../open/store.ts";
import { assertBundle, EVALUATED } from "./check-bundle.ts";
import { buildEntry } from "./read-bundle.ts";

export type Built = {
  file: string;
  hash: string;
  sha256: string;
  bytes: number;
  effects: string[];
  capabilities: string[];
  /** What the author should know, though nothing is wrong. */
  warnings: string[];
};

/** Turns a TypeScript entry into a bundle file, with its source map beside it. */
export async function buildFile(store: Store, entry: string, out: string): Promise<Built> {
  if (!out.endsWith(BUNDLE_SUFFIX))
    throw new WorkflowError("USAGE", `a bundle's file name ends in ${BUNDLE_SUFFIX}, unlike ${out}`);
  const built = await buildEntry(store, entry, true);
  const facts = await assertBundle(null, built, entry);
  writeUserFile(out, built.bytes);
  if (built.sourceMap !== undefined) writeUserFile(`${out}.map`, built.sourceMap);
  return {
    file: out,
    hash: bundleIdOf(built.bytes),
    sha256: sha256Hex(built.bytes),
    bytes: built.bytes.length,
    effects: facts.descriptor?.effects ?? [],
    capabilities: facts.capabilities,
    warnings: built.descriptor === "evaluated" ? [EVALUATED] : [],
  };
}
