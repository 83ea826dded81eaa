// The bare work, without an engine: what no engine on this machine can beat.
import {
  closeSync,
  copyFileSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { TempHome } from "../../tests/support/temp-home.ts";
import type { Command } from "./commands.ts";

/** Appends lines of this length, each synced. Returns lines per second. */
export function bareLinesPerSecond(home: Pick<TempHome, "dir">, lines: number, lineBytes: number): number {
  const path = join(home.dir, "bare.jsonl");
  const line = Buffer.from(`${"x".repeat(lineBytes - 1)}\n`);
  const fd = openSync(path, "a");
  const from = performance.now();
  for (let count = 0; count < lines; count++) {
    writeSync(fd, line);
    fdatasyncSync(fd);
  }
  const seconds = (performance.now() - from) / 1000;
  closeSync(fd);
  rmSync(path);
  return lines / seconds;
}

export function emptyScript(home: TempHome): Command {
  const path = join(home.dir, "empty.js");
  writeFileSync(path, "");
  return { argv: [process.execPath, path] };
}

/** A bun that starts a bun and waits for it. */
export function bunStartsBun(home: TempHome): Command {
  const inner = emptyScript(home).argv;
  const path = join(home.dir, "outer.js");
  writeFileSync(path, `Bun.spawnSync(${JSON.stringify(inner)});`);
  return { argv: [process.execPath, path] };
}

/** Copies a file durably. Returns milliseconds. */
export function copyMs(home: TempHome, path: string): number {
  const copy = join(home.dir, "copy.jsonl");
  const from = performance.now();
  copyFileSync(path, copy);
  const fd = openSync(copy, "r+");
  fsyncSync(fd);
  closeSync(fd);
  const took = performance.now() - from;
  rmSync(copy);
  return took;
}
