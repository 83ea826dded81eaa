import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../src/codec/sha256.ts";
import type { Json } from "../../src/contract/command.ts";
import { layoutOf } from "../../src/disk/layout.ts";
import { openBlobs } from "../../src/store/blob-store.ts";
import { Bench, codeOf, payloadOf } from "./bench.ts";

const READ = "sys/fs.read@1";
const WRITE = "sys/fs.write@1";

/** A workspace with a file, a folder, and links of every kind; a secret beside it. */
class Linked extends Bench {
  constructor() {
    super();
    const { folder, workspace } = this;
    writeFileSync(join(folder, "secret"), "outside");
    mkdirSync(join(folder, "elsewhere"));
    writeFileSync(join(folder, "elsewhere/file"), "outside");
    mkdirSync(join(workspace, "sub"));
    writeFileSync(join(workspace, "file"), "inside");
    writeFileSync(join(workspace, "sub/file"), "deep");
    mkdirSync(`${workspace}-twin`);
    writeFileSync(`${workspace}-twin/file`, "outside");
    const links: Record<string, string> = {
      "to-secret": "../secret",
      "to-folder": "../elsewhere",
      "to-absolute": join(folder, "secret"),
      "to-nowhere": "../not-there",
      "to-link": "to-secret",
      "to-inside": "sub/file",
      "to-inside-absolute": join(workspace, "file"),
      "to-new": "sub/new",
      "to-sub": "sub",
      loop: "loop",
      "up-and-back": "../workspace/file",
      "sub/up": "..",
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(workspace, name));
  }
}

/** Puts links to these in turn, as fast as it can; null is a real folder. */
function swapping(folder: string, links: Record<string, [string, string | null]>): Disposable {
  const child = Bun.spawn(
    [
      process.execPath,
      "-e",
      `const { mkdirSync, renameSync, rmSync, symlinkSync } = require("node:fs");
       const put = (name, target) => {
         if (target === null) { rmSync(name, { recursive: true, force: true }); mkdirSync(name); return; }
         symlinkSync(target, "next");
         try { renameSync("next", name); } catch { rmSync(name, { recursive: true, force: true }); renameSync("next", name); }
       };
       for (;;) for (const [name, targets] of Object.entries(${JSON.stringify(links)}))
         for (const target of targets) try { put(name, target); } catch { rmSync("next", { force: true }); }`,
    ],
    { cwd: folder },
  );
  return { [Symbol.dispose]: () => child.kill("SIGKILL") };
}

const OUTSIDE = [
  "../secret",
  "../../etc/passwd",
  "/etc/passwd",
  "sub/../../secret",
  "to-secret",
  "to-folder/file",
  "to-folder/new",
  "to-absolute",
  "to-nowhere",
  "to-link",
  "to-sub/../../secret",
  "sub/up/../secret",
  "../workspace-twin/file",
  "nothing/../../secret",
];

describe("OPS-111: reading", () => {
  test.each([
    ["file", "inside"],
    ["./sub//file", "deep"],
    ["sub/../file", "inside"],
    ["to-inside", "deep"],
    ["to-inside-absolute", "inside"],
    ["to-sub/file", "deep"],
    ["to-sub/../file", "inside"],
    ["sub/up/file", "inside"],
    ["up-and-back", "inside"],
  ])("%s is in the workspace", async (path, content) => {
    using bench = new Linked();
    expect(payloadOf(await bench.call(READ, { path }))).toEqual({ content, bytes: content.length });
  });

  test.each(OUTSIDE)("OPS-111: %s is not", async (path) => {
    using bench = new Linked();
    expect(codeOf(await bench.call(READ, { path }))).toBe("PATH_OUTSIDE_WORKSPACE");
  });

  test("an absolute path of the workspace will do", async () => {
    using bench = new Linked();
    const path = join(bench.workspace, "sub/file");
    expect(payloadOf(await bench.call(READ, { path })).content).toBe("deep");
  });

  test.each([
    ["nothing", "FILE_NOT_FOUND"],
    ["to-new", "FILE_NOT_FOUND"],
    ["sub", "PATH_NOT_FILE"],
    [".", "PATH_NOT_FILE"],
    ["file/deeper", "PATH_NOT_FOLDER"],
    ["loop", "PATH_INVALID"],
    ["", "PATH_INVALID"],
    ["a\0b", "PATH_INVALID"],
    ["fifo", "PATH_NOT_FILE"],
    ["x".repeat(300), "FS_FAILED"],
  ])("%j is an error receipt", async (path, code) => {
    using bench = new Linked();
    Bun.spawnSync(["mkfifo", join(bench.workspace, "fifo")]);
    expect(codeOf(await bench.call(READ, { path }))).toBe(code);
  });

  test("bytes that are no text come as base64", async () => {
    using bench = new Bench();
    writeFileSync(join(bench.workspace, "raw"), Buffer.from([0xff, 0x00, 0xfe]));
    expect(payloadOf(await bench.call(READ, { path: "raw", encoding: "base64" }))).toEqual({
      content: "/wD+",
      bytes: 3,
    });
    expect(payloadOf(await bench.call(READ, { path: "raw" })).content).toBe("\ufffd\0\ufffd");
  });

  test("OPS-80: a file over the limit is an error, one exactly at it is not", async () => {
    using bench = new Bench();
    const empty = '{"bytes":1000,"content":""}'.length;
    writeFileSync(join(bench.workspace, "fits"), "x".repeat(1000));
    writeFileSync(join(bench.workspace, "large"), "x".repeat(1001));
    const limit = { maxOutputBytes: 1000 + empty };
    expect(codeOf(await bench.call(READ, { path: "fits" }, limit))).toBe("ok");
    expect(codeOf(await bench.call(READ, { path: "large" }, limit))).toBe("MAX_OUTPUT_BYTES");
    Bun.spawnSync(["truncate", "-s", "20G", join(bench.workspace, "sparse")]);
    expect(codeOf(await bench.call(READ, { path: "sparse" }))).toBe("MAX_OUTPUT_BYTES");
  });

  test("OPS-111: a link swapped in while reading goes on never shows what is outside", async () => {
    using bench = new Linked();
    using _ = swapping(bench.workspace, { d: ["../elsewhere", null] });
    for (let round = 0; round < 2000; round++) {
      const code = codeOf(await bench.call(READ, { path: "d/file" }));
      expect(["PATH_OUTSIDE_WORKSPACE", "FILE_NOT_FOUND"]).toContain(code);
    }
  });
});

describe("OPS-111: writing", () => {
  test("a file is made with the folders above it, and described", async () => {
    using bench = new Bench();
    expect(payloadOf(await bench.call(WRITE, { path: "a/b/c.txt", content: "héllo" }))).toEqual({
      path: "a/b/c.txt",
      bytes: 6,
      sha256: sha256Hex("héllo"),
    });
    expect(readFileSync(join(bench.workspace, "a/b/c.txt"), "utf8")).toBe("héllo");
    expect(readdirSync(join(bench.workspace, "a/b"))).toEqual(["c.txt"]);
  });

  test("done twice, it is done once", async () => {
    using bench = new Bench();
    const params: Json = { path: "f", content: "x" };
    expect(await bench.call(WRITE, params)).toEqual(await bench.call(WRITE, params));
    expect(readdirSync(bench.workspace)).toEqual(["f"]);
  });

  test("a reader sees the old file or the new one, never half of it", async () => {
    using bench = new Bench();
    const path = join(bench.workspace, "f");
    writeFileSync(path, "a".repeat(100_000));
    const before = statSync(path).ino;
    await bench.call(WRITE, { path: "f", content: "b".repeat(100_000) });
    expect(statSync(path).ino).not.toBe(before);
  });

  test("it has the mode asked for, else the one it had", async () => {
    using bench = new Bench();
    const path = join(bench.workspace, "f");
    await bench.call(WRITE, { path: "f", content: "#!/bin/sh", mode: "755" });
    expect(statSync(path).mode & 0o777).toBe(0o755);
    chmodSync(path, 0o640);
    await bench.call(WRITE, { path: "f", content: "x" });
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test("base64 becomes bytes, and what is not base64 is refused", async () => {
    using bench = new Bench();
    await bench.call(WRITE, { path: "f", content: "/wD+", encoding: "base64" });
    expect([...readFileSync(join(bench.workspace, "f"))]).toEqual([0xff, 0, 0xfe]);
    const bad = await bench.call(WRITE, { path: "g", content: "not base64!", encoding: "base64" });
    expect(codeOf(bad)).toBe("CONTENT_INVALID");
    expect(existsSync(join(bench.workspace, "g"))).toBe(false);
  });

  test.each(OUTSIDE)("OPS-111: %s is outside the workspace, and nothing is written", async (path) => {
    using bench = new Linked();
    expect(codeOf(await bench.call(WRITE, { path, content: "pwned" }))).toBe("PATH_OUTSIDE_WORKSPACE");
    expect(readFileSync(join(bench.folder, "secret"), "utf8")).toBe("outside");
    expect(readdirSync(bench.folder).sort()).toEqual(["elsewhere", "secret", "workspace", "workspace-twin"]);
    expect(readdirSync(join(bench.folder, "elsewhere"))).toEqual(["file"]);
  });

  test("a link inside leads to the file that is written; the link stays", async () => {
    using bench = new Linked();
    expect(payloadOf(await bench.call(WRITE, { path: "to-new", content: "x" })).path).toBe("sub/new");
    expect(readFileSync(join(bench.workspace, "sub/new"), "utf8")).toBe("x");
  });

  test.each([
    ["sub", "PATH_NOT_FILE"],
    ["sub/", "PATH_NOT_FILE"],
    [".", "PATH_NOT_FILE"],
    ["file/deeper", "PATH_NOT_FOLDER"],
    ["file/deeper/still", "PATH_NOT_FOLDER"],
    ["a\0b", "PATH_INVALID"],
    ["", "PATH_INVALID"],
  ])("%j cannot be written", async (path, code) => {
    using bench = new Linked();
    expect(codeOf(await bench.call(WRITE, { path, content: "x" }))).toBe(code);
  });

  test("OPS-111: a folder swapped for a link meanwhile leads nothing outside", async () => {
    using bench = new Linked();
    using _ = swapping(bench.workspace, { d: ["../elsewhere", null] });
    for (let round = 0; round < 1000; round++)
      for (const path of ["d/new", "d/deeper/new"]) await bench.call(WRITE, { path, content: "pwned" });
    expect(readdirSync(join(bench.folder, "elsewhere"))).toEqual(["file"]);
  });
});

describe("blobs", () => {
  test("AOS-77: what was put is got by its hash", async () => {
    using bench = new Bench();
    using shared = new Bench({ blobs: openBlobs(layoutOf(bench.folder)) });
    const put = payloadOf(await shared.call("sys/blob.put@1", { content: "/wD+", encoding: "base64" }));
    expect(put).toEqual({ sha256: sha256Hex(new Uint8Array([0xff, 0, 0xfe])), bytes: 3 });
    const got = await shared.call("sys/blob.get@1", { sha256: put.sha256 as string, encoding: "base64" });
    expect(payloadOf(got)).toEqual({ content: "/wD+", bytes: 3 });
  });

  test("AOS-77: a missing or damaged one is an error receipt", async () => {
    using bench = new Bench();
    const layout = layoutOf(bench.folder);
    using shared = new Bench({ blobs: openBlobs(layout) });
    expect(codeOf(await shared.call("sys/blob.get@1", { sha256: "0".repeat(64) }))).toBe("BLOB_NOT_FOUND");
    const { sha256 } = payloadOf<{ sha256: string }>(
      await shared.call("sys/blob.put@1", { content: "hello" }),
    );
    writeFileSync(layout.blob(sha256), "jello");
    expect(codeOf(await shared.call("sys/blob.get@1", { sha256 }))).toBe("HASH_MISMATCH");
  });
});

describe("H6: what is git's own", () => {
  const refused = [
    ".git",
    ".git/config",
    "./.GIT/hooks/pre-commit",
    "sub/.git",
    "sub/.Git/config",
    ".git ",
    ".git./config",
    ".git . ./config",
    ".git::$INDEX_ALLOCATION/config",
    ".git:x",
    "git~1/config",
    "GIT~2",
    "sub\\.git\\config",
    ".g\u200cit/config",
    "\ufeff.git/config",
    ".gi\u206at",
    "to-git/config",
  ];
  test.each(refused)("a write to %j is refused, and nothing of it is there", async (path) => {
    using bench = new Linked();
    mkdirSync(join(bench.workspace, ".git"));
    symlinkSync(".git", join(bench.workspace, "to-git"));
    expect(codeOf(await bench.call(WRITE, { path, content: "x" }))).toBe("PATH_IN_GIT");
    expect(readdirSync(join(bench.workspace, ".git"))).toEqual([]);
  });

  test.each([".git/hooks/x", ".git/config", "./.GIT/hooks/deep/x"])(
    "where .git is a file, as in a worktree, a write to %j is refused for the same reason",
    async (path) => {
      using bench = new Linked();
      writeFileSync(join(bench.workspace, ".git"), "gitdir: /elsewhere\n");
      expect(codeOf(await bench.call(WRITE, { path, content: "x" }))).toBe("PATH_IN_GIT");
      expect(readFileSync(join(bench.workspace, ".git"), "utf8")).toBe("gitdir: /elsewhere\n");
    },
  );

  const taken = [".gitignore", ".gitattributes", ".github/x", "git/x", "a.git/x", "sub/git~", ".gitx"];
  test.each(taken)("a write to %j is not", async (path) => {
    using bench = new Linked();
    expect(codeOf(await bench.call(WRITE, { path, content: "x" }))).toBe("ok");
  });
});
