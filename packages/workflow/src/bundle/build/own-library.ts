// The authors' library as the engine brings it along: an author needs no installed copy of `@uncaged/workflow`. esbuild is
// a process of its own and cannot look into a single-file binary, so the files are handed to it from here.
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { OnResolveResult, PluginBuild } from "esbuild";
import { DIST_DIR } from "#contract/dist.ts";

/** esbuild's name space for our files. */
export const LIBRARY = "library";

/** In dist/ and in the binary only what index.ts reaches lies there: see scripts/build-dist.ts. */
const ENTRY = fileURLToPath(new URL("../../index.ts", import.meta.url));
const FOLDER = folderOfLibrary();

export const ownEntry: OnResolveResult = at(posix.basename(ENTRY));

export function bringLibrary(build: PluginBuild): void {
  build.onResolve({ filter: /.*/, namespace: LIBRARY }, ({ path, importer }) =>
    at(path.startsWith("#") ? path.slice(1) : posix.join(posix.dirname(importer), path)),
  );
  build.onLoad({ filter: /.*/, namespace: LIBRARY }, async ({ path }) => ({
    contents: await Bun.file(join(FOLDER, path)).bytes(),
    loader: "default",
  }));
}

function at(path: string): OnResolveResult {
  return { path, namespace: LIBRARY, sideEffects: false };
}

function folderOfLibrary(): string {
  if (DIST_DIR !== null) return `${DIST_DIR}/library`;
  if (import.meta.dir.startsWith("/$bunfs/")) return `${import.meta.dir}/library`;
  return join(ENTRY, "..");
}
