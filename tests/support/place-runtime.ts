import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** Puts the Bun that runs us where the launcher of a copy of the package in `folder` looks for its own. */
export function placeRuntime(folder: string): void {
  const bin = join(folder, "node_modules/@oven/bun-of-this-test/bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, "bun"));
}
