// The single-file binary has esbuild's program in it (see scripts/build-binary.ts), under its sha256. A program runs from a
// file, so it is put into the store, and compared with its hash before every use.
import { IS_BINARY } from "#contract/dist.ts";
import { WorkflowError } from "#contract/errors.ts";
import { listDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { placeProgram } from "#disk/place-program.ts";

/** The program to run, or undefined where esbuild finds its own. */
export function esbuildProgram(layout: Layout): string | undefined {
  if (!IS_BINARY) return undefined;
  const folder = `${import.meta.dir}/esbuild`;
  const [sha256] = listDirectory(folder);
  if (sha256 === undefined) throw new WorkflowError("INTERNAL", "this binary was built without esbuild");
  return placeProgram(layout.tool(`esbuild-${sha256}`), `${folder}/${sha256}`, sha256);
}
