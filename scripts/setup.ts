// bun run setup: after an install, does what install scripts do, where none were run (npm 12, `ignore-scripts=true`): the
// package `bun` gets its program, so that `bun` in node_modules/.bin is one, and dist/ is built.
import { copyFileSync, linkSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildDist, isFresh } from "./build-dist.ts";

const BUN = resolve(import.meta.dir, "../node_modules/bun/bin");

/** Without its script it is a text that prints an error. */
const STUB_BYTES_MAX = 100_000;

if (statSync(join(BUN, "bun.exe")).size < STUB_BYTES_MAX)
  for (const name of ["bun.exe", "bunx.exe"]) placeBun(join(BUN, name));
if (!isFresh()) await buildDist();

/** Removed first: the file may be the same one as in the cache of the package manager. */
function placeBun(path: string): void {
  rmSync(path, { force: true });
  try {
    linkSync(process.execPath, path);
  } catch {
    copyFileSync(process.execPath, path); // on another file system
  }
}
