import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TempHome } from "../../../tests/support/temp-home.ts";

/** Two turns; the second goes on from the session of the first. A variable says what it is asked. */
const bundle = (agent: string, determinism: string) => `
export const descriptor = { description: "", roles: {}, determinism: "${determinism}", effects: ["sys/agent.run@1"] };
export default async function* ({ steps, variables = {} }) {
  let session = steps.at(-1)?.meta.session;
  for (let n = steps.length; n < 2; n++) {
    const prompt = n === 0 ? "the first request" : (variables.second ?? "the request that is dropped");
    const params = { agent: "${agent}", prompt, ...(session === undefined ? {} : { session }) };
    const receipt = yield { do: "effect", effect: "sys/agent.run@1", params };
    session = receipt.payload.session;
    yield { role: "turn", content: receipt.payload.continued ?? "fresh", meta: { session } };
  }
  return { returnCode: 0, summary: "done" };
}
`;

const CLAUDE = `case "$*" in
  *fork-session*) echo '{"type":"result","session_id":"s-'$n'","result":"OK","total_cost_usd":0.03}' ;;
  *) echo '{"type":"result","session_id":"s-'$n'","result":"OK","total_cost_usd":0.02}' ;;
esac`;
const GEMINI = `echo '{"type":"init","session_id":"g-'$n'"}'; echo '{"type":"message","role":"assistant","content":"OK"}'; echo '{"type":"result"}'`;

async function forkOf(agent: string, body: string, determinism: string) {
  const home = await TempHome.create();
  const bin = join(home.dir, "bin");
  const work = join(home.dir, "work");
  mkdirSync(bin);
  mkdirSync(work);
  const note = `echo "$*" >> "${home.dir}/calls"; n=$(wc -l < "${home.dir}/calls" | tr -d ' '); cat > "${home.dir}/prompt-$n"`;
  writeFileSync(join(bin, agent), `#!/bin/sh\n${note}\n${body}\n`);
  chmodSync(join(bin, agent), 0o755);
  const file = join(home.dir, "turns.esm.js");
  writeFileSync(file, bundle(agent, determinism));
  const env = { PATH: `${bin}:${process.env.PATH}` };
  await home.uw(["add", "turns", file]);
  const run = (await home.uw(["run", "turns", "--workspace", work, "--json"], { env })).json;
  const fork = (
    await home.uw(["fork", run.executionId, "--from-step", "1", "--var", "second=the other way", "--json"], {
      env,
    })
  ).json;
  const calls = readFileSync(join(home.dir, "calls"), "utf8").trim().split("\n");
  const prompt = (n: number) => readFileSync(join(home.dir, `prompt-${n}`), "utf8");
  return { home, run, fork, calls, prompt };
}

describe.each(["strict", "steps"])("a fork of a thread with an agent, %s", (determinism) => {
  test("SESSION-1: claude branches the session of the step it was forked at, and pays for its own turn only", async () => {
    const { home, run, fork, calls } = await forkOf("claude", CLAUDE, determinism);
    await using _ = home;
    expect(run.output.spent.costUsd).toBe(0.03);
    expect(calls).toHaveLength(3);
    expect(calls[2]).toEndWith("--resume s-1 --fork-session");
    expect(fork.output.spent.costUsd).toBe(0.03);
  });

  test("SESSION-2: gemini cannot: the fork is told the turn it kept, and not the one it dropped", async () => {
    const { home, calls, prompt } = await forkOf("gemini", GEMINI, determinism);
    await using _ = home;
    expect(calls[1]).toContain("--resume g-1");
    expect(calls[2]).not.toContain("--resume");
    expect(prompt(3)).toContain("the first request");
    expect(prompt(3)).not.toContain("dropped");
    expect(prompt(3)).toEndWith("the other way");
  });
});
