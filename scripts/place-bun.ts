import { copyFileSync, linkSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Without its install script `bun.exe` of the package `bun` is a text that prints an error. */
const STUB_BYTES_MAX = 100_000;

/** Puts the Bun that runs us in the place of the stub, as the script would. `bin` is the folder of the package's programs. */
export function placeBun(bin: string): void {
  if (statSync(join(bin, "bun.exe")).size > STUB_BYTES_MAX) return;
  for (const name of ["bun.exe", "bunx.exe"]) place(join(bin, name));
}

/** Removed first: the file may be the same one as in the cache of the package manager. */
function place(path: string): void {
  rmSync(path, { force: true });
  try {
    linkSync(process.execPath, path);
  } catch {
    copyFileSync(process.execPath, path); // on another file system
  }
}
