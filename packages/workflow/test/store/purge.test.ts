// thread rm --purge: nothing of a thread stays in the store. gc: blobs nobody refers to go, and no others.
import { describe, expect, test } from "bun:test";
import { appendFileSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const CANARY = "Erika-Mustermann-4711";
const MODES = ["strict", "steps"];

/** Puts its prompt wherever a thread can put anything, then asks. */
const flow = (mode: string) => `
export const descriptor = { description: "d", roles: {}, effects: ["sys/exec@1", "sys/fs.write@1", "sys/blob.put@1"]${mode === "strict" ? ', determinism: "strict"' : ""} };
export default async function* ({ prompt, steps }) {
  console.log("debug " + prompt);
  if (${mode === "strict"} || steps.length < 1) {
    yield { do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", "echo $0 | tee said", prompt] } };
    yield { do: "effect", effect: "sys/fs.write@1", params: { path: "deep/file", content: prompt } };
    yield { do: "effect", effect: "sys/blob.put@1", params: { content: "blob " + prompt } };
    yield { role: "r", content: "said " + prompt, meta: { prompt } };
  }
  yield { do: "approve", prompt: "go on with " + prompt + "?" };
  return { returnCode: 0, summary: "done " + prompt };
}`;

/** Every file below that holds the text, by its path. */
function holding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text) || path.includes(text));
}

const blobsOf = (home: TempHome) =>
  existsSync(home.layout.blobs)
    ? readdirSync(home.layout.blobs, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    : [];

/** Runs it up to its approval, and ends it with a reason. */
async function denied(home: TempHome, flags: string[], prompt = CANARY, cwd = home.dir): Promise<string> {
  const ran = await home.uw(["run", "flow", "--prompt", prompt, ...flags, "--json"], { cwd });
  const id = ran.json.executionId;
  const no = await home.uw(["deny", id, "--reason", `because of ${prompt}`, "--json"]);
  expect(no.json.status).toBe("cancelled");
  return id;
}

function git(cwd: string, ...args: string[]): string {
  const ran = Bun.spawnSync(["git", "-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd });
  if (!ran.success) throw new Error(`git ${args.join(" ")}: ${ran.stderr.toString()}`);
  return ran.stdout.toString();
}

async function repository(home: TempHome): Promise<string> {
  const repo = join(home.dir, "repo");
  await mkdir(repo);
  await writeFile(join(repo, "a"), "a");
  git(repo, "init", "--quiet", "-b", "main");
  git(repo, "add", "-A");
  git(repo, "commit", "--quiet", "-m", "one");
  return repo;
}

const objectsOf = (repo: string) => git(repo, "cat-file", "--batch-all-objects", "--batch");

describe.each(MODES)("thread rm --purge (%s)", (mode) => {
  test("PURGE-1: no byte of it stays in the store, and the neighbour keeps all of its own", async () => {
    await using home = await TempHome.create();
    await home.add("flow", flow(mode));
    const id = await denied(home, ["--workspace", "own", "--request-id", `r-${CANARY}`]);
    const other = await denied(home, ["--workspace", "own"], "Someone-Else");
    expect(holding(home.home, CANARY).length).toBeGreaterThan(5);
    const { json } = await home.uw(["thread", "rm", id, "--purge", "--json"]);
    expect(json).toEqual({
      threadId: id,
      removed: true,
      purged: { auditLines: 1, blobs: 1, bytes: 5 + CANARY.length, forks: [], stays: [] },
    });
    expect(holding(home.home, CANARY)).toEqual([]);
    expect(holding(home.home, "Someone-Else").length).toBeGreaterThan(5);
    expect((await home.uw(["verify", other, "--json"])).json.ok).toBe(true);
    expect((await home.uw(["fsck", "--json"])).json.problems).toEqual([]);
    expect((await home.uw(["threads", "--json"])).json.threads).toHaveLength(1);
  });

  test("the audit keeps that something happened to the thread and when, line by line", async () => {
    await using home = await TempHome.create();
    await home.add("flow", flow(mode));
    const id = await denied(home, ["--workspace", "own"]);
    const before = readFileSync(home.layout.audit, "utf8").split("\n");
    await home.uw(["thread", "rm", id, "--purge", "--json"], { env: { UNCAGED_ACTOR: "ann" } });
    const after = readFileSync(home.layout.audit, "utf8").split("\n");
    expect(after.slice(0, before.length - 1).map((line) => line.length)).toEqual(
      before.slice(0, -1).map((line) => line.length),
    );
    const [added, denial, purged] = after.slice(0, -1).map((line) => JSON.parse(line));
    expect([added.action, after.length]).toEqual(["add", 4]);
    expect(denial).toEqual({ action: "purged", at: JSON.parse(before[1] as string).at, subject: id });
    expect(purged).toEqual({ action: "thread purge", actor: "ann", at: expect.any(String), subject: id });
  });

  test("forks keep what they copied, and are named; blobs they refer to stay", async () => {
    await using home = await TempHome.create();
    await home.add("flow", flow(mode));
    const id = await denied(home, ["--workspace", "own"]);
    const fork = (await home.uw(["fork", id, "--from-step", "1", "--json"])).json.executionId;
    const again = (await home.uw(["fork", fork, "--from-step", "1", "--json"])).json.executionId;
    const { purged } = (await home.uw(["thread", "rm", id, "--purge", "--json"])).json;
    expect([purged.forks, purged.blobs]).toEqual([[fork, again].sort(), 0]);
    expect(holding(home.home, id).filter((path) => path.includes("/logs/"))).not.toEqual([]);
    expect(readFileSync(join(home.layout.workspace(fork), "deep/file"), "utf8")).toBe(CANARY);
    for (const one of [again, fork]) await home.uw(["thread", "rm", one, "--purge", "--json"]);
    expect([holding(home.home, CANARY), blobsOf(home)]).toEqual([[], []]);
  });

  test("GIT-PURGE-1: of a worktree the repository keeps no object that only the thread made, and every other", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await home.add("flow", flow(mode));
    const id = await denied(home, ["--worktree"], CANARY, repo);
    await writeFile(join(repo, "staged"), "only in the index");
    git(repo, "add", "staged");
    expect(objectsOf(repo)).toContain(CANARY);
    const { purged } = (await home.uw(["thread", "rm", id, "--purge", "--json"])).json;
    expect(purged.stays).toEqual([]);
    expect(objectsOf(repo)).not.toContain(CANARY);
    expect([holding(home.home, CANARY), holding(repo, CANARY)]).toEqual([[], []]);
    expect([
      git(repo, "fsck", "--no-dangling"),
      git(repo, "worktree", "list").trim().split("\n").length,
    ]).toEqual(["", 1]);
    git(repo, "commit", "--quiet", "-m", "two");
    expect(git(repo, "show", "HEAD:staged")).toBe("only in the index");
    expect(git(repo, "for-each-ref", "refs/uncaged")).toBe("");
  });
});

describe("thread rm --purge", () => {
  test("names what is not its to remove: the user's own folder, and packed objects of git", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await home.add("flow", flow("strict"));
    const mine = await denied(home, [], CANARY, repo);
    const plain = await home.uw(["thread", "rm", mine, "--purge"]);
    expect(plain.stdout).toContain(`stays ${repo}: the files in it are yours`);
    expect(readFileSync(join(repo, "deep/file"), "utf8")).toBe(CANARY);
    expect(holding(home.home, CANARY)).toEqual([]);
    const packed = await denied(home, ["--worktree"], CANARY, repo);
    git(repo, "gc", "--quiet");
    const { purged } = (await home.uw(["thread", "rm", packed, "--purge", "--json"])).json;
    expect(purged.stays).toEqual([`${repo}: packed objects of git. Remove them: git gc --prune=now`]);
    git(repo, "gc", "--quiet", "--prune=now");
    expect(objectsOf(repo)).not.toContain(CANARY);
  });

  test("a thread that was deleted before is purged by its whole id; one that never was is not found", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", flow("strict"));
    const id = await denied(home, ["--workspace", "own"]);
    await home.untilQuiet();
    await home.uw(["thread", "rm", id, "--json"]);
    // As a worker leaves it that could not write to the index.
    const database = home.openIndex();
    database.run(
      "INSERT INTO threads (thread_id, hash, name, prompt, started_at, status, steps, updated_at, size) VALUES (?, ?, 'flow', ?, 0, 'completed', 1, 0, 0)",
      [id, hash, CANARY],
    );
    database.close();
    const { json } = await home.uw(["thread", "rm", id, "--purge", "--json"]);
    expect(json.purged.auditLines).toBe(2);
    // Which blobs were its own, only its journal knew.
    expect(holding(home.home, CANARY).every((path) => path.startsWith(home.layout.blobs))).toBe(true);
    await home.uw(["gc", "--older-than", "0", "--json"]);
    expect(holding(home.home, CANARY)).toEqual([]);
    const never = await home.uw(["thread", "rm", "01KQXKW18CT8G75T53R8F4G7YG", "--purge", "--json"]);
    expect([never.exitCode, never.json.error.code]).toEqual([10, "NOT_FOUND"]);
  });

  test("is refused while it runs, and nothing is touched", async () => {
    await using home = await TempHome.create();
    await home.add(
      "slow",
      "export default async function* ({ prompt }) { await new Promise((go) => setTimeout(go, 600_000)); return { returnCode: 0, summary: prompt }; }",
    );
    const id = await home.start("slow", "--prompt", CANARY, "--workspace", "own");
    await home.untilStatus(id, "running");
    const before = holding(home.home, CANARY);
    const { exitCode, json } = await home.uw(["thread", "rm", id, "--purge", "--json"]);
    expect([exitCode, json.error.code]).toEqual([20, "STATE_INVALID"]);
    expect(holding(home.home, CANARY)).toEqual(before);
    await home.uw(["kill", id, "--json"]);
    await home.uw(["thread", "rm", id, "--purge", "--json"]);
    expect(holding(home.home, CANARY)).toEqual([]);
  });

  test("a damaged journal, a prompt file and what a crash left go, too", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", flow("strict"));
    const id = await denied(home, ["--workspace", "own"]);
    await home.untilQuiet();
    appendFileSync(await home.journalPath(id), `${CANARY} is no line of ours\n`);
    await mkdir(home.layout.scratchOf(id), { recursive: true });
    writeFileSync(join(home.layout.scratchOf(id), "x.md"), CANARY);
    writeFileSync(home.layout.workerLog(hash), CANARY);
    writeFileSync(join(home.layout.root, ".audit.jsonl.999999999.0123456789ab.tmp"), CANARY);
    await home.uw(["thread", "rm", id, "--purge", "--json"]);
    expect(holding(home.home, CANARY)).toEqual([]);
  });
});

describe("gc", () => {
  const put = (content: string) =>
    `export const descriptor = { description: "d", roles: {}, effects: ["sys/blob.put@1", "sys/blob.get@1"], determinism: "strict" };
     export default async function* () {
       const { payload } = yield { do: "effect", effect: "sys/blob.put@1", params: { content: ${JSON.stringify(content)} } };
       yield { do: "approve", prompt: "go on?" };
       const got = yield { do: "effect", effect: "sys/blob.get@1", params: { sha256: payload.sha256 } };
       return { returnCode: 0, summary: got.payload?.content ?? got.error.code };
     }`;

  test("GC-1: removes blobs that no journal and no bundle names, and says how many", async () => {
    await using home = await TempHome.create();
    await home.add("one", put("only here"));
    await home.add("two", put("in both"));
    await home.add("three", put("in both"));
    const ids: string[] = [];
    for (const name of ["one", "two", "three"])
      ids.push((await home.uw(["run", name, "--json"])).json.executionId);
    await home.untilQuiet();
    for (const id of ids.slice(0, 2)) await home.uw(["thread", "rm", id]);
    const gc = (...flags: string[]) => home.uw(["gc", "--json", ...flags]);
    expect((await gc()).json).toMatchObject({ blobs: 0, bytes: 0 });
    expect((await gc("--older-than", "0", "--dry-run")).json).toMatchObject({ blobs: 1, bytes: 9 });
    expect(blobsOf(home)).toHaveLength(2);
    expect((await home.uw(["gc", "--older-than", "0"])).stdout).toContain("1 blob, 9 bytes");
    expect(blobsOf(home)).toHaveLength(1);
    const ended = await home.uw(["approve", ids[2] as string, "--json"]);
    expect(ended.json.output.summary).toBe("in both");
  });

  test("GC-1: while a worker lives, a blob that was put within the hour stays", async () => {
    await using home = await TempHome.create();
    await home.add("one", put("fresh"));
    await home.add(
      "slow",
      "export default async function* () { await new Promise((go) => setTimeout(go, 600_000)); return { returnCode: 0, summary: '' }; }",
    );
    const id = (await home.uw(["run", "one", "--json"])).json.executionId;
    await home.untilQuiet();
    await home.uw(["thread", "rm", id]);
    const slow = await home.start("slow");
    await home.untilStatus(slow, "running");
    expect((await home.uw(["gc", "--older-than", "0", "--json"])).json.blobs).toBe(0);
    const [blob] = blobsOf(home);
    const path = join(blob?.parentPath ?? "", blob?.name ?? "");
    const hoursAgo = Date.now() / 1000 - 7_200;
    utimesSync(path, hoursAgo, hoursAgo);
    // The same bytes put again are used from now on.
    const again = (await home.uw(["run", "one", "--json"])).json.executionId;
    await home.uw(["thread", "rm", again]);
    expect((await home.uw(["gc", "--older-than", "0", "--json"])).json.blobs).toBe(0);
    utimesSync(path, hoursAgo, hoursAgo);
    expect((await home.uw(["gc", "--older-than", "0", "--json"])).json.blobs).toBe(1);
  });
});
