import { describe, expect, test } from "bun:test";
import { appendFileSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { layoutOf } from "../../src/disk/layout.ts";
import { overwriteLines } from "../../src/disk/overwrite-lines.ts";
import { markUsed, removeUnused } from "../../src/disk/unused-file.ts";
import { openBlobs } from "../../src/store/blob-store.ts";
import { tempDir } from "../bundle/temp-dir.ts";

describe("UNUSED-1: a file that others may need", () => {
  test("UNUSED-1: one that was marked in time is put back, bytes and name, and nothing lies beside it", async () => {
    await using dir = await tempDir();
    const path = join(dir.path, "a");
    writeFileSync(path, "bytes");
    utimesSync(path, 1, 1);
    const since = Date.now() - 60_000;
    expect(markUsed(path)).toBe(true);
    expect(removeUnused(path, since)).toBe(false);
    expect([readFileSync(path, "utf8"), readdirSync(dir.path)]).toEqual(["bytes", ["a"]]);
    utimesSync(path, 1, 1);
    expect(removeUnused(path, since)).toBe(true);
    expect(readdirSync(dir.path)).toEqual([]);
    expect([removeUnused(path, since), markUsed(path)]).toEqual([false, false]);
  });

  test("UNUSED-1: bytes that are put again count as used now, and are written anew where they went meanwhile", async () => {
    await using dir = await tempDir();
    const layout = layoutOf(dir.path);
    const blobs = openBlobs(layout);
    const sha256 = blobs.put(Buffer.from("x"));
    utimesSync(layout.blob(sha256), 1, 1);
    const since = Date.now() - 60_000;
    blobs.put(Buffer.from("x"));
    expect(removeUnused(layout.blob(sha256), since)).toBe(false);
    utimesSync(layout.blob(sha256), 1, 1);
    expect(removeUnused(layout.blob(sha256), since)).toBe(true);
    blobs.put(Buffer.from("x"));
    expect(existsSync(layout.blob(sha256))).toBe(true);
  });
});

test("lines are overwritten where they stand; what is appended meanwhile, and a line cut short, keep their place", async () => {
  await using dir = await tempDir();
  const path = join(dir.path, "lines");
  writeFileSync(path, "one secret ü\ntwo\n\nthree secret cut");
  let isFirst = true;
  const changed = overwriteLines(path, (line) => {
    if (isFirst) appendFileSync(path, "!\nfour\n");
    isFirst = false;
    return line.includes("secret") ? "gone" : null;
  });
  expect(changed).toBe(2);
  expect(readFileSync(path, "utf8")).toBe(`gone${" ".repeat(9)}\ntwo\n\ngone${" ".repeat(12)}!\nfour\n`);
  expect(overwriteLines(path, () => "longer than the line that stands there")).toBe(5);
  expect(readFileSync(path, "utf8").trim()).toBe("");
  expect(overwriteLines(join(dir.path, "none"), () => "x")).toBe(0);
});
