// What stands in a worktree is kept, whatever is in the way; what cannot be is said, and gc does not delete it.
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TempHome } from "../../../../tests/support/temp-home.ts";

/** Runs the prompt in its first step. */
const DOER = `
export const descriptor = { description: "d", roles: {}, effects: ["sys/exec@1", "sys/fs.write@1"] };
const sh = (script) => ({ do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", script] } });
export default async function* ({ prompt, steps, variables }) {
  for (let n = steps.length + 1; n <= 2; n++) {
    if (n === 1) yield sh(prompt);
    if (n === 1 && variables?.path) yield { do: "effect", effect: "sys/fs.write@1", params: { path: variables.path, content: "written" } };
    yield sh("echo " + n + " >> log");
    yield { role: "w", content: String(n), meta: {} };
  }
  return { returnCode: 0, summary: "done" };
}`;

function git(cwd: string, ...args: string[]): string {
  const ran = Bun.spawnSync(
    ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", ...args],
    { cwd },
  );
  if (!ran.success) throw new Error(`git ${args.join(" ")}: ${ran.stderr.toString()}`);
  return ran.stdout.toString().trim();
}

async function rig(
  files: Record<string, string> = { log: "first\n" },
): Promise<{ home: TempHome; repo: string }> {
  const home = await TempHome.create();
  await home.add("doer", DOER);
  const repo = join(home.dir, "repo");
  mkdirSync(repo);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(repo, name), text);
  git(repo, "init", "-q", "-b", "main");
  git(repo, "add", "-A");
  git(repo, "commit", "-qm", "one");
  return { home, repo };
}

async function done(home: TempHome, repo: string, prompt: string, ...more: string[]) {
  const flags = ["--prompt", prompt, "--workspace", repo, "--worktree", "--json", ...more];
  const ran = await home.uw(["run", "doer", ...flags]);
  expect(ran.json.status).toBe("ok");
  const id = ran.json.executionId as string;
  return { ran, id, path: home.layout.workspace(id) };
}

async function forkOf(home: TempHome, id: string, step = "1"): Promise<string> {
  const forked = (await home.uw(["fork", id, "--from-step", step, "--max-rounds", step, "--json"])).json;
  return home.layout.workspace(forked.executionId);
}

describe("GIT-STATE-2: a repository inside the worktree", () => {
  test.each([
    ["without a commit", "git init -q in; mkdir -p in/x/y; echo a > in/a; echo b > in/x/y/b"],
    [
      "with commits",
      "git init -q in; echo a > in/a; cd in; git add -A; git -c user.name=a -c user.email=a@b commit -qm x",
    ],
    ["in another one", "git init -q in; git init -q in/deeper; echo a > in/a; echo b > in/deeper/b"],
  ])("%s: its files are kept as files, and its history is named", async (_what, prompt) => {
    const { home, repo } = await rig();
    await using _home = home;
    const { ran, id, path } = await done(home, repo, prompt);
    expect(ran.json.unkept).toContainEqual({ path: "in/.git", why: "history" });
    const forked = await forkOf(home, id);
    expect(readFileSync(join(forked, "in/a"), "utf8")).toBe("a\n");
    expect(existsSync(join(forked, "in/deeper/b"))).toBe(existsSync(join(path, "in/deeper/b")));
    expect((await home.uw(["thread", id])).stdout).toContain(
      "in/.git (the commits of a repository in there)",
    );
    const collected = (await home.uw(["gc", "--older-than", "0", "--json"])).json;
    expect(collected.kept.map((one: { threadId: string }) => one.threadId)).toContain(id);
    expect(existsSync(join(path, "in/.git"))).toBe(true);
    await home.uw(["gc", "--older-than", "0", "--force"]);
    expect(existsSync(path)).toBe(false);
    expect(git(repo, "show", `refs/uncaged/${id}:in/a`)).toBe("a");
  });

  test("a submodule that was checked out is kept with its files", async () => {
    const { home, repo } = await rig();
    await using _home = home;
    const library = join(home.dir, "library");
    mkdirSync(library);
    writeFileSync(join(library, "code"), "v1\n");
    git(library, "init", "-q");
    git(library, "add", "-A");
    git(library, "commit", "-qm", "lib");
    git(repo, "submodule", "--quiet", "add", library, "lib");
    git(repo, "commit", "-qm", "with lib");
    const { id } = await done(
      home,
      repo,
      "git -c protocol.file.allow=always submodule --quiet update --init; echo v2 > lib/code",
    );
    expect(readFileSync(join(await forkOf(home, id), "lib/code"), "utf8")).toBe("v2\n");
  });
});

describe("GIT-STATE-1: nothing stands in the way of a state", () => {
  test("a lock of somebody's index, and one that a crash of ours left", async () => {
    const { home, repo } = await rig();
    await using _home = home;
    const { id, path } = await done(home, repo, `touch "$(git rev-parse --git-dir)/index.lock"`);
    expect(existsSync(join(repo, ".git/worktrees", id, "index.lock"))).toBe(true);
    writeFileSync(join(home.layout.statesOf(id), "git/index.lock"), "");
    writeFileSync(join(path, "by-hand"), "later");
    await home.uw(["gc", "--older-than", "0"]);
    expect(git(repo, "show", `refs/uncaged/${id}:by-hand`)).toBe("later");
    expect(readFileSync(join(await forkOf(home, id), "log"), "utf8")).toBe("first\n1\n");
  });

  test("bytes are kept as they are, whatever .gitattributes says", async () => {
    const { home, repo } = await rig({ ".gitattributes": "* text=auto eol=crlf ident\n", log: "first\n" });
    await using _home = home;
    const { id, path } = await done(
      home,
      repo,
      `printf 'a\\r\\nb\\n$Id$\\n' > mixed; printf '\\0\\r\\n' > raw`,
    );
    const forked = await forkOf(home, id, "2");
    for (const name of ["mixed", "raw", "log"])
      expect(readFileSync(join(forked, name)).equals(readFileSync(join(path, name)))).toBe(true);
  });

  test("the worktree's `.git` replaced by a repository of its own: files are kept, its commits are named", async () => {
    const { home, repo } = await rig();
    await using _home = home;
    const { ran, id } = await done(
      home,
      repo,
      "rm .git; git init -q; git add -A; git -c user.name=a -c user.email=a@b commit -qm own; echo n > new",
    );
    expect(ran.json.unkept).toEqual([{ path: ".git", why: "history" }]);
    expect(readdirSync(await forkOf(home, id)).sort()).toEqual([".git", "log", "new"]);
    expect(git(repo, "log", "--format=%s", "main")).toBe("one");
  });
});

describe("GIT-STATE-3: what git ignores", () => {
  test("is left out, as the user's own rules say; gc may delete it", async () => {
    const { home, repo } = await rig({ log: "first\n", ".gitignore": "built/\n.env\n" });
    await using _home = home;
    const { ran, id, path } = await done(home, repo, "mkdir built; echo x > built/x; echo secret > .env");
    expect(ran.json.unkept).toBeUndefined();
    expect(existsSync(join(await forkOf(home, id), ".env"))).toBe(false);
    await home.uw(["gc", "--older-than", "0"]);
    expect(existsSync(path)).toBe(false);
  });

  test("E6: what fs.write wrote is kept all the same, since it counts as done", async () => {
    const { home, repo } = await rig({ log: "first\n", ".gitignore": "built/\n" });
    await using _home = home;
    const { id } = await done(home, repo, "mkdir built; echo x > built/x", "--var", "path=built/made");
    expect(readdirSync(join(await forkOf(home, id), "built"))).toEqual(["made"]);
  });

  test("by rules the thread made itself is named, and gc keeps it", async () => {
    const { home, repo } = await rig();
    await using _home = home;
    const { ran, id, path } = await done(home, repo, "echo '*' > .gitignore; echo work > work");
    expect(ran.json.unkept).toContainEqual({ path: "work", why: "ignored" });
    const { kept } = (await home.uw(["gc", "--older-than", "0", "--json"])).json;
    expect(kept[0]).toMatchObject({ threadId: id, unkept: ran.json.unkept });
    expect(existsSync(join(path, "work"))).toBe(true);
  });
});

test("GIT-STATE-3: a state that cannot be kept at all is a line, a fork of that step is refused, and gc keeps the folder", async () => {
  const { home, repo } = await rig();
  await using _home = home;
  const { ran, id, path } = await done(home, repo, `mv '${repo}' '${repo}-away'`);
  expect(ran.json.filesLost).toBeString();
  expect((await home.uw(["thread", id, "--json"])).json.filesLost).toBeString();
  expect((await home.uw(["thread", id])).stdout).toContain("a fork will not have everything");
  const refused = await home.uw(["fork", id, "--from-step", "1", "--json"]);
  expect([refused.exitCode, refused.json.error.code]).toEqual([20, "FILES_UNKNOWN"]);
  const { kept } = (await home.uw(["gc", "--older-than", "0", "--json"])).json;
  expect(kept[0]).toMatchObject({ threadId: id });
  expect(existsSync(path)).toBe(true);
});
