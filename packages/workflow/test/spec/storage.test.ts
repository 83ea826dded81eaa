// RFC-001 section 3: where things are kept. Where DESIGN.md section 5 adds files (state.db, seal.key, run/), it holds.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { bundleIdOf } from "#codec/xxh64.ts";
import { parseRegistry } from "#store/registry.ts";
import { counting } from "../../../../tests/support/bundles.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

async function run(home: TempHome, name: string): Promise<string> {
  return (await home.uw(["run", name, "--json"])).json.executionId;
}

describe("the home", () => {
  test("RFC-27: with UNCAGED_HOME everything is there, and HOME stays untouched", async () => {
    await using home = await TempHome.create();
    const HOME = join(home.dir, "user");
    await mkdir(HOME);
    const file = await home.bundle("flow", counting(1));
    await home.uw(["add", "flow", file], { env: { HOME } });
    expect((await home.uw(["run", "flow", "--json"], { env: { HOME } })).json.status).toBe("ok");
    // Bun itself keeps a cache of transpiled sources in ~/.bun.
    expect((await readdir(HOME)).filter((name) => name !== ".bun")).toEqual([]);
    expect(existsSync(home.layout.registry)).toBe(true);
  });

  test("RFC-27: without it the home is ~/.uncaged", async () => {
    await using home = await TempHome.create();
    const HOME = join(home.dir, "user");
    await mkdir(HOME);
    const file = await home.bundle("flow", counting(1));
    const ran = await home.uw(["add", "flow", file, "--json"], { env: { HOME, UNCAGED_HOME: "" } });
    expect(ran.exitCode).toBe(0);
    expect(existsSync(join(HOME, ".uncaged/workflow/workflow.yaml"))).toBe(true);
    expect(existsSync(home.home)).toBe(false);
  });

  test("RFC-27: --home comes before UNCAGED_HOME", async () => {
    await using home = await TempHome.create();
    const other = join(home.dir, "other");
    await home.uw(["add", "flow", await home.bundle("flow", counting(1)), "--home", other]);
    expect(existsSync(join(other, "workflow/workflow.yaml"))).toBe(true);
    expect(existsSync(home.home)).toBe(false);
  });

  test("RFC-27: verbs that only look create nothing", async () => {
    await using home = await TempHome.create();
    for (const verb of ["list", "threads", "ps", "fsck", "config"])
      expect((await home.uw([verb, "--json"])).exitCode).toBe(0);
    expect((await home.uw(["resume", "--all", "--json"])).exitCode).toBe(0);
    expect((await home.uw(["thread", "01KQXKW1", "--json"])).exitCode).toBe(10);
    expect((await home.uw(["run", "flow", "--json"])).exitCode).toBe(10);
    expect(existsSync(home.home)).toBe(false);
  });
});

describe("files", () => {
  test("RFC-28: a bundle is kept unchanged, read-only, under its 13-character id", async () => {
    await using home = await TempHome.create();
    const source = counting(1);
    const hash = await home.add("flow", source);
    expect(await readdir(home.layout.bundles)).toEqual([`${hash}.esm.js`]);
    const bytes = readFileSync(home.layout.bundle(hash));
    expect(bytes.toString()).toBe(source);
    expect(bundleIdOf(bytes)).toBe(hash);
    expect(hash).toHaveLength(13);
    expect(statSync(home.layout.bundle(hash)).mode & 0o777).toBe(0o444);
  });

  test("RFC-29: a run leaves <thread>.data.jsonl and <thread>.info.jsonl under its bundle's hash", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", counting(1));
    const id = await run(home, "flow");
    expect(await readdir(home.layout.logs)).toEqual([hash]);
    expect((await readdir(home.layout.threads(hash))).sort()).toEqual([
      `${id}.data.jsonl`,
      `${id}.info.jsonl`,
    ]);
  });

  test("RFC-30: add killed at any moment leaves a registry that parses, with all that was acknowledged", async () => {
    await using home = await TempHome.create();
    await home.add("first", counting(1));
    const acknowledged = new Set(["first"]);
    const names: string[] = [];
    for (let n = 0; n < 24; n++) {
      const name = `w${n}`;
      const child = home.spawn(["add", name, await home.bundle(name, counting(n))]);
      const killer = setTimeout(() => child.kill("SIGKILL"), 15 + n * 4);
      if ((await child.exited) === 0) acknowledged.add(name);
      clearTimeout(killer);
      const registry = await parseRegistry(readFileSync(home.layout.registry, "utf8"), "workflow.yaml");
      names.splice(0, names.length, ...Object.keys(registry.workflows));
      expect([...acknowledged].filter((one) => !names.includes(one))).toEqual([]);
    }
    expect((await home.uw(["list", "--json"])).json.workflows).toHaveLength(names.length);
    expect((await home.uw(["fsck", "--json"])).json.problems).toEqual([]);
  }, 60_000);

  test("RFC-31: the root holds the store's own files and nothing else", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    await run(home, "flow");
    await home.untilQuiet();
    const own = [
      "audit.jsonl",
      "bundles",
      "logs",
      "run",
      "seal.key",
      "state.db",
      "state.db-shm",
      "state.db-wal",
      "workflow.yaml",
    ];
    const found = await readdir(home.layout.root);
    expect(found.filter((name) => !own.includes(name))).toEqual([]);
    expect(found).toEqual(expect.arrayContaining(["bundles", "logs", "state.db", "workflow.yaml"]));
    expect(await readdir(home.home)).toEqual(["workflow"]);
  });

  test("RFC-31: when nothing runs, only locks are left in run/", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", counting(1));
    await run(home, "flow");
    await home.untilQuiet();
    // A worker that has left may still be letting go of its lock: SQLite's journal beside it goes with that.
    const left = async (): Promise<string[]> =>
      (await readdir(home.layout.run, { recursive: true })).filter(
        (name) => !name.endsWith(".lock") && name !== hash,
      );
    await until(async () => ((await left()).length === 0 ? true : null), "run/ to hold locks alone");
  });
});
