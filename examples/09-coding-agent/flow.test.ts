import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Answers,
  approved,
  denied,
  driveWorkflow,
  errorReceipt,
  faultReceipt,
  okReceipt,
  timeoutReceipt,
} from "@uncaged/workflow/testing";
import { TempHome } from "../../tests/support/temp-home.ts";
import flow from "./flow.ts";

/** Its first change is wrong; its second, from the session of the first, is right and has a new file. Cost is of both. */
const CLAUDE = `#!/bin/sh
cat > /dev/null
case "$*" in
  *"--resume s-1"*) echo right > answer; echo why > reason; session=s-2; total=0.04 ;;
  *) echo wrong > answer; session=s-1; total=0.02 ;;
esac
echo '{"type":"result","result":"Changed the answer.","session_id":"'$session'","total_cost_usd":'$total',"is_error":false}'
`;
const MAKEFILE = "test:\n\t@grep right answer\n";
const GIT = ["-c", "user.name=t", "-c", "user.email=t@example.org"];

test("codes until the tests pass, asks, then commits", async () => {
  await using home = await TempHome.create();
  const work = join(home.dir, "work");
  const bin = join(home.dir, "bin");
  mkdirSync(work);
  mkdirSync(bin);
  writeFileSync(join(bin, "claude"), CLAUDE);
  chmodSync(join(bin, "claude"), 0o755);
  writeFileSync(join(work, "Makefile"), MAKEFILE);
  writeFileSync(join(work, "answer"), "none\n");
  const git = (...args: string[]) =>
    Bun.spawnSync(["git", ...GIT, ...args], { cwd: work })
      .stdout.toString()
      .trim();
  git("init");
  git("config", "user.name", "t");
  git("config", "user.email", "t@example.org");
  git("add", ".");
  git("commit", "-m", "begin");

  const env = { PATH: `${bin}:${process.env.PATH}` };
  await home.uw(["add", "fix", join(import.meta.dir, "flow.ts")]);
  const run = await home.uw(["run", "fix", "--prompt", "Mend the answer", "--workspace", work, "--json"], {
    env,
  });
  expect(run.json.status).toBe("needs_approval");
  const shown = JSON.stringify(run.json.requiresApproval.items);
  expect(shown).toContain("+right");
  expect(shown).toContain("b/reason");
  expect(git("log", "--oneline").split("\n")).toHaveLength(1);

  const { json } = await home.uw(["approve", run.json.executionId, "--json"], { env });
  expect(json.output.last.content).toMatch(/^committed [0-9a-f]{40}, .+ said yes$/);
  expect(await home.roles(run.json.executionId)).toEqual(["coder", "tester", "coder", "tester", "publisher"]);
  expect(git("log", "-1", "--format=%s")).toBe("Mend the answer");
  expect(json.output.last.content).toContain(git("rev-parse", "HEAD"));
  expect(git("show", "--name-only", "--format=")).toBe("answer\nreason");
  expect(json.output.spent.costUsd).toBe(0.04);
});

describe("AOS-92", () => {
  const coded = okReceipt({ text: "Changed the answer.", session: "s-1", exitCode: 0 });
  const ran = (exitCode: number, stdout = "") => okReceipt({ exitCode, stdout, stderr: "" });
  const drive = (answers: Answers) => driveWorkflow(flow, { prompt: "Mend the answer", answers });

  test("all goes well: it commits after the yes", async () => {
    const git = [ran(0), ran(0, "+right"), approved("bob"), ran(0), ran(0, "c0ffee\n")];
    const { status, steps } = await drive([coded, ran(0), ...git]);
    expect(status).toBe("completed");
    expect(steps.at(-1)?.content).toBe("committed c0ffee, bob said yes");
  });

  test("a commit that git refuses is not called one", async () => {
    const git = [ran(0), ran(0, "+right"), approved("bob"), ran(1, "nothing to commit")];
    await expect(drive([coded, ran(0), ...git])).rejects.toThrow(
      "git commit ended with 1: nothing to commit",
    );
  });

  test("without a change nobody is asked", async () => {
    const { status, steps } = await drive([coded, ran(0), ran(0), ran(0, "")]);
    expect(status).toBe("completed");
    expect(steps.at(-1)?.content).toBe("nothing was changed, so nothing is committed");
  });

  test("the tests fail three times: it gives up and commits nothing", async () => {
    const { steps, yields } = await drive([coded, ran(2), coded, ran(2), coded, ran(2)]);
    expect(steps.map(({ role }) => role)).toEqual(Array(3).fill(["coder", "tester"]).flat());
    expect(JSON.stringify(yields)).not.toContain('"commit","--quiet"');
  });

  test("a no ends it before the commit", async () => {
    const { status, yields } = await drive([coded, ran(0), ran(0), ran(0, "+right"), denied("bob")]);
    expect(status).toBe("cancelled");
    expect(JSON.stringify(yields)).not.toContain('"commit","--quiet"');
  });

  const failures = [
    ["error", errorReceipt("SPAWN_FAILED", "there is no such program"), "there is no such program"],
    ["timeout", timeoutReceipt(), "no answer in time"],
  ] as const;

  test.each(failures)("the agent ends with %s: the thread fails and says so", async (_, receipt, message) => {
    await expect(drive([receipt])).rejects.toThrow(message);
  });

  test.each(failures)("the tests end with %s: the thread fails and says so", async (_, receipt, message) => {
    await expect(drive([coded, receipt])).rejects.toThrow(message);
  });

  test.each([
    ["the agent", "sys/agent.run@1", [faultReceipt()]],
    ["the tests", "sys/exec@1", [coded, faultReceipt()]],
  ])("%s end with a fault: the thread fails before any code sees it", async (_, effect, answers) => {
    const { status, result } = await drive(answers);
    expect(status).toBe("failed");
    expect(result.summary).toContain(effect);
  });
});
