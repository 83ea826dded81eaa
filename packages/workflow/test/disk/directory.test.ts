// Folders of the store, as a power cut would find them.
import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const DIRECTORY = join(import.meta.dir, "../../src/disk/directory.ts");

// Which folders were synced, only the kernel can tell.
test.skipIf(Bun.which("strace") === null)(
  "S9: every folder made on the way is synced into the one it is in",
  () => {
    const dir = mkdtempSync(join(tmpdir(), "uw-dir-"));
    try {
      const log = join(dir, "log");
      const code = `(await import(${JSON.stringify(DIRECTORY)})).ensureDirectory(${JSON.stringify(join(dir, "a/b/c"))})`;
      const ran = Bun.spawnSync([
        "strace",
        "-y",
        "-o",
        log,
        "-e",
        "trace=fsync",
        process.execPath,
        "-e",
        code,
      ]);
      expect(ran.exitCode).toBe(0);
      const synced = [...readFileSync(log, "utf8").matchAll(/^fsync\(\d+<(.*)>\) += 0$/gm)].map(
        (match) => match[1],
      );
      expect(synced.toSorted()).toEqual([dir, join(dir, "a"), join(dir, "a/b")]);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  },
);
