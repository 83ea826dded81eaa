import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TempHome } from "../../tests/support/temp-home.ts";

/** Its first change is wrong, its second, in the same session, is right. */
const CLAUDE = `#!/bin/sh
cat > /dev/null
case "$*" in *"--resume s-1"*) echo right > answer ;; *) echo wrong > answer ;; esac
echo '{"type":"result","result":"Changed the answer.","session_id":"s-1","total_cost_usd":0.02,"is_error":false}'
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
  expect(JSON.stringify(run.json.requiresApproval.items)).toContain("+right");
  expect(git("log", "--oneline").split("\n")).toHaveLength(1);

  const { json } = await home.uw(["approve", run.json.executionId, "--json"], { env });
  expect(json.output.last.content).toMatch(/^committed, .+ said yes$/);
  expect(await home.roles(run.json.executionId)).toEqual(["coder", "tester", "coder", "tester", "publisher"]);
  expect(git("log", "-1", "--format=%s")).toBe("Mend the answer");
  expect(json.output.spent.costUsd).toBe(0.04);
});
