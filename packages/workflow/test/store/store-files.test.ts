// The store's files under tampering, links and odd homes (S18 .. S23).
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { counting, gated } from "../../../../tests/support/bundles.ts";
import { type Ran, TempHome } from "../../../../tests/support/temp-home.ts";
import { twins } from "../spec/xxh64-twin.ts";

/** Leaves a trace in the folder named by its prompt as soon as it is loaded or run. */
const TRACING = `import { writeFileSync } from "node:fs";
export default async function* ({ prompt, steps }) {
  writeFileSync(prompt + "/ran", String(steps.length));
  return { returnCode: 0, summary: "good" };
}
`;

function refusal(ran: Ran): [number, string] {
  return [ran.exitCode, ran.json.error?.code];
}

function overwrite(path: string, text: string): void {
  chmodSync(path, 0o600);
  writeFileSync(path, text);
}

describe("S18: a bundle changed after it was added", () => {
  test("S18: it is refused before any of it runs", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", TRACING);
    overwrite(home.layout.bundle(hash), TRACING.replace("good", "evil"));
    const ran = await home.uw(["run", "flow", "--prompt", home.dir, "--json"]);
    expect(refusal(ran)).toEqual([20, "HASH_MISMATCH"]);
    expect(existsSync(join(home.dir, "ran"))).toBe(false);
    expect((await home.uw(["fsck", "--json"])).json.problems[0]).toMatchObject({ code: "HASH_MISMATCH" });
  });

  test("S18: one made to have the same XXH64 is refused by its sha256", async () => {
    await using home = await TempHome.create();
    const [one, two] = twins();
    const hash = await home.add("flow", one + TRACING);
    overwrite(home.layout.bundle(hash), two + TRACING);
    expect(refusal(await home.uw(["run", "flow", "--prompt", home.dir, "--json"]))).toEqual([
      20,
      "HASH_MISMATCH",
    ]);
    expect(existsSync(join(home.dir, "ran"))).toBe(false);
  });

  test("S18: a thread is not resumed or forked with other bytes", async () => {
    await using home = await TempHome.create();
    const [one, two] = twins();
    const hash = await home.add("flow", one + gated(2));
    const id = await home.start("flow", "--prompt", home.dir);
    await home.open(1);
    await home.untilSteps(id, 1);
    await home.crash();
    overwrite(home.layout.bundle(hash), two + gated(2));
    await home.open(2);
    for (const verb of ["resume", "fork"])
      expect([verb, ...refusal(await home.uw([verb, id, "--json"]))]).toEqual([verb, 20, "HASH_MISMATCH"]);
    expect(await home.roles(id)).toEqual(["r1"]);
    expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(false);
  });

  test("S18: adding the original again does not overwrite a changed copy in silence", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", TRACING);
    overwrite(home.layout.bundle(hash), "// gone");
    const ran = await home.uw(["add", "flow", await home.bundle("flow", TRACING), "--json"]);
    expect(refusal(ran)).toEqual([20, "HASH_MISMATCH"]);
    expect(readFileSync(home.layout.bundle(hash), "utf8")).toBe("// gone");
  });

  test("S19: a bundle swapped while threads start never runs: each is refused or runs what was added", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", TRACING);
    const path = home.layout.bundle(hash);
    const evil = await home.file("evil", TRACING.replace("good", "evil"));
    const good = await home.file("good", TRACING);
    let swaps = 0;
    const swapper = setInterval(() => {
      const source = readFileSync(swaps++ % 2 ? good : evil);
      writeFileSync(`${path}.swap`, source);
      renameSync(`${path}.swap`, path);
    }, 1);
    try {
      for (let n = 0; n < 10; n++) {
        const { json } = await home.uw(["run", "flow", "--prompt", home.dir, "--json"]);
        if (json.output !== undefined) expect(json.output.summary).toBe("good");
        // Seen by the command line, or by the worker it started, which then does not come up.
        else expect(["HASH_MISMATCH", "IO_FAILED"]).toContain(json.error.code);
      }
    } finally {
      clearInterval(swapper);
    }
    expect(swaps).toBeGreaterThan(10);
  });
});

describe("S20: links in the store", () => {
  /** Moves a file or folder of the store elsewhere and leaves a link in its place. */
  function relink(home: TempHome, path: string): void {
    const elsewhere = join(home.dir, `moved-${path.split("/").at(-1)}`);
    renameSync(path, elsewhere);
    symlinkSync(elsewhere, path);
  }

  test.each(["registry", "database", "bundles", "logs", "run", "sealKey"] as const)(
    "S20: a link in place of %s is refused",
    async (key) => {
      await using home = await TempHome.create();
      await home.add("flow", counting(1));
      await home.uw(["run", "flow", "--json"]);
      await home.untilQuiet();
      relink(home, home.layout[key]);
      const ran = await home.uw(["run", "flow", "--json"]);
      expect([key, ran.exitCode === 0, ran.json.status === "ok"]).toEqual([key, false, false]);
      expect(ran.stdout).toContain("symbolic link");
    },
  );

  test("S20: a journal, a lock and a bundle that are links are refused", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", counting(2));
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    await home.untilQuiet();

    relink(home, home.layout.journal(hash, id));
    for (const verb of ["thread", "fork", "kill"]) {
      const ran = await home.uw([verb, id, "--json"]);
      expect([verb, ...refusal(ran)]).toEqual([verb, 40, "IO_FAILED"]);
      expect(ran.json.error.message).toContain("symbolic link");
    }
    relink(home, home.layout.lock(hash));
    expect(refusal(await home.uw(["run", "flow", "--json"]))).toEqual([40, "IO_FAILED"]);
    relink(home, home.layout.bundle(hash));
    expect(refusal(await home.uw(["run", "flow", "--json"]))).toEqual([40, "IO_FAILED"]);
  });

  test("S20: a link planted where a new journal's folder would be is not followed", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", counting(1));
    mkdirSync(home.layout.logs, { mode: 0o700 });
    mkdirSync(join(home.dir, "trap"));
    symlinkSync(join(home.dir, "trap"), home.layout.threads(hash));
    expect(refusal(await home.uw(["run", "flow", "--json"]))).toEqual([40, "IO_FAILED"]);
    expect(readdirSync(join(home.dir, "trap"))).toEqual([]);
  });
});

describe("S21: modes", () => {
  test("S21: under umask 000 every folder is 0700 and every file 0600, bundles 0444", async () => {
    await using home = await TempHome.create();
    const file = await home.bundle("flow", gated(1));
    await home.file("flow.yaml", "description: x\nroles: {}\n");
    const before = process.umask(0);
    try {
      expect((await home.uw(["add", "flow", file])).exitCode).toBe(0);
      expect((await home.uw(["run", "flow", "--detach", "--prompt", home.dir])).exitCode).toBe(0);
    } finally {
      process.umask(before);
    }
    const wrong: string[] = [];
    const look = (path: string) => {
      const stat = lstatSync(path);
      const mode = (stat.mode & 0o777).toString(8);
      const wanted = stat.isDirectory() ? "700" : path.startsWith(home.layout.bundles) ? "444" : "600";
      if (!stat.isSocket() && mode !== wanted)
        wrong.push(`${path.slice(home.dir.length)} is ${mode}, not ${wanted}`);
      if (stat.isDirectory()) for (const name of readdirSync(path)) look(join(path, name));
    };
    look(home.home);
    expect(wrong).toEqual([]);
  });

  test("S21: fsck warns when others may read the store", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    chmodSync(home.layout.registry, 0o644);
    const ran = await home.uw(["fsck", "--json"]);
    expect(ran.json.problems).toEqual([
      expect.objectContaining({ code: "MODE", file: home.layout.registry }),
    ]);
  });
});

describe("S22: homes that cannot be used", () => {
  test("S22: a home that is a file is a clear error, exit 40", async () => {
    await using home = await TempHome.create();
    await home.file("home", "not a folder");
    const ran = await home.uw(["add", "flow", await home.bundle("flow", counting(1)), "--json"]);
    expect(refusal(ran)).toEqual([40, "IO_FAILED"]);
    expect(ran.json.error.message).toContain(home.home);
    expect(readFileSync(home.home, "utf8")).toBe("not a folder");
  });

  test("S22: a store whose folder is a file is a clear error for verbs that look, too", async () => {
    await using home = await TempHome.create();
    mkdirSync(home.home);
    writeFileSync(home.layout.root, "not a folder");
    for (const verb of ["list", "threads", "ps", "fsck"])
      expect([verb, (await home.uw([verb, "--json"])).exitCode]).toEqual([verb, 40]);
  });

  test("S22: a home deleted under a worker is not made again by halves", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2));
    const id = await home.start("flow", "--prompt", home.dir);
    await home.open(1);
    await home.untilSteps(id, 1);
    const pids = await home.workers();
    renameSync(home.home, join(home.dir, "gone"));
    await home.open(2);
    for (const pid of pids) {
      while (existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")))
        await Bun.sleep(20);
    }
    expect(existsSync(home.layout.registry)).toBe(false);
    expect(existsSync(home.layout.logs)).toBe(false);
    expect((await home.uw(["list", "--json"])).json).toEqual({ workflows: [] });
  });
});

describe("S23: stale temporary files", () => {
  test("S23: fsck --rebuild sweeps those whose maker is gone, and leaves one that is being made", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", counting(1));
    await home.uw(["run", "flow", "--json"]);
    const gone = Bun.spawnSync(["true"]).pid;
    const left = [
      join(home.layout.root, `.workflow.yaml.${gone}.0123456789ab.tmp`),
      join(home.layout.bundles, `.${hash}.esm.js.${gone}.0123456789ab.tmp`),
      join(home.layout.threads(hash), `.x.data.jsonl.${gone}.0123456789ab.tmp`),
    ];
    const inUse = join(home.layout.root, `.workflow.yaml.${process.pid}.0123456789ab.tmp`);
    for (const path of [...left, inUse]) writeFileSync(path, "");
    expect((await home.uw(["fsck", "--rebuild", "--json"])).exitCode).toBe(0);
    expect([...left, inUse].filter((path) => existsSync(path))).toEqual([inUse]);
  });

  test("S23: they are neither read nor listed nor run", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", counting(1));
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    writeFileSync(join(home.layout.root, ".workflow.yaml.123.abc.tmp"), "workflows: {}");
    writeFileSync(join(home.layout.bundles, `.${hash}.esm.js.123.abc.tmp`), "throw 1");
    writeFileSync(join(home.layout.threads(hash), ".01KQXKW18CT8G75T53R8F4G7YG.data.jsonl.1.a.tmp"), "{");
    expect((await home.uw(["list", "--json"])).json.workflows).toHaveLength(1);
    const rebuilt = await home.uw(["fsck", "--rebuild", "--json"]);
    expect(rebuilt.json).toMatchObject({ ok: true, threads: 1, rebuilt: 1 });
    expect(
      (await home.uw(["threads", "--json"])).json.threads.map((one: { threadId: string }) => one.threadId),
    ).toEqual([id]);
    expect((await home.uw(["run", "flow", "--json"])).json.status).toBe("ok");
  });
});
