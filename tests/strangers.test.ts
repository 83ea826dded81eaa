// H1: whatever lies in the current folder, above it or in $HOME, none of its code runs. `torture --only strangers` tries
// every file in every place, with the sources, the installed package and the single-file binary.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { VERBS } from "../packages/cli-workflow/src/catalogue.ts";
import { OWN_ENV, OWN_FLAGS } from "../packages/workflow/src/contract/own-process.ts";
import { telling } from "./support/bundles.ts";
import { HOSTILE_FILES } from "./support/hostile-files.ts";
import { PLACES, StrangePlace } from "./support/strange-place.ts";
import { BINARY, REPO, TempHome } from "./support/temp-home.ts";

let place: StrangePlace;
const KINDS = Object.keys(HOSTILE_FILES);

beforeAll(async () => {
  place = await StrangePlace.create([BINARY]);
  place.plant(KINDS, PLACES);
});

afterAll(() => place[Symbol.asyncDispose]());

describe("H1: strangers' files in the current folder, above it and in $HOME", () => {
  test.each([...VERBS.keys()])("%s runs none of their code, and takes nothing from a .env", async (verb) => {
    for (const args of await place.callsOf(verb)) {
      const ran = await place.call(args);
      expect(place.complaints(args, ran)).toEqual([]);
    }
  });

  test("--help and a verb that does not exist run none of it either", async () => {
    for (const args of [["--help"], ["--version"], ["lst"]]) await place.call(args);
    expect(place.fired()).toEqual([]);
  });
});

describe("H1: what Bun keeps", () => {
  /** Longer than what Bun keeps the transpiled text of. */
  const LONG = `${telling('"honest"')}\nglobalThis.long = ${JSON.stringify("x".repeat(100_000))};`;

  test("WORKER-2: a verified bundle runs as it is, whatever lies in Bun's cache of transpiled files", async () => {
    await using home = await TempHome.create();
    const cache = join(home.dir, ".bun/install/cache/@t@");
    await home.add("long", LONG);
    // Bun itself fills the cache when it loads the bundle; a stranger changes what was kept.
    const copy = await home.file("copy.mjs", LONG);
    Bun.spawnSync([process.execPath, copy], { env: { HOME: home.dir } });
    const kept = await readdir(cache);
    expect(kept).toHaveLength(1);
    forge(join(cache, kept[0] as string), "honest", "forged");
    const isForged = [
      process.execPath,
      "-e",
      'const m = await import("./copy.mjs"); console.log(String(m.default))',
    ];
    expect(Bun.spawnSync(isForged, { cwd: home.dir, env: { HOME: home.dir } }).stdout.toString()).toContain(
      "forged",
    );
    const ran = await home.uw(["run", "long", "--prompt", "x", "--json"], { env: { HOME: home.dir } });
    expect(ran.json.output.last.content).toBe('"honest"');
    expect(await readdir(cache)).toEqual(kept);
  });

  /** The head of such a file says where the text is, how long, and its hash. */
  function forge(path: string, from: string, to: string): void {
    const bytes = readFileSync(path);
    const [start, length] = [Number(bytes.readBigUInt64LE(30)), Number(bytes.readBigUInt64LE(38))];
    const text = bytes.subarray(start, start + length);
    expect(bytes.readBigUInt64LE(46)).toBe(Bun.hash.wyhash(text, 42n));
    text.write(to, text.indexOf(from));
    bytes.writeBigUInt64LE(Bun.hash.wyhash(text, 42n), 46);
    writeFileSync(path, bytes);
  }
});

describe("16: only build, and add of an entry, evaluate a descriptor that is made by code", () => {
  test("validate, check, sim and fork say that they cannot tell what it says; nothing of the file ran", async () => {
    const { cwd } = place.folders;
    await place.call(["run", "flow", "--prompt", "x"]);
    const { executionId } = (await place.call(["run", "flow", "--prompt", "x"])).json;
    const source = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(place.canary)}, "the entry");\n${readFileSync(join(cwd, "computed.ts"))}`;
    writeFileSync(join(cwd, "loud.ts"), source);
    for (const args of [
      ["validate", "loud.ts"],
      ["check", "flow", "loud.ts"],
      ["sim", "loud.ts"],
      ["fork", executionId, "--from-step", "0", "--bundle", "loud.ts"],
    ]) {
      const ran = await place.call(args);
      expect(ran.exitCode).toBe(10);
      expect(ran.stdout).toContain('"code":"DESCRIPTOR_INVALID"');
      expect(ran.stdout).toContain("the descriptor is made by code, so what it says cannot be told");
      expect(ran.stdout).toContain("uncaged-workflow build loud.ts");
    }
    const { json } = await place.call(["validate", "loud.ts"]);
    expect(json).toMatchObject({ ok: false, status: "invalid", workflowHash: null, bundleId: null });
    expect(place.fired()).toEqual([]);
  });

  test("build and add evaluate it where nothing can be reached, and say so", async () => {
    const { cwd } = place.folders;
    expect((await place.call(["build", "loud.ts"])).json.error.message).toContain(
      "node:fs is not there while a descriptor is evaluated",
    );
    for (const args of [
      ["build", "computed.ts"],
      ["add", "told", "computed.ts"],
    ]) {
      const ran = await place.call(args, "as text");
      expect(ran.stderr).toContain("evaluated without files, network or environment");
      expect(ran.exitCode).toBe(0);
    }
    expect((await place.call(["validate", "computed.esm.js"])).json.status).toBe("valid");
    expect(place.fired()).toEqual([]);
    expect(existsSync(join(cwd, "computed.esm.js"))).toBe(true);
  });
});

describe("the launchers", () => {
  test.each([
    "packages/cli-workflow/bin/uncaged-workflow.js",
    "packages/agents/bin/uncaged-scripted-model.js",
  ])("%s starts Bun with the flags and variables of every process of ours", (path) => {
    const text = readFileSync(join(REPO, path), "utf8");
    const starts = [...text.matchAll(/&& (\S+) exec "[^"]+" (.*?) "\$0" "\$@"/g)];
    const variables = Object.entries(OWN_ENV).map(([name, value]) => `${name}=${value}`);
    const expected = [variables.join(" "), OWN_FLAGS.join(" ")];
    expect(starts.length).toBeGreaterThan(0);
    for (const [, before, flags] of starts) expect([before, flags]).toEqual(expected);
    // No other way of starting a program in it.
    expect(text.match(/\bexec "/g)).toHaveLength(starts.length);
  });

  test("the scripted model runs none of a stranger's code either", async () => {
    const script = join(REPO, "packages/agents/bin/uncaged-scripted-model.js");
    const env = { ...process.env, HOME: place.folders.home };
    Bun.spawnSync([script, "gone.json"], { cwd: place.folders.cwd, env });
    expect(place.fired()).toEqual([]);
  });

  test("a canary that can fire does: Bun without these flags runs the stranger's code", async () => {
    const { cwd } = place.folders;
    Bun.spawnSync([process.execPath, "--no-install", join(cwd, "flow.esm.js")], { cwd });
    expect(place.fired()).not.toEqual([]);
  });
});
