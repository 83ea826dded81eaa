import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedReply } from "@uncaged/workflow-agents/testing";
import { readScene, recordedFile, type Scene } from "../../scripts/scene.ts";
import { BundleHouse, KEY } from "../../tests/support/bundle-house.ts";
import { problemsOf, reenact } from "../../tests/support/recorded-thread.ts";
import { until } from "../../tests/support/temp-home.ts";
import flow from "./flow.ts";

const { prompt, repository } = readScene("solve-issue");
const PLANNER = "You plan how to solve";
const CODER = "You solve an issue";
const REVIEWER = "You review the diff";
const TEST = ["--worktree", "--var", "test=sh test.sh"];

const plan: ScriptedReply = { when: PLANNER, object: { title: "Greet", steps: ["greet.sh: say you"] } };
const accept: ScriptedReply = { when: REVIEWER, object: { accepted: true, problems: [] } };
const refuse = (problem: string): ScriptedReply => ({
  when: REVIEWER,
  object: { accepted: false, problems: [problem] },
});
const uses = (name: string, input: Record<string, string>): ScriptedReply => ({
  when: CODER,
  toolCalls: [{ name, input }],
});

/** Each call leaves its prompt and its arguments; the first change is wrong, one in its session is right. */
const claude = (dir: string) => `#!/bin/sh
echo "$@" >> "${dir}/calls"
cat > "${dir}/prompt-$(wc -l < "${dir}/calls" | tr -d ' ')"
while [ -e "${dir}/hold" ]; do sleep 0.05; done
case "$*" in
  *"--resume s-1"*) echo 'echo "Hello, \${1:-you}!"' > greet.sh ;;
  *) echo 'exit 1' > greet.sh ;;
esac
n=$(wc -l < "${dir}/calls" | tr -d ' ')
total=$(awk "BEGIN { print 0.25 * $n }")
echo '{"type":"result","result":"Changed greet.sh.","session_id":"s-1","total_cost_usd":'$total',"is_error":false}'
`;

async function create(replies: ScriptedReply[], repo: Scene["repository"] = repository) {
  const house = await BundleHouse.create("solve-issue", replies, repo);
  house.program("claude", claude(house.home.dir));
  return house;
}

const calls = ({ home }: BundleHouse) => readFileSync(join(home.dir, "calls"), "utf8").trim().split("\n");
const pushed = ({ work }: BundleHouse) =>
  Bun.spawnSync(["git", "branch", "--list", "uncaged/*"], { cwd: `${work}-remote.git` }).stdout.toString();

describe("with a coding agent", () => {
  test("codes until the tests pass and the reviewer accepts, commits in its worktree, asks, then pushes", async () => {
    await using house = await create([plan, refuse("mind the empty name"), accept]);
    const { json } = await house.run(prompt, ...TEST);
    expect(json.status).toBe("needs_approval");
    const id = json.executionId;
    expect(await house.home.roles(id)).toEqual(
      "planner coder tester coder tester reviewer coder tester reviewer committer".split(" "),
    );
    // Nothing has left the machine, and the checkout is as it was.
    expect(pushed(house)).toBe("");
    expect(house.git("status", "--porcelain")).toBe("");
    expect(house.git("log", "--oneline").split("\n")).toHaveLength(1);
    const [commits, diff] = json.requiresApproval.items;
    expect(commits).toEndWith("Greet");
    expect(diff).toContain('+echo "Hello, ${1:-you}!"');

    const done = await house.uw("approve", id);
    expect(done.exitCode).toBe(0);
    expect(done.json.output.summary).toMatch(/^pushed [0-9a-f]{40} to origin as uncaged\//);
    expect(pushed(house).trim()).toBe(`uncaged/${id.toLowerCase()}`);
    expect(done.json.output.spent.costUsd).toBeGreaterThan(0.75);
  });

  test("it is told everything once; in its session, only what was said since", async () => {
    await using house = await create([plan, accept]);
    await house.run(prompt, ...TEST);
    const { dir } = house.home;
    expect(calls(house)).toHaveLength(2);
    expect(calls(house)[1]).toContain("--resume s-1");
    expect(calls(house).join()).not.toContain("Hello");
    const [first, second] = [1, 2].map((n) => readFileSync(join(dir, `prompt-${n}`), "utf8"));
    expect(first).toContain("greet.sh: say you");
    expect(second).toContain("sh test.sh ended with 1");
    expect(second).not.toContain("greet.sh: say you");
  });

  test("a no leaves the commit and pushes nothing", async () => {
    await using house = await create([plan, accept]);
    const id = (await house.run(prompt, ...TEST)).json.executionId;
    const { json, exitCode } = await house.uw("deny", id, "--reason", "on Monday");
    expect([exitCode, json.output.returnCode]).toEqual([0, 0]);
    expect(json.output.summary).toMatch(/^committed [0-9a-f]{40}, not pushed: on Monday$/);
    expect(pushed(house)).toBe("");
  });

  test("without a remote it ends with the commit; a push that is refused is return code 1", async () => {
    await using house = await create([plan, accept, plan, accept]);
    const alone = await house.run(prompt, ...TEST, "--var", "remote=upstream");
    expect(alone.json.output.summary).toContain("there is no remote upstream to push to");
    house.git("remote", "set-url", "origin", join(house.home.dir, "gone.git"));
    const id = (await house.run(prompt, ...TEST)).json.executionId;
    const { exitCode, json } = await house.uw("approve", id);
    expect(exitCode).toBe(1);
    expect(json.output.summary).toContain("not pushed: ");
  });

  test("a hook that refuses the commit ends it with what the hook said; a fork tries that again, and nothing else", async () => {
    await using house = await create([plan, accept]);
    const hook = join(house.work, ".git/hooks/pre-commit");
    writeFileSync(hook, "#!/bin/sh\necho 'no commits on Fridays' >&2\nexit 1\n", { mode: 0o755 });
    const { json, exitCode } = await house.run(prompt, ...TEST);
    expect(exitCode).toBe(1);
    expect(json.output.summary).toBe("not committed: no commits on Fridays");
    await Bun.file(hook).delete();
    const fork = (await house.uw("fork", json.executionId)).json;
    expect(fork.status).toBe("needs_approval");
    expect(calls(house)).toHaveLength(2);
    expect(house.asked(REVIEWER)).toBe(1);
  });

  test("H6: a hook among the files, which the coder may have written, does not run", async () => {
    await using house = await create([plan, accept]);
    const owned = join(house.home.dir, "owned");
    mkdirSync(join(house.work, ".husky"));
    for (const name of ["pre-commit", "post-index-change", "post-commit"])
      writeFileSync(join(house.work, ".husky", name), `#!/bin/sh\ntouch '${owned}'\n`, { mode: 0o755 });
    house.git("add", "-A");
    house.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "hooks");
    house.git("config", "core.hooksPath", ".husky");
    const { json } = await house.run(prompt, ...TEST);
    expect(json.status).toBe("needs_approval");
    expect(existsSync(owned)).toBe(false);
  });

  test("the round limit ends it without a commit, and says where the work is", async () => {
    await using house = await create([plan, { ...refuse("not like this"), repeat: true }]);
    const { json, exitCode } = await house.run(prompt, ...TEST, "--var", "rounds=2");
    expect(exitCode).toBe(1);
    expect(json.output.summary).toContain(`not accepted in 2 rounds`);
    expect(json.output.summary).toContain("- not like this");
    expect(calls(house)).toHaveLength(2);
    expect(house.git("show", `refs/uncaged/${json.executionId}:greet.sh`)).toContain("${1:-you}");
  });
});

describe("before anything is paid for", () => {
  test("changes that are not committed are refused, unless it has a worktree", async () => {
    await using house = await create([]);
    writeFileSync(join(house.work, "mine.txt"), "not yet");
    const { json } = await house.run(prompt);
    expect(json.error.message).toContain("run with --worktree");
    expect(house.model.requests).toHaveLength(0);
  });

  test("rounds that are no small number, and a folder that is no repository, are refused", async () => {
    await using house = await create([]);
    const rounds = await house.run(prompt, ...TEST, "--var", "rounds=many");
    expect(rounds.json.error.message).toContain('rounds is a number from 1 to 10, not "many"');
    const nowhere = await house.uw("run", "solve-issue", "--prompt", "?", "--workspace", house.home.dir);
    expect(nowhere.json.error.message).toContain("no repository with a commit");
    expect(house.model.requests).toHaveLength(0);
  });
});

test("a dry run asks nobody and changes nothing, to its last round", async () => {
  await using house = await create([]);
  const { json } = await house.run(prompt, ...TEST, "--dry-run");
  expect(json.output.summary).toContain("not accepted in 3 rounds");
  expect(house.model.requests).toHaveLength(0);
  expect(await Bun.file(join(house.home.dir, "calls")).exists()).toBe(false);
});

describe("with a model and tools", () => {
  const flags = [...TEST, "--var", "coder=model"];

  test("the recorded scene: tools, a review that asks for more, a push after a yes", async () => {
    const { replies } = await Bun.file(recordedFile("solve-issue", "model.json")).json();
    await using house = await create(replies);
    const { json } = await house.run(prompt, ...flags);
    expect(json.status).toBe("needs_approval");
    expect(json.requiresApproval.items[1]).toContain('+test "$(sh greet.sh "")" = "Hello, you!"');
    expect((await house.uw("approve", json.executionId)).json.output.returnCode).toBe(0);
    expect(house.asked(PLANNER)).toBe(2);
  });

  test("what is in .git, or outside of the workspace, is not written; the model is told", async () => {
    await using house = await create([
      plan,
      uses("write_file", { path: ".git/hooks/pre-commit", content: "#!/bin/sh\ntouch owned\n" }),
      uses("write_file", { path: "../../stolen", content: "x" }),
      uses("remove_file", { path: "/etc/hostname" }),
      { when: CODER, text: "I could not." },
      { ...refuse("unused"), repeat: true },
    ]);
    const { json } = await house.run(prompt, ...flags, "--var", "rounds=1");
    expect(json.output.summary).toContain("Nothing was changed.");
    expect(house.asked("what is in .git is not yours")).toBe(3);
    expect(house.asked("PATH_OUTSIDE_WORKSPACE")).toBe(2);
    expect(house.asked("is outside repository")).toBe(1);
    const records = await house.home.records(json.executionId);
    expect(records.filter((one) => one.effect === "sys/fs.write@1" && one.status === "ok")).toEqual([]);
    expect(house.asked(REVIEWER)).toBe(0);
  });

  test("the same look again and again is held back, and the model is told", async () => {
    const look = uses("read_file", { path: "greet.sh" });
    await using house = await create([plan, look, look, look, look, look, { when: CODER, text: "Enough." }]);
    const { json } = await house.run(prompt, ...flags, "--var", "rounds=1");
    expect(house.asked("LOOP_DETECTED")).toBe(1);
    expect(json.output.spent.blocked).toBe(1);
  });
});

describe("PROMISE-1: kill -9", () => {
  test("while the agent works: a person is asked, and nothing that was answered is asked again", async () => {
    await using house = await create([plan, accept]);
    const hold = await house.home.file("hold", "");
    const id = (await house.run(prompt, ...TEST, "--detach")).json.executionId;
    await until(
      async () => ((await Bun.file(join(house.home.dir, "calls")).exists()) ? true : null),
      "claude",
    );
    await house.home.crash();
    const plans = (await house.uw("resume", id, "--plan")).json;
    expect(plans).toMatchObject({ kept: { steps: 1 }, waits: [{ effect: "sys/agent.run@1" }] });
    expect((await house.uw("resume", id)).json.status).toBe("waiting");
    expect(calls(house)).toHaveLength(1);
    await Bun.file(hold).delete();
    const { json } = await house.uw("reconcile", id, "--retry");
    expect(json.status).toBe("needs_approval");
    expect([house.asked(PLANNER), house.asked(REVIEWER)]).toEqual([1, 1]);
  });

  test("while the reviewer thinks: only the reviewer is asked again; the planted key is nowhere", async () => {
    await using house = await create([plan, { ...accept, hold: true }, accept]);
    house.env.ANTHROPIC_API_KEY = KEY;
    const id = (await house.run(prompt, ...TEST, "--detach")).json.executionId;
    await house.model.asked(2);
    expect(Bun.spawnSync(["ps", "-eo", "args="]).stdout.includes(KEY)).toBe(false);
    await house.home.crash();
    const { json, stdout } = await house.uw("resume", id);
    expect(json.status).toBe("needs_approval");
    expect(calls(house)).toHaveLength(2);
    expect([house.asked(PLANNER), house.asked(REVIEWER)]).toEqual([1, 2]);
    expect(stdout).not.toContain(KEY);
    expect(await house.filesWithKey()).toEqual([]);
  });
});

test("a fork has another model review the same code, in a worktree of its own; diff compares the two", async () => {
  const other: ScriptedReply = { ...refuse("no test for it"), model: "gpt-4.1" };
  await using house = await create([plan, accept, other]);
  const first = (await house.run(prompt, ...TEST, "--var", "rounds=2")).json;
  const flags = ["--from-step", "5", "--var", "model=openai/gpt-4.1"];
  const fork = (await house.uw("fork", first.executionId, ...flags)).json;
  expect(fork.output).toMatchObject({
    returnCode: 1,
    last: { role: "reviewer", content: "- no test for it" },
  });
  expect(calls(house)).toHaveLength(2);
  expect(house.model.requests.at(-1)?.prompt).toContain("${1:-you}");
  const { json } = await house.uw("diff", first.executionId, fork.executionId);
  expect(json.firstDifference).toBe(6);
});

test("the recorded thread is whole, and the bundle of today comes to the same", async () => {
  expect(await problemsOf("solve-issue")).toEqual([]);
  const { recorded, today } = await reenact("solve-issue", flow);
  expect(today).toEqual(recorded);
});
