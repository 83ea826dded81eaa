// A thread in a git worktree of its own: pinned, kept as it was at every step, forked from there, removed by gc.
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TempHome } from "../../../../tests/support/temp-home.ts";

/** Adds a line to log.txt for every step, and commits in the second. */
const WRITER = `
export const descriptor = { description: "d", roles: {}, effects: ["sys/exec@1"] };
const sh = (script) => ({ do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", script] } });
export default async function* (input) {
  const done = input.steps.length;
  for (let n = done + 1; n <= 3; n++) {
    yield sh("echo " + input.prompt + n + " >> log.txt; echo " + n + " > new-" + n);
    if (n === 2) yield sh("git add -A && git -c user.name=a -c user.email=a@b commit -qm two");
    const { payload } = yield sh("cat log.txt | tr '\\\\n' ' '");
    yield { role: "writer", content: payload.stdout.trim(), meta: { n } };
  }
  return { returnCode: 0, summary: "done" };
}
`;

async function repository(home: TempHome): Promise<string> {
  const repo = join(home.dir, "repo");
  await mkdir(repo);
  await writeFile(join(repo, "log.txt"), "first\n");
  git(repo, "init", "-q", "-b", "main");
  git(repo, "add", "-A");
  git(repo, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one");
  return repo;
}

function git(cwd: string, ...args: string[]): string {
  const ran = Bun.spawnSync(["git", ...args], { cwd });
  if (!ran.success) throw new Error(`git ${args.join(" ")}: ${ran.stderr.toString()}`);
  return ran.stdout.toString().trim();
}

async function ranIn(home: TempHome, repo: string, ...flags: string[]) {
  const ran = await home.uw([
    "run",
    "writer",
    "--prompt",
    "x",
    "--workspace",
    repo,
    "--worktree",
    "--json",
    ...flags,
  ]);
  const thread = (await home.uw(["thread", ran.json.executionId, "--json"])).json;
  return {
    ran,
    thread,
    id: ran.json.executionId as string,
    path: thread.parameters.workspace.path as string,
  };
}

describe("a worktree of its own", () => {
  test("OPS-5: it is made from the commit the start line names, and the checkout is not touched", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await home.add("writer", WRITER);
    await writeFile(join(repo, "draft.txt"), "not committed");
    const { ran, thread, path } = await ranIn(home, repo);
    expect(ran.json.status).toBe("ok");
    expect(thread.parameters.workspace).toMatchObject({
      worktreeOf: repo,
      commit: git(repo, "rev-parse", "HEAD"),
    });
    expect(await readFile(join(path, "log.txt"), "utf8")).toBe("first\nx1\nx2\nx3\n");
    expect(existsSync(join(path, "draft.txt"))).toBe(false);
    const shown = await home.uw(["run", "writer", "--workspace", repo, "--worktree"]);
    expect(shown.stdout + shown.stderr).toContain("1 file in");
    expect(await readFile(join(repo, "log.txt"), "utf8")).toBe("first\n");
    expect(git(repo, "status", "--porcelain")).toBe("?? draft.txt");
    expect(git(repo, "branch", "--list")).toBe("* main");
  });

  test("OPS-84: two threads of one checkout do not meet", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await home.add("writer", WRITER);
    const [one, two] = [await ranIn(home, repo), await ranIn(home, repo)];
    expect(one.path).not.toBe(two.path);
    expect(two.thread.steps.at(-1).content).toBe("first x1 x2 x3");
  });

  test("a folder inside the checkout stays that folder", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await mkdir(join(repo, "sub"));
    await writeFile(join(repo, "sub/keep"), "");
    git(repo, "add", "-A");
    git(repo, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "sub");
    await home.add("writer", WRITER);
    const { path, thread } = await ranIn(home, join(repo, "sub"));
    expect(path.endsWith("/sub")).toBe(true);
    expect(thread.steps.at(-1).content).toBe("x1 x2 x3");
  });

  test("without a checkout it is refused and nothing is written", async () => {
    await using home = await TempHome.create();
    await home.add("writer", WRITER);
    const bare = await home.uw(["run", "writer", "--worktree", "--json"]);
    expect([bare.exitCode, bare.json.error.code]).toEqual([10, "USAGE"]);
    const plain = await home.uw(["run", "writer", "--workspace", home.dir, "--worktree", "--json"]);
    expect([plain.exitCode, plain.json.error.code]).toEqual([10, "USAGE"]);
    expect((await home.uw(["threads", "--json"])).json.threads).toEqual([]);
  });
});

describe("a fork has the files as they were at that step", () => {
  test("changed, new and committed files of the kept steps, and none of later ones", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await home.add("writer", WRITER);
    const { id, path } = await ranIn(home, repo);
    const forked = await home.uw(["fork", id, "--from-step", "1", "--prompt", "y", "--json"]);
    const thread = (await home.uw(["thread", forked.json.executionId, "--json"])).json;
    expect(thread.steps.map((step: { content: string }) => step.content)).toEqual([
      "first x1",
      "first x1 y2",
      "first x1 y2 y3",
    ]);
    const there = thread.parameters.workspace.path;
    expect(there).not.toBe(path);
    expect((await readdir(there)).sort()).toEqual([".git", "log.txt", "new-1", "new-2", "new-3"]);
    expect(await readFile(join(path, "log.txt"), "utf8")).toBe("first\nx1\nx2\nx3\n");
  });

  test("HEAD is where it was: a commit the thread made is there, and a fork before it has none", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await home.add("writer", WRITER);
    const { id } = await ranIn(home, repo);
    const start = async (step: string) => {
      const forked = await home.uw(["fork", id, "--from-step", step, "--max-rounds", step, "--json"]);
      return (await home.uw(["thread", forked.json.executionId, "--json"])).json.parameters.workspace.path;
    };
    expect(git(await start("1"), "log", "--format=%s")).toBe("one");
    expect(git(await start("2"), "log", "--format=%s")).toBe("two\none");
  });

  test("what was done before a continue is there for a fork of what came after it", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await home.add(
      "writer",
      `export const descriptor = { description: "d", roles: {}, determinism: "strict", effects: ["sys/exec@1"] };
const sh = (script) => ({ do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", script] } });
export default async function* ({ prompt, state }) {
  if (state === undefined) {
    yield sh("echo before >> log.txt");
    yield { role: "writer", content: "wrote", meta: {} };
    yield { do: "continue", state: 1 };
  }
  const { payload } = yield sh("cat log.txt | tr '\\\\n' ' '; echo " + prompt + " >> log.txt");
  yield { role: "reader", content: payload.stdout.trim(), meta: {} };
  return { returnCode: 0, summary: "done" };
}`,
    );
    const { id } = await ranIn(home, repo);
    const forked = (await home.uw(["fork", id, "--json"])).json;
    expect(forked.output.last.content).toBe("first before");
  });

  test("a fork of a fork finds the earlier states, too", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await home.add("writer", WRITER);
    const { id } = await ranIn(home, repo);
    const first = await home.uw(["fork", id, "--from-step", "2", "--prompt", "y", "--json"]);
    const second = await home.uw([
      "fork",
      first.json.executionId,
      "--from-step",
      "1",
      "--prompt",
      "z",
      "--json",
    ]);
    expect(second.json.output.last.content).toBe("first x1 z2 z3");
  });

  test("after kill -9 the thread goes on in the same worktree", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    const slow = WRITER.replace(
      "yield { role",
      `if (n === 2) yield { do: "approve", prompt: "go on?" };\n    yield { role`,
    );
    await home.add("writer", slow);
    const { ran, path, id } = await ranIn(home, repo);
    expect(ran.json.status).toBe("needs_approval");
    await home.crash();
    const approved = await home.uw(["approve", id, "--json"]);
    expect(approved.json.output.last.content).toBe("first x1 x2 x3");
    expect((await home.uw(["thread", id, "--json"])).json.parameters.workspace.path).toBe(path);
    expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(true);
  });
});

describe("gc", () => {
  test("removes what ended, keeps what may go on; the last state stays in the repository", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await home.add("writer", WRITER);
    await home.add(
      "asking",
      WRITER.replace("yield { role", `yield { do: "approve", prompt: "?" };\n    yield { role`),
    );
    const ended = await ranIn(home, repo);
    await writeFile(join(ended.path, "by-hand"), "edited later");
    const waits = await home.uw(["run", "asking", "--workspace", repo, "--worktree", "--json"]);
    const listed = (await home.uw(["gc", "--older-than", "0", "--dry-run", "--json"])).json;
    expect(listed.removed.map((one: { threadId: string }) => one.threadId)).toEqual([ended.id]);
    expect(existsSync(ended.path)).toBe(true);
    const collected = (await home.uw(["gc", "--older-than", "0", "--json"])).json;
    expect(collected.kept.map((one: { threadId: string }) => one.threadId)).toEqual([waits.json.executionId]);
    expect(existsSync(ended.path)).toBe(false);
    expect(git(repo, "worktree", "list").split("\n")).toHaveLength(2);
    expect(git(repo, "show", `refs/uncaged/${ended.id}:by-hand`)).toBe("edited later");
    const forked = await home.uw(["fork", ended.id, "--from-step", "1", "--json"]);
    expect(forked.json.output.last.content).toBe("first x1 x2 x3");
  });

  test("by default only what ended a week ago; of a deleted thread nothing stays", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await home.add("writer", WRITER);
    const { id, path } = await ranIn(home, repo);
    expect((await home.uw(["gc", "--json"])).json.removed).toEqual([]);
    await home.uw(["thread", "rm", id]);
    await home.uw(["gc", "--older-than", "0"]);
    expect(existsSync(path)).toBe(false);
    expect(git(repo, "for-each-ref", "refs/uncaged")).toBe("");
  });

  test("of a thread that was deleted after its worktree was collected, no ref stays either", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await home.add("writer", WRITER);
    const { id } = await ranIn(home, repo);
    await home.uw(["gc", "--older-than", "0"]);
    expect(git(repo, "for-each-ref", "refs/uncaged")).toContain(id);
    await home.uw(["thread", "rm", id]);
    const dry = await home.uw(["gc", "--dry-run", "--json"]);
    expect(dry.json.problems).toEqual([]);
    expect(git(repo, "for-each-ref", "refs/uncaged")).toContain(id);
    const collected = await home.uw(["gc", "--json"]);
    expect([collected.exitCode, collected.json.problems]).toEqual([0, []]);
    expect(git(repo, "for-each-ref", "refs/uncaged")).toBe("");
    expect(existsSync(home.layout.statesOf(id))).toBe(false);
  });

  test("a copy of the store leaves the ref of such a thread to the first", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await home.add("writer", WRITER);
    const { id } = await ranIn(home, repo);
    await home.uw(["gc", "--older-than", "0"]);
    await home.untilQuiet();
    const copy = join(home.dir, "copy");
    Bun.spawnSync(["cp", "-a", home.home, copy]);
    for (const args of [["thread", "rm", id], ["gc"]]) await home.uw(["--home", copy, ...args]);
    expect(git(repo, "for-each-ref", "refs/uncaged")).toContain(id);
  });

  test("a repository that is gone does not stop it", async () => {
    await using home = await TempHome.create();
    const repo = await repository(home);
    await home.add("writer", WRITER);
    const { id, path } = await ranIn(home, repo);
    await home.uw(["thread", "rm", id]);
    await rm(repo, { recursive: true });
    expect((await home.uw(["gc", "--older-than", "0", "--json"])).exitCode).toBe(0);
    expect(existsSync(path)).toBe(false);
  });
});
