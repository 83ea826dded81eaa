import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256Hex } from "../../src/codec/sha256.ts";
import { WorkflowError } from "../../src/contract/errors.ts";
import { layoutOf } from "../../src/disk/layout.ts";
import { openBlobs } from "../../src/store/blob-store.ts";
import { tempDir } from "../bundle/temp-dir.ts";

const HELLO = Buffer.from("hello");

function codeOf(run: () => unknown): string {
  try {
    run();
    return "nothing";
  } catch (error) {
    return error instanceof WorkflowError ? error.code : String(error);
  }
}

describe("AOS-77: bytes by their hash", () => {
  test("AOS-77: what was put is got, from a private file under its hash", async () => {
    await using dir = await tempDir();
    const layout = layoutOf(dir.path);
    const blobs = openBlobs(layout);
    const sha256 = blobs.put(HELLO);
    expect(sha256).toBe(sha256Hex(HELLO));
    expect(blobs.get(sha256)).toEqual(new Uint8Array(HELLO));
    const path = join(layout.root, "blobs", sha256.slice(0, 2), sha256.slice(2));
    expect(layout.blob(sha256)).toBe(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(path))).toEqual([sha256.slice(2)]);
  });

  test("AOS-77: the same bytes again change nothing, and no bytes are bytes too", async () => {
    await using dir = await tempDir();
    const layout = layoutOf(dir.path);
    const blobs = openBlobs(layout);
    const before = statSync(layout.blob(blobs.put(HELLO))).ino;
    expect(statSync(layout.blob(blobs.put(HELLO))).ino).toBe(before);
    expect(blobs.get(blobs.put(new Uint8Array()))).toEqual(new Uint8Array());
  });

  test("AOS-77: a damaged file is an error, not other data; putting the bytes again mends it", async () => {
    await using dir = await tempDir();
    const layout = layoutOf(dir.path);
    const blobs = openBlobs(layout);
    const sha256 = blobs.put(HELLO);
    for (const damage of ["jello", "hell", "", "hello!"]) {
      writeFileSync(layout.blob(sha256), damage);
      expect(codeOf(() => blobs.get(sha256))).toBe("HASH_MISMATCH");
    }
    blobs.put(HELLO);
    expect(blobs.get(sha256)).toEqual(new Uint8Array(HELLO));
  });

  test("a hash nobody put is null, and a store that is empty stays so", async () => {
    await using dir = await tempDir();
    const layout = layoutOf(dir.path);
    expect(openBlobs(layout).get(sha256Hex("x"))).toBeNull();
    expect(existsSync(layout.root)).toBe(false);
  });

  test("a name that is no hash never becomes a path", async () => {
    await using dir = await tempDir();
    const blobs = openBlobs(layoutOf(dir.path));
    for (const name of ["../../etc/passwd", "", "AB".repeat(32), `${"a".repeat(63)}/`])
      expect(codeOf(() => blobs.get(name))).toBe("USAGE");
  });

  test("a link in the place of a folder is not followed", async () => {
    await using dir = await tempDir();
    const layout = layoutOf(dir.path);
    mkdirSync(layout.root, { recursive: true });
    mkdirSync(join(dir.path, "elsewhere"));
    symlinkSync(join(dir.path, "elsewhere"), layout.blobs);
    expect(codeOf(() => openBlobs(layout).put(HELLO))).toBe("IO_FAILED");
    expect(readdirSync(join(dir.path, "elsewhere"))).toEqual([]);
  });

  test("a file that cannot be read is an error of the machine", async () => {
    if (process.getuid?.() === 0) return;
    await using dir = await tempDir();
    const layout = layoutOf(dir.path);
    const blobs = openBlobs(layout);
    const sha256 = blobs.put(HELLO);
    chmodSync(layout.blob(sha256), 0);
    expect(codeOf(() => blobs.get(sha256))).toBe("IO_FAILED");
  });
});
