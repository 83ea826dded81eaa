import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedReply } from "@uncaged/workflow-agents/testing";
import { readScene, recordedFile, type Scene } from "../../scripts/scene.ts";
import { BundleStore, KEY } from "../../tests/shipped/bundle-store.ts";
import { problemsOf, reenact } from "../../tests/shipped/recorded-thread.ts";
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
  const store = await BundleStore.create("solve-issue", replies, repo);
  store.program("claude", claude(store.home.dir));
  return store;
}

const calls = ({ home }: BundleStore) => readFileSync(join(home.dir, "calls"), "utf8").trim().split("\n");
const pushed = ({ work }: BundleStore) =>
  Bun.spawnSync(["git", "branch", "--list", "uncaged/*"], { cwd: `${work}-remote.git` }).stdout.toString();

describe("with a coding agent", () => {
  test("codes until the tests pass and the reviewer accepts, commits in its worktree, asks, then pushes", async () => {
    await using store = await create([plan, refuse("mind the empty name"), accept]);
    const { json } = await store.run(prompt, ...TEST);
    expect(json.status).toBe("needs_approval");
    const id = json.executionId;
    expect(await store.home.roles(id)).toEqual(
      "planner coder tester coder tester reviewer coder tester reviewer committer".split(" "),
    );
    // Nothing has left the machine, and the checkout is as it was.
    expect(pushed(store)).toBe("");
    expect(store.git("status", "--porcelain")).toBe("");
    expect(store.git("log", "--oneline").split("\n")).toHaveLength(1);
    const [commits, diff] = json.requiresApproval.items;
    expect(commits).toEndWith("Greet");
    expect(diff).toContain('+echo "Hello, ${1:-you}!"');

    const done = await store.uw("approve", id);
    expect(done.exitCode).toBe(0);
    expect(done.json.output.summary).toMatch(/^pushed [0-9a-f]{40} to origin as uncaged\//);
    expect(pushed(store).trim()).toBe(`uncaged/${id.toLowerCase()}`);
    expect(done.json.output.spent.costUsd).toBeGreaterThan(0.75);
  });

  test("it is told everything once; in its session, only what was said since", async () => {
    await using store = await create([plan, accept]);
    await store.run(prompt, ...TEST);
    const { dir } = store.home;
    expect(calls(store)).toHaveLength(2);
    expect(calls(store)[1]).toContain("--resume s-1");
    expect(calls(store).join()).not.toContain("Hello");
    const [first, second] = [1, 2].map((n) => readFileSync(join(dir, `prompt-${n}`), "utf8"));
    expect(first).toContain("greet.sh: say you");
    expect(second).toContain("sh test.sh ended with 1");
    expect(second).not.toContain("greet.sh: say you");
  });

  test("a no leaves the commit and pushes nothing", async () => {
    await using store = await create([plan, accept]);
    const id = (await store.run(prompt, ...TEST)).json.executionId;
    const { json, exitCode } = await store.uw("deny", id, "--reason", "on Monday");
    expect([exitCode, json.output.returnCode]).toEqual([0, 0]);
    expect(json.output.summary).toMatch(/^committed [0-9a-f]{40}, not pushed: on Monday$/);
    expect(pushed(store)).toBe("");
  });

  test("without a remote it ends with the commit; a push that is refused is return code 1", async () => {
    await using store = await create([plan, accept, plan, accept]);
    const alone = await store.run(prompt, ...TEST, "--var", "remote=upstream");
    expect(alone.json.output.summary).toContain("there is no remote upstream to push to");
    store.git("remote", "set-url", "origin", join(store.home.dir, "gone.git"));
    const id = (await store.run(prompt, ...TEST)).json.executionId;
    const { exitCode, json } = await store.uw("approve", id);
    expect(exitCode).toBe(1);
    expect(json.output.summary).toContain("not pushed: ");
  });

  test("a hook that refuses the commit ends it with what the hook said; a fork tries that again, and nothing else", async () => {
    await using store = await create([plan, accept]);
    const hook = join(store.work, ".git/hooks/pre-commit");
    writeFileSync(hook, "#!/bin/sh\necho 'no commits on Fridays' >&2\nexit 1\n", { mode: 0o755 });
    const { json, exitCode } = await store.run(prompt, ...TEST);
    expect(exitCode).toBe(1);
    expect(json.output.summary).toBe("not committed: no commits on Fridays");
    await Bun.file(hook).delete();
    const fork = (await store.uw("fork", json.executionId)).json;
    expect(fork.status).toBe("needs_approval");
    expect(calls(store)).toHaveLength(2);
    expect(store.asked(REVIEWER)).toBe(1);
  });

  test("H6: a hook among the files, which the coder may have written, does not run", async () => {
    await using store = await create([plan, accept]);
    const owned = join(store.home.dir, "owned");
    mkdirSync(join(store.work, ".husky"));
    for (const name of ["pre-commit", "post-index-change", "post-commit"])
      writeFileSync(join(store.work, ".husky", name), `#!/bin/sh\ntouch '${owned}'\n`, { mode: 0o755 });
    store.git("add", "-A");
    store.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "hooks");
    store.git("config", "core.hooksPath", ".husky");
    const { json } = await store.run(prompt, ...TEST);
    expect(json.status).toBe("needs_approval");
    expect(existsSync(owned)).toBe(false);
  });

  test("the round limit ends it without a commit, and says where the work is", async () => {
    await using store = await create([plan, { ...refuse("not like this"), repeat: true }]);
    const { json, exitCode } = await store.run(prompt, ...TEST, "--var", "rounds=2");
    expect(exitCode).toBe(1);
    expect(json.output.summary).toContain(`not accepted in 2 rounds`);
    expect(json.output.summary).toContain("- not like this");
    expect(calls(store)).toHaveLength(2);
    expect(store.git("show", `refs/uncaged/${json.executionId}:greet.sh`)).toContain("${1:-you}");
  });
});

describe("before anything is paid for", () => {
  test("changes that are not committed are refused, unless it has a worktree", async () => {
    await using store = await create([]);
    writeFileSync(join(store.work, "mine.txt"), "not yet");
    const { json } = await store.run(prompt);
    expect(json.error.message).toContain("run with --worktree");
    expect(store.model.requests).toHaveLength(0);
  });

  test("rounds that are no small number, and a folder that is no repository, are refused", async () => {
    await using store = await create([]);
    const rounds = await store.run(prompt, ...TEST, "--var", "rounds=many");
    expect(rounds.json.error.message).toContain('rounds is a number from 1 to 10, not "many"');
    const nowhere = await store.uw("run", "solve-issue", "--prompt", "?", "--workspace", store.home.dir);
    expect(nowhere.json.error.message).toContain("no repository with a commit");
    expect(store.model.requests).toHaveLength(0);
  });
});

test("a dry run asks nobody and changes nothing, to its last round", async () => {
  await using store = await create([]);
  const { json } = await store.run(prompt, ...TEST, "--dry-run");
  expect(json.output.summary).toContain("not accepted in 3 rounds");
  expect(store.model.requests).toHaveLength(0);
  expect(await Bun.file(join(store.home.dir, "calls")).exists()).toBe(false);
});

describe("with a model and tools", () => {
  const flags = [...TEST, "--var", "coder=model"];

  test("the recorded scene: tools, a review that asks for more, a push after a yes", async () => {
    const { replies } = await Bun.file(recordedFile("solve-issue", "model.json")).json();
    await using store = await create(replies);
    const { json } = await store.run(prompt, ...flags);
    expect(json.status).toBe("needs_approval");
    expect(json.requiresApproval.items[1]).toContain('+test "$(sh greet.sh "")" = "Hello, you!"');
    expect((await store.uw("approve", json.executionId)).json.output.returnCode).toBe(0);
    expect(store.asked(PLANNER)).toBe(2);
  });

  test("what is in .git, or outside of the workspace, is not written; the model is told", async () => {
    await using store = await create([
      plan,
      uses("write_file", { path: ".git/hooks/pre-commit", content: "#!/bin/sh\ntouch owned\n" }),
      uses("write_file", { path: "../../stolen", content: "x" }),
      uses("remove_file", { path: "/etc/hostname" }),
      { when: CODER, text: "I could not." },
      { ...refuse("unused"), repeat: true },
    ]);
    const { json } = await store.run(prompt, ...flags, "--var", "rounds=1");
    expect(json.output.summary).toContain("Nothing was changed.");
    expect(store.asked("what is in .git is not yours")).toBe(3);
    expect(store.asked("PATH_OUTSIDE_WORKSPACE")).toBe(2);
    expect(store.asked("is outside repository")).toBe(1);
    const records = await store.home.records(json.executionId);
    expect(records.filter((one) => one.effect === "sys/fs.write@1" && one.status === "ok")).toEqual([]);
    expect(store.asked(REVIEWER)).toBe(0);
  });

  test("the same look again and again is held back, and the model is told", async () => {
    const look = uses("read_file", { path: "greet.sh" });
    await using store = await create([plan, look, look, look, look, look, { when: CODER, text: "Enough." }]);
    const { json } = await store.run(prompt, ...flags, "--var", "rounds=1");
    expect(store.asked("LOOP_DETECTED")).toBe(1);
    expect(json.output.spent.blocked).toBe(1);
  });
});

describe("PROMISE-1: kill -9", () => {
  test("while the agent works: a person is asked, and nothing that was answered is asked again", async () => {
    await using store = await create([plan, accept]);
    const hold = await store.home.file("hold", "");
    const id = (await store.run(prompt, ...TEST, "--detach")).json.executionId;
    await until(
      async () => ((await Bun.file(join(store.home.dir, "calls")).exists()) ? true : null),
      "claude",
    );
    await store.home.crash();
    const plans = (await store.uw("resume", id, "--plan")).json;
    expect(plans).toMatchObject({ kept: { steps: 1 }, waits: [{ effect: "sys/agent.run@1" }] });
    expect((await store.uw("resume", id)).json.status).toBe("waiting");
    expect(calls(store)).toHaveLength(1);
    await Bun.file(hold).delete();
    const { json } = await store.uw("reconcile", id, "--retry");
    expect(json.status).toBe("needs_approval");
    expect([store.asked(PLANNER), store.asked(REVIEWER)]).toEqual([1, 1]);
  });

  test("while the reviewer thinks: only the reviewer is asked again; the planted key is nowhere", async () => {
    await using store = await create([plan, { ...accept, hold: true }, accept]);
    store.env.ANTHROPIC_API_KEY = KEY;
    const id = (await store.run(prompt, ...TEST, "--detach")).json.executionId;
    await store.model.asked(2);
    expect(Bun.spawnSync(["ps", "-eo", "args="]).stdout.includes(KEY)).toBe(false);
    await store.home.crash();
    const { json, stdout } = await store.uw("resume", id);
    expect(json.status).toBe("needs_approval");
    expect(calls(store)).toHaveLength(2);
    expect([store.asked(PLANNER), store.asked(REVIEWER)]).toEqual([1, 2]);
    expect(stdout).not.toContain(KEY);
    expect(await store.filesWithKey()).toEqual([]);
  });
});

test("a fork has another model review the same code, in a worktree of its own; diff compares the two", async () => {
  const other: ScriptedReply = { ...refuse("no test for it"), model: "gpt-4.1" };
  await using store = await create([plan, accept, other]);
  const first = (await store.run(prompt, ...TEST, "--var", "rounds=2")).json;
  const flags = ["--from-step", "5", "--var", "model=openai/gpt-4.1"];
  const fork = (await store.uw("fork", first.executionId, ...flags)).json;
  expect(fork.output).toMatchObject({
    returnCode: 1,
    last: { role: "reviewer", content: "- no test for it" },
  });
  expect(calls(store)).toHaveLength(2);
  expect(store.model.requests.at(-1)?.prompt).toContain("${1:-you}");
  const { json } = await store.uw("diff", first.executionId, fork.executionId);
  expect(json.firstDifference).toBe(6);
});

test("the recorded thread is whole, and the bundle of today comes to the same", async () => {
  expect(await problemsOf("solve-issue")).toEqual([]);
  const { recorded, today } = await reenact("solve-issue", flow);
  expect(today).toEqual(recorded);
});
