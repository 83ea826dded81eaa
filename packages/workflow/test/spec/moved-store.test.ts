// WORKTREE-3: a store that was moved takes its worktrees along; a copy of it touches none of the first's.
import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const ASKER = `
export const descriptor = { description: "d", roles: {}, determinism: "strict", effects: ["sys/exec@1"] };
const sh = (script) => ({ do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", script] } });
export default async function* () {
  yield sh("echo 1 >> log");
  yield { role: "w", content: "wrote", meta: {} };
  yield { do: "approve", prompt: "go on?" };
  const { payload } = yield sh("echo 2 >> log; git add -A; git -c user.name=a -c user.email=a@b commit -qm two && git log --format=%s | tr '\\\\n' ' '; pwd");
  yield { role: "w", content: payload.stdout.trim(), meta: {} };
  return { returnCode: 0, summary: "done" };
}`;

function git(cwd: string, ...args: string[]): string {
  return Bun.spawnSync(["git", "-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd })
    .stdout.toString()
    .trim();
}

async function waiting(home: TempHome, ...flags: string[]): Promise<{ repo: string; id: string }> {
  await home.add("asker", ASKER);
  const repo = join(home.dir, "repo");
  mkdirSync(repo, { recursive: true });
  writeFileSync(join(repo, "log"), "first\n");
  git(repo, "init", "-q", "-b", "main");
  git(repo, "add", "-A");
  git(repo, "commit", "-qm", "one");
  const ran = (await home.uw(["run", "asker", "--workspace", repo, ...flags, "--json"])).json;
  expect(ran.status).toBe("needs_approval");
  await home.crash();
  return { repo, id: ran.executionId };
}

/** The same verbs on another folder. */
const at = (home: TempHome, folder: string) => (args: string[]) =>
  home.uw(args, { env: { UNCAGED_HOME: folder } });

describe("WORKTREE-3: a moved store", () => {
  test("goes on in its worktree, and git there knows it", async () => {
    await using home = await TempHome.create();
    const { repo, id } = await waiting(home, "--worktree");
    const moved = join(home.dir, "moved");
    renameSync(home.home, moved);
    const uw = at(home, moved);
    const approved = (await uw(["approve", id, "--json"])).json;
    expect(approved.output.last.content).toBe(`two one ${moved}/workflow/workspaces/${id}`);
    expect(git(repo, "worktree", "list")).toContain(`${moved}/workflow/workspaces/${id}`);
    git(repo, "worktree", "prune");
    const forked = (await uw(["fork", id, "--from-step", "1", "--json"])).json;
    expect(forked.status).toBe("needs_approval");
    expect((await uw(["thread", id, "--json"])).json.parameters.workspace.path).toStartWith(moved);
    await uw(["gc", "--older-than", "0"]);
    expect(git(repo, "worktree", "list").split("\n")).toHaveLength(2);
  });

  test("reads the whole paths of older start lines", async () => {
    const { workFolder } = await import("../../src/disk/workspace/work-folder.ts");
    const { layoutOf } = await import("../../src/disk/layout.ts");
    const start = (path: string) =>
      ({
        threadId: "01M7NZ1GA4ZRTQK243SHNXSJP0",
        parameters: { workspace: { path, worktreeOf: "/r" } },
      }) as never;
    const here = "/new/workflow/workspaces/01M7NZ1GA4ZRTQK243SHNXSJP0";
    expect(
      workFolder(layoutOf("/new"), start("/old/workflow/workspaces/01M7NZ1GA4ZRTQK243SHNXSJP0/sub")),
    ).toBe(`${here}/sub`);
    expect(workFolder(layoutOf("/new"), start("workspaces/01M7NZ1GA4ZRTQK243SHNXSJP0"))).toBe(here);
  });
});

describe("WORKTREE-3: a copy of a store", () => {
  test("refuses a worktree of the first before a decision is used, and the first goes on", async () => {
    await using home = await TempHome.create();
    const { repo, id } = await waiting(home, "--worktree");
    const copy = join(home.dir, "copy");
    Bun.spawnSync(["cp", "-a", home.home, copy]);
    const uw = at(home, copy);
    const journal = home.layout
      .journal((await uw(["thread", id, "--json"])).json.hash, id)
      .replace(home.home, copy);
    const before = readFileSync(journal);
    for (const verb of ["approve", "deny"]) {
      const refused = await uw([verb, id, "--json"]);
      expect([refused.exitCode, refused.json.error.code]).toEqual([20, "WORKTREE_FOREIGN"]);
      expect(refused.json.error.hint).toContain("fork");
    }
    expect(readFileSync(journal).equals(before)).toBe(true);
    expect(readFileSync(join(home.layout.workspace(id), "log"), "utf8")).toBe("first\n1\n");
    const forked = (await uw(["fork", id, "--from-step", "1", "--json"])).json;
    expect(forked.status).toBe("needs_approval");
    await uw(["cancel", id]);
    await uw(["thread", "rm", id]);
    await uw(["gc", "--older-than", "0", "--force"]);
    expect(git(repo, "for-each-ref", `refs/uncaged/${id}`)).not.toBe("");
    const approved = (await home.uw(["approve", id, "--json"])).json;
    expect(approved.output.last.content).toStartWith("two one ");
  });

  test("has folders of its own, where a thread was given one by the store", async () => {
    await using home = await TempHome.create();
    await home.add(
      "own",
      ASKER.replace("git add -A; git -c user.name=a -c user.email=a@b commit -qm two && git log", "true"),
    );
    const id = (await home.uw(["run", "own", "--workspace", "own", "--json"])).json.executionId;
    await home.crash();
    const copy = join(home.dir, "copy");
    Bun.spawnSync(["cp", "-a", home.home, copy]);
    await at(home, copy)(["approve", id, "--json"]);
    expect(readFileSync(join(copy, "workflow/workspaces", id, "log"), "utf8")).toBe("1\n2\n");
    expect(readFileSync(join(home.layout.workspace(id), "log"), "utf8")).toBe("1\n");
  });
});
