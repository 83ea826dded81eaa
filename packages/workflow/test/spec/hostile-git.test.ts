// H6: files that a workflow may write steer no program of ours.
import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  Canary,
  HOSTILE_ATTRIBUTES,
  hostileConfig,
  plantHooks,
  poison,
} from "../../../../tests/support/hostile-git.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

/** In three steps: plants whatever the prompt says, changes a file, and does so again. */
const PLANTER = `
export const descriptor = { description: "d", roles: {}, effects: ["sys/exec@1", "sys/fs.write@1"] };
const sh = (script) => ({ do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", script] } });
export default async function* ({ prompt, steps }) {
  for (let n = steps.length + 1; n <= 3; n++) {
    if (n === 1) yield sh(prompt);
    yield sh("echo " + n + " >> log.txt; echo " + n + " > a.bin; mkdir -p sub; echo " + n + " > sub/x.txt");
    yield { role: "w", content: String(n), meta: {} };
  }
  return { returnCode: 0, summary: "done" };
}`;

function repository(home: TempHome): string {
  const repo = join(home.dir, "repo");
  mkdirSync(repo);
  writeFileSync(join(repo, "log.txt"), "first\n");
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"],
  ])
    Bun.spawnSync(["git", ...args], { cwd: repo });
  return repo;
}

/** Every verb of ours that uses git, or might. */
async function useAll(home: TempHome, repo: string, prompt: string): Promise<string> {
  const env = {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "core.fsmonitor",
    GIT_CONFIG_VALUE_0: join(home.dir, "canary.sh"),
  };
  const uw = (...args: string[]) => home.uw(args, { env });
  const ran = await uw("run", "planter", "--prompt", prompt, "--workspace", repo, "--worktree", "--json");
  expect(ran.json.status).toBe("ok");
  const id = ran.json.executionId;
  const forked = await uw("fork", id, "--from-step", "1", "--json");
  expect(forked.json.status).toBe("ok");
  const path = (await uw("thread", forked.json.executionId, "--json")).json.parameters.workspace.path;
  expect(readFileSync(join(path, "log.txt"), "utf8")).toBe("first\n1\n2\n3\n");
  await uw("diff", id, forked.json.executionId, "--json");
  await uw("run", "planter", "--prompt", "true", "--workspace", repo, "--json");
  await uw("fork", id, "--from-step", "2", "--plan", "--json");
  await uw("gc", "--older-than", "0", "--force", "--json");
  await uw("thread", "rm", id);
  await uw("gc", "--older-than", "0", "--force", "--json");
  return id;
}

async function rig(): Promise<{ home: TempHome; repo: string; canary: Canary }> {
  const home = await TempHome.create();
  await home.add("planter", PLANTER);
  return { home, repo: repository(home), canary: new Canary(home.dir) };
}

describe("H6: nothing of theirs runs", () => {
  test("a repository whose own settings, hooks and attributes name programs", async () => {
    const { home, repo, canary } = await rig();
    await using _home = home;
    poison(canary, join(repo, ".git"));
    writeFileSync(join(repo, ".gitattributes"), HOSTILE_ATTRIBUTES);
    await useAll(home, repo, `printf '${HOSTILE_ATTRIBUTES.replaceAll("\n", "\\n")}' > .gitattributes`);
    expect(canary.sang).toBe("");
  });

  test("a `.git` that points at a planted folder, in the worktree", async () => {
    const { home, repo, canary } = await rig();
    await using _home = home;
    const planted = join(home.dir, "planted");
    Bun.spawnSync(["git", "init", "-q", planted]);
    writeFileSync(join(planted, ".git/config"), hostileConfig(canary));
    plantHooks(canary, join(planted, ".git/hooks"));
    await useAll(home, repo, `echo 'gitdir: ${planted}/.git' > .git`);
    expect(canary.sang).toBe("");
  });

  test("a repository in the place of the worktree's `.git`, and one inside it", async () => {
    const { home, repo, canary } = await rig();
    await using _home = home;
    writeFileSync(join(home.dir, "config"), hostileConfig(canary));
    const plant = `rm -rf .git; for d in . nested; do git init -q $d; cp '${home.dir}/config' $d/.git/config; done; echo deep > nested/deep.txt`;
    await useAll(home, repo, plant);
    expect(canary.sang).toBe("");
  });

  test("a bare repository that the workspace itself looks like", async () => {
    const { home, repo, canary } = await rig();
    await using _home = home;
    writeFileSync(join(home.dir, "config"), hostileConfig(canary, repo));
    const plant = `for d in . bare; do mkdir -p $d/objects $d/refs; echo 'ref: refs/heads/main' > $d/HEAD; cp '${home.dir}/config' $d/config; done`;
    await useAll(home, repo, plant);
    expect(canary.sang).toBe("");
  });

  test("settings and attributes in the user's home", async () => {
    const { home, repo, canary } = await rig();
    await using _home = home;
    const user = join(home.dir, "user");
    mkdirSync(join(user, ".config/git"), { recursive: true });
    writeFileSync(join(user, ".gitconfig"), hostileConfig(canary));
    writeFileSync(join(user, ".config/git/attributes"), HOSTILE_ATTRIBUTES);
    plantHooks(canary, join(home.dir, "hooks"));
    const run = ["run", "planter", "--prompt", "true", "--workspace", repo, "--worktree", "--json"];
    expect(
      (await home.uw(run, { env: { HOME: user, XDG_CONFIG_HOME: join(user, ".config") } })).json.status,
    ).toBe("ok");
    expect(canary.sang).toBe("");
  });
});

test("H6: only one function of ours starts git", async () => {
  const starts: string[] = [];
  for await (const file of new Bun.Glob("packages/*/src/**/*.ts").scan(join(import.meta.dir, "../../../..")))
    if (/\[\s*["'`]git["'`]/.test(readFileSync(join(import.meta.dir, "../../../..", file), "utf8")))
      starts.push(file);
  expect(starts).toEqual(["packages/workflow/src/disk/workspace/git.ts"]);
});

/** Yields one fs.write and tells what came of it. */
const WRITE = `
export const descriptor = { description: "d", roles: {}, determinism: "strict", effects: ["sys/fs.write@1"] };
export default async function* ({ prompt }) {
  const receipt = yield { do: "effect", effect: "sys/fs.write@1", params: JSON.parse(prompt) };
  return { returnCode: 0, summary: receipt.error?.code ?? receipt.status };
}`;

describe("H6: sys/fs.write@1 and what is git's own", () => {
  const write = async (home: TempHome, params: object) => {
    const ran = await home.uw([
      "run",
      "write",
      "--prompt",
      JSON.stringify({ content: "x", ...params }),
      "--json",
    ]);
    return ran.json.output?.summary ?? ran.json.status;
  };

  test("it is refused however it is written, unless the effect and policy.yaml both say so", async () => {
    await using home = await TempHome.create();
    await home.add("write", WRITE);
    expect(await write(home, { path: ".git/config" })).toBe("PATH_IN_GIT");
    expect(await write(home, { path: ".git/config", allowGit: true })).toBe("PATH_IN_GIT");
    writeFileSync(home.layout.policy, "fs: { allowGit: true }\n");
    expect(await write(home, { path: ".git/config" })).toBe("PATH_IN_GIT");
    expect(await write(home, { path: ".git/config", allowGit: true })).toBe("ok");
    writeFileSync(home.layout.policy, "fs: { allowGit: true }\nrisks: { admin: approve }\n");
    const asked = JSON.stringify({ path: ".git/config", content: "x", allowGit: true });
    expect((await home.uw(["run", "write", "--prompt", asked, "--json"])).json.status).toBe("needs_approval");
  });
});
