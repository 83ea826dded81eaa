// The store's key: made once, whole, by whoever comes first.
import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSealValid, openSealer, readPublicKey } from "../../src/journal/sealer.ts";

const SHA256 = "0".repeat(64);
const SEALER = join(import.meta.dir, "../../src/journal/sealer.ts");

function inFolder(work: (dir: string) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "uw-key-"));
  return work(dir).finally(() => rmSync(dir, { recursive: true, force: true }));
}

test("S1: a key whose maker is stopped before its bytes are written leaves no key behind", () =>
  inFolder(async (dir) => {
    const path = join(dir, "seal.key");
    const code = `await (await import(${JSON.stringify(SEALER)})).openSealer(${JSON.stringify(path)}).load()`;
    // A file that may hold nothing: the write is refused, as it is missing after a kill -9 in this place.
    const script = 'ulimit -f 0; exec "$0" -e "$1"';
    const made = Bun.spawnSync(["sh", "-c", script, process.execPath, code], { stderr: "pipe" });
    expect(made.exitCode).not.toBe(0);
    expect(existsSync(path)).toBe(false);
    const seal = await openSealer(path).sign(SHA256);
    expect(await isSealValid({ sha256: SHA256, ...seal })).toBe(true);
  }));

test("S1: many makers at once agree on one key, and no temporary file stays", () =>
  inFolder(async (dir) => {
    const path = join(dir, "seal.key");
    const seals = await Promise.all(Array.from({ length: 8 }, () => openSealer(path).sign(SHA256)));
    const [key, ...others] = new Set(seals.map((seal) => seal.key));
    expect(others).toEqual([]);
    expect(key).toBe((await readPublicKey(path)) ?? "there is none");
    expect(readdirSync(dir)).toEqual(["seal.key"]);
    expect(readFileSync(path, "utf8").endsWith("}\n")).toBe(true);
  }));
