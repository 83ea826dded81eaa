// The work itself: from a prompt, or an issue, to a reviewed commit.
import { join } from "node:path";
import type { Flow } from "./flows.ts";
import { equal } from "./hold.ts";
import { KEY, PROGRAMS, type Program } from "./programs.ts";
import type { Rig } from "./rig.ts";

const REPO = join(import.meta.dir, "../..");
/** Dollars for one call of 1,000 tokens in and 50 out. */
const REVIEWER_USD: Record<string, number> = { "gpt-5-mini": 0.00035, "gpt-5-nano": 0.00007 };

export const WORK_FLOWS: Record<string, Flow> = {
  "the example: from a prompt to a reviewed commit with a new file": async (rig) => {
    await rig.must("add", "fix", join(REPO, "examples/09-coding-agent/flow.ts"));
    const vars = ["--var", `agent=${rig.name}`, "--var", `model=${rig.program.params.model}`];
    const prompt = ["--prompt", "DO-WRITE HERE/made.txt", "--workspace", rig.work];
    const { json } = await rig.uw("run", ["fix", ...prompt, ...vars]);
    equal(json.status, "needs_approval", JSON.stringify(json).slice(0, 1500));
    const items = JSON.stringify(json.requiresApproval.items);
    equal(items.includes("b/made.txt") && items.includes("+written"), true, "the approver sees the new file");
    const done = await rig.must("approve", json.executionId);
    const commit = rig.git("rev-parse", "HEAD");
    const content = String(done.json.output.last.content);
    equal(content.startsWith(`committed ${commit}`), true, "the commit is there");
    equal(rig.git("show", "--name-only", "--format="), "made.txt", "what was committed");
    await rig.show("thread", json.executionId);
  },

  "solve-issue: from an issue to a pushed commit; a fork at the review goes on with another agent": async (
    rig,
  ) => {
    const other = PROGRAMS[rig.program.other] as Program;
    rig.take(other);
    rig.setEnv({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${rig.mock.url}/v1` });
    rig.git("init", "-q", "--bare", remoteOf(rig));
    rig.git("remote", "add", "origin", remoteOf(rig));
    await rig.must("add", "solve-issue", join(REPO, "bundles/solve-issue/flow.ts"));
    const { callUsd } = rig.program;
    const budget = callUsd === null ? [] : ["--max-cost", "1"];
    const coder = coderVars(rig.name, rig.program);
    const issue = ["--prompt", "The file is missing.\nDO-WRITE HERE/made.txt"];
    const flags = ["--workspace", rig.work, "--worktree", "--var", "test=make test", ...coder, ...budget];
    const { json } = await rig.uw("run", ["solve-issue", ...issue, ...flags]);
    const id: string = json.executionId;
    await asksFor(rig, json, ["b/made.txt"]);
    const calls = rig.calls();
    const done = await rig.must("approve", id);
    equal(done.json.output.returnCode, 0, JSON.stringify(done.json.output).slice(0, 800));
    equal(pushed(rig, id), "Makefile\nmade.txt", "files that were pushed");
    const reviewers = calls.flatMap(({ model }) => REVIEWER_USD[model] ?? []);
    if (callUsd !== null)
      equal(
        Math.round(done.json.output.spent.costUsd * 1e6),
        Math.round((sum(reviewers) + (calls.length - reviewers.length) * callUsd) * 1e6),
        `cost of ${calls.length} calls`,
      );
    const anew = ["--var", "model=openai/gpt-5-nano", ...coderVars(rig.program.other, other)];
    const unpriced = other.callUsd === null ? ["--allow-unpriced"] : [];
    const forked = await rig.uw("fork", [id, "--from-role", "tester", ...anew, ...unpriced]);
    const fork: string = forked.json.executionId;
    await asksFor(rig, forked.json, ["b/made.txt", "b/second.txt"]);
    const turn = rig.seen("HERE/second.txt");
    equal(turn.includes("HERE/made.txt"), true, "the other agent is told what was done until then");
    await rig.must("approve", fork);
    equal(pushed(rig, fork), "Makefile\nmade.txt\nsecond.txt", "files that the fork pushed");
    equal(pushed(rig, id), "Makefile\nmade.txt", "the origin's branch is as it was");
    const diff = (await rig.must("diff", id, fork)).json;
    equal(diff.common, 3, "steps that origin and fork have in common");
    await rig.show("thread", id);
    await rig.show("diff", id, fork);
  },
};

function coderVars(name: string, { params }: Program): string[] {
  return ["--var", `coder=${name}`, "--var", `coderModel=${params.model}`];
}

/** The approver sees the diff, new files too. */
// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes
async function asksFor(rig: Rig, json: any, files: string[]): Promise<void> {
  equal(json.status, "needs_approval", JSON.stringify(json).slice(0, 2500));
  const items = JSON.stringify(json.requiresApproval.items);
  equal(
    files.filter((file) => !items.includes(file)),
    [],
    "files the approver does not see",
  );
  await rig.show("approvals");
}

function remoteOf({ work }: Rig): string {
  return join(work, "../remote.git");
}

function pushed(rig: Rig, id: string): string {
  return rig.git(`--git-dir=${remoteOf(rig)}`, "ls-tree", "--name-only", `uncaged/${id.toLowerCase()}`);
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
