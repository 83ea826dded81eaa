// A bundle as it comes from a file of its author: read as it is, or built from an entry.
import type { BuiltBundle } from "#bundle/build/build-bundle.ts";
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { BUNDLE_SUFFIX } from "#disk/layout.ts";
import { readUserFile, readUserFileIfAny } from "#disk/user-file.ts";
import type { Store } from "../open/store.ts";
import { esbuildProgram } from "./esbuild-program.ts";

/** A bundle as read from a file, with what stands beside it. */
export type BundleFile = {
  bytes: Uint8Array;
  sidecar?: string | undefined;
  sourceMap?: string | undefined;
  /** Of an entry that was built here. */
  descriptor?: BuiltBundle["descriptor"];
};

export function readBundle(
  store: Store,
  file: string,
  mayEvaluate: boolean,
): Promise<BundleFile> | BundleFile {
  return file.endsWith(BUNDLE_SUFFIX) ? readBundleFile(file) : buildEntry(store, file, mayEvaluate);
}

export async function buildEntry(store: Store, entry: string, mayEvaluate: boolean): Promise<BundleFile> {
  readUserFile(entry, LIMITS.bundleBytes);
  if (!/\.(ts|tsx|mts|jsx)$/.test(entry))
    throw new WorkflowError(
      "BUNDLE_INVALID",
      `${entry} is neither a ${BUNDLE_SUFFIX} file nor a TypeScript entry`,
      {
        hint: `rename it to end in ${BUNDLE_SUFFIX}, or build it: uncaged-workflow build <entry.ts>`,
      },
    );
  const { buildBundle } = await import("#bundle/build/build-bundle.ts");
  const program = esbuildProgram(store.layout);
  const { code, map, descriptor } = await buildBundle(entry, { mayEvaluate, program });
  return { bytes: code, sourceMap: map, descriptor };
}

function readBundleFile(file: string): BundleFile {
  const stem = file.slice(0, -BUNDLE_SUFFIX.length);
  return {
    bytes: readUserFile(file, LIMITS.bundleBytes),
    sidecar: readBeside(`${stem}.yaml`) ?? readBeside(`${file}.yaml`),
    sourceMap: readBeside(`${file}.map`),
  };
}

function readBeside(file: string): string | undefined {
  const bytes = readUserFileIfAny(file, LIMITS.bundleBytes);
  return bytes === null ? undefined : new TextDecoder().decode(bytes);
}
