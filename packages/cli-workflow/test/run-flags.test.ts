// Flags of run that say where, how much and how often; the store's own settings; who changed what.
import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { commanding, counting } from "../../../tests/support/bundles.ts";
import { type Ran, TempHome } from "../../../tests/support/temp-home.ts";

const EXEC = (argv: string[]) =>
  `{ do: "effect", effect: "sys/exec@1", params: { argv: ${JSON.stringify(argv)} } }`;

function refusal(ran: Ran): [number, string] {
  return [ran.exitCode, ran.json.error.code];
}

function git(dir: string, ...args: string[]): string {
  const ran = Bun.spawnSync(["git", "-C", dir, "-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
  });
  if (!ran.success) throw new Error(ran.stderr.toString());
  return ran.stdout.toString().trim();
}

describe("--workspace", () => {
  test("OPS-84, OPS-85: effects work in it, and the start line pins repository, branch and commit", async () => {
    await using home = await TempHome.create();
    await home.add("flow", commanding([EXEC(["sh", "-c", "pwd; echo made > made.txt"])]));
    const dir = join(home.dir, "repo");
    mkdirSync(join(dir, "sub"), { recursive: true });
    git(dir, "init", "-q", "-b", "main");
    git(dir, "remote", "add", "origin", "https://ann:secret@example.com/a/b.git");
    git(dir, "commit", "-q", "--allow-empty", "-m", "x");
    const commit = git(dir, "rev-parse", "HEAD");
    const pinned = { repo: "https://example.com/a/b.git", ref: "refs/heads/main", commit };
    const workspaceOf = async (path: string) => {
      const ran = await home.uw(["run", "flow", "--workspace", path, "--json"]);
      expect(ran.json.status).toBe("ok");
      return (await home.records(ran.json.executionId))[0].parameters.workspace;
    };
    expect(await workspaceOf(dir)).toEqual({ path: realpathSync(dir), ...pinned });
    expect(await Bun.file(join(dir, "made.txt")).exists()).toBe(true);
    git(dir, "pack-refs", "--all");
    expect(await workspaceOf(join(dir, "sub"))).toEqual({ path: realpathSync(join(dir, "sub")), ...pinned });
    const tree = join(home.dir, "tree");
    git(dir, "worktree", "add", "-q", "-b", "other", tree);
    expect(await workspaceOf(tree)).toMatchObject({ ref: "refs/heads/other", commit });
    git(tree, "checkout", "-q", "--detach");
    expect(await workspaceOf(tree)).toEqual({ path: realpathSync(tree), repo: pinned.repo, commit });
  });

  test("a folder that is not there is refused before anything is written", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const ran = await home.uw(["run", "flow", "--workspace", join(home.dir, "nowhere"), "--json"]);
    expect(refusal(ran)).toEqual([10, "USAGE"]);
    expect((await home.uw(["threads", "--json"])).json.threads).toEqual([]);
  });

  test("OPS-84: with --workspace own two threads have folders of their own", async () => {
    await using home = await TempHome.create();
    await home.add("flow", commanding([EXEC(["sh", "-c", "test ! -e x && echo 1 > x"])]));
    for (const _ of [1, 2]) {
      const { json } = await home.uw(["run", "flow", "--workspace", "own", "--json"]);
      expect(JSON.parse(json.output.last.content)[0].payload.exitCode).toBe(0);
    }
  });
});

describe("limits", () => {
  test("OPS-18: --max-parallel and --max-output-bytes are in the start line and hold", async () => {
    await using home = await TempHome.create();
    const loud = EXEC(["sh", "-c", "printf %0300d 1"]);
    await home.add("flow", commanding([`[${loud}, ${loud}]`]));
    const ran = await home.uw(["run", "flow", "--max-parallel", "1", "--max-output-bytes", "100", "--json"]);
    const records = await home.records(ran.json.executionId);
    expect(records[0].parameters.limits).toEqual({ maxParallel: 1, maxOutputBytes: 100 });
    const receipts = records.filter(({ kind }) => kind === "receipt");
    expect(receipts.map(({ error }) => error.code)).toEqual(["MAX_OUTPUT_BYTES", "MAX_OUTPUT_BYTES"]);
    const kinds = records
      .filter(({ kind }) => kind === "attempt" || kind === "receipt")
      .map(({ kind }) => kind);
    expect(kinds).toEqual(["receipt", "attempt", "receipt"]);
  });

  test("OPS-20: config shows the defaults", async () => {
    await using home = await TempHome.create();
    const { settings } = (await home.uw(["config", "--json"])).json;
    const value = (key: string) => settings.find((row: { key: string }) => row.key === key)?.value;
    expect(["timeoutMs", "maxSteps", "maxParallel", "maxOutputBytes", "approvalTtlMs"].map(value)).toEqual([
      120_000, 50, 4, 262_144, 86_400_000,
    ]);
  });
});

describe("--dry-run --receipts", () => {
  test("the effects answer with what the file says, in order", async () => {
    await using home = await TempHome.create();
    await home.add("flow", commanding([EXEC(["rm", "-rf", "x"]), EXEC(["b"])]));
    const file = await home.file("r.json", '[{"exitCode":7,"stdout":"","stderr":"no"}]');
    const ran = await home.uw(["run", "flow", "--dry-run", "--receipts", file, "--json"]);
    const answers = JSON.parse(ran.json.output.last.content);
    expect(answers[0].payload).toEqual({ exitCode: 7, stdout: "", stderr: "no" });
    expect(answers[1].payload.exitCode).toBe(0);
  });

  test("without --dry-run, or with another file than a JSON list, it is refused", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const list = await home.file("list.json", "[]");
    const run = (...flags: string[]) => home.uw(["run", "flow", ...flags, "--json"]);
    expect(refusal(await run("--receipts", list))).toEqual([10, "USAGE"]);
    expect(refusal(await run("--dry-run", "--receipts", await home.file("o.json", "{}")))).toEqual([
      10,
      "USAGE",
    ]);
    expect(refusal(await run("--dry-run", "--receipts", await home.file("n.json", "nope")))).toEqual([
      10,
      "INVALID_JSON",
    ]);
    expect(refusal(await run("--dry-run", "--receipts", await home.file("i.json", "[1e999]")))).toEqual([
      20,
      "NON_CANONICAL_VALUE",
    ]);
    expect((await home.uw(["threads", "--json"])).json.threads).toEqual([]);
  });
});

describe("--request-id", () => {
  const ANN = { env: { UNCAGED_ACTOR: "ann" } };

  test("OPS-86, OPS-87, OPS-88: the same id answers with the same thread; the key is in the start line", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(2));
    await home.add("other", counting(1));
    const run = (name: string, id: string, options = ANN) =>
      home.uw(["run", name, "--request-id", id, "--json"], options);
    const first = await run("flow", "r-1");
    const again = await run("flow", "r-1");
    expect(first.json.duplicate).toBeUndefined();
    expect(again.json).toEqual({ ...first.json, duplicate: true });
    const [start] = await home.records(first.json.executionId);
    expect(start.idempotencyKey).toBe("manual:flow:ann:r-1");
    expect(start.initiator).toEqual({ type: "manual", actor: "ann" });
    const others = [
      await run("flow", "r-2"),
      await run("other", "r-1"),
      await run("flow", "r-1", { env: { UNCAGED_ACTOR: "bob" } }),
    ];
    expect(others.map(({ json }) => json.duplicate)).toEqual([undefined, undefined, undefined]);
    expect((await home.uw(["threads", "--json"])).json.threads).toHaveLength(4);
  });

  test("OPS-88: twenty at once make one journal", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", counting(2));
    const all = await Promise.all(
      Array.from({ length: 20 }, () => home.uw(["run", "flow", "--request-id", "once", "--json"])),
    );
    expect(all.map(({ exitCode, json }) => [exitCode, json.status])).toEqual(all.map(() => [0, "ok"]));
    expect(new Set(all.map(({ json }) => json.executionId)).size).toBe(1);
    expect(all.filter(({ json }) => json.duplicate !== true)).toHaveLength(1);
    const journals = readdirSync(home.layout.threads(hash)).filter((name) => name.endsWith(".data.jsonl"));
    expect(journals).toHaveLength(1);
  }, 120_000);

  test("OPS-88: the key is known without the database, and free again when the thread is removed", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const run = async () => (await home.uw(["run", "flow", "--request-id", "x", "--json"])).json;
    const first = await run();
    await home.untilQuiet();
    for (const end of ["", "-wal", "-shm"])
      await Bun.file(home.layout.database + end)
        .delete()
        .catch(() => {});
    expect(await run()).toMatchObject({ executionId: first.executionId, duplicate: true });
    await home.uw(["fsck", "--rebuild"]);
    expect((await run()).duplicate).toBe(true);
    await home.untilQuiet();
    await home.uw(["thread", "rm", first.executionId]);
    const next = await run();
    expect(next.duplicate).toBeUndefined();
    expect(next.executionId).not.toBe(first.executionId);
  });

  test("a duplicate follows the thread that runs", async () => {
    await using home = await TempHome.create();
    await home.add("flow", commanding([EXEC(["sleep", "1"])]));
    const first = await home.uw(["run", "flow", "--request-id", "x", "--detach", "--json"]);
    const second = await home.uw(["run", "flow", "--request-id", "x", "--json"]);
    expect(second.json).toMatchObject({ executionId: first.json.executionId, status: "ok", duplicate: true });
    expect((await home.uw(["run", "flow", "--request-id", "a b", "--json"])).exitCode).toBe(10);
  });
});

describe("config.yaml", () => {
  test("OPS-37: runtime.enabled: false stops run, resume, fork and approve, and nothing is written", async () => {
    await using home = await TempHome.create();
    await home.add("flow", commanding([`{ do: "approve", prompt: "?" }`]));
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    const before = readFileSync(await home.journalPath(id), "utf8");
    await Bun.write(home.layout.config, "runtime: { enabled: false }\n");
    for (const args of [
      ["run", "flow"],
      ["run", "flow", "--request-id", "x"],
      ["resume", id],
      ["resume", "--all"],
      ["fork", id],
      ["approve", id],
      ["deny", id],
      ["tick"],
    ])
      expect([args[0], ...refusal(await home.uw([...args, "--json"]))]).toEqual([
        args[0] as string,
        30,
        "RUNTIME_DISABLED",
      ]);
    expect(readFileSync(await home.journalPath(id), "utf8")).toBe(before);
    expect((await home.uw(["threads", "--json"])).json.threads).toHaveLength(1);
    expect((await home.uw(["cancel", id])).exitCode).toBe(0);
  });

  test("config shows who may decide, and says which keys mean nothing", async () => {
    await using home = await TempHome.create();
    mkdirSync(home.layout.root, { recursive: true });
    await Bun.write(home.layout.config, "owner: ann\nadmins: [bob, cat]\nfrobnicate: 1\n");
    const { settings, warnings } = (await home.uw(["config", "--json"])).json;
    expect(settings).toEqual(
      expect.arrayContaining([
        { key: "owner", value: "ann", from: "config.yaml" },
        { key: "admins", value: ["bob", "cat"], from: "config.yaml" },
        { key: "operators", value: [], from: "default" },
      ]),
    );
    expect(warnings).toEqual(['config.yaml: the key "frobnicate" means nothing to this version']);
    expect((await home.uw(["config"])).stderr).toContain("frobnicate");
  });
});

describe("audit.jsonl", () => {
  test("OPS-83: each change is one line with who, what and when; what changes nothing is none", async () => {
    await using home = await TempHome.create();
    const env = { env: { UNCAGED_ACTOR: "ann" } };
    const uw = (...args: string[]) => home.uw([...args, "--json"], env);
    const file = await home.bundle("flow", commanding([`{ do: "approve", prompt: "?", id: "go" }`]));
    await uw("add", "flow", file);
    await uw("add", "flow", file);
    const run = async () => (await uw("run", "flow")).json.executionId;
    const [a, b, c, d] = [await run(), await run(), await run(), await run()];
    await uw("approve", a, "--reason", "fine");
    await uw("approve", a);
    await uw("deny", b, "--actor", "ann");
    await uw("cancel", c, "--reason", "late");
    await uw("kill", d);
    await uw("kill", d);
    await home.untilQuiet();
    await uw("thread", "rm", d);
    await uw("add", "flow", await home.bundle("flow", counting(1)));
    await uw("rollback", "flow");
    await uw("remove", "flow");
    await uw("remove", "flow");
    const text = readFileSync(home.layout.audit, "utf8");
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ action, subject }) => [action, subject])).toEqual([
      ["add", "flow"],
      ["approve", a],
      ["deny", b],
      ["cancel", c],
      ["kill", d],
      ["thread rm", d],
      ["add", "flow"],
      ["rollback", "flow"],
      ["remove", "flow"],
    ]);
    expect(lines.every(({ actor, at }) => actor === "ann" && new Date(at).toISOString() === at)).toBe(true);
    expect(lines[1]).toMatchObject({ reason: "fine" });
    expect(text.split("\n")[0]).toMatch(/^\{"action":"add","actor":"ann","at":/);
    expect(statSync(home.layout.audit).mode & 0o777).toBe(0o600);
  });
});
