import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ScriptedReply, scriptedModel } from "@uncaged/workflow/testing";
import { problemsOf, reenact } from "../../tests/support/recorded-thread.ts";
import { TempHome } from "../../tests/support/temp-home.ts";
import flow from "./flow.ts";

const KEY = "sk-planted-0123456789abcdef0123456789";

async function house(replies: (string | ScriptedReply)[]) {
  const home = await TempHome.create();
  const model = scriptedModel({ replies });
  const added = await home.uw(["add", "ask", join(import.meta.dir, "flow.ts"), "--json"]);
  expect(added.json).toMatchObject({ name: "ask" });
  return {
    home,
    model,
    env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: model.baseUrl },
    async [Symbol.asyncDispose]() {
      await home[Symbol.asyncDispose]();
      await model.close();
    },
  };
}

test("one question, one answer, with what it cost", async () => {
  await using here = await house([{ text: "Blue.", usage: { inputTokens: 1000, outputTokens: 100 } }]);
  const { home, env } = here;
  const { json, exitCode } = await home.uw(["run", "ask", "--prompt", "Which colour?", "--json"], { env });
  expect(exitCode).toBe(0);
  expect(json.output).toMatchObject({ returnCode: 0, summary: "Blue.", last: { role: "answerer" } });
  // 1000 at 0.25 and 100 at 2 dollars a million.
  expect(json.output.spent).toMatchObject({ costUsd: 0.00045, tokens: 1100, effects: 1 });
  expect(here.model.requests[0]?.prompt).toContain("Which colour?");
});

test("another model by a variable; a fork asks the next one, and diff shows both", async () => {
  await using here = await house([
    { model: "gpt-5-nano", text: "Blue." },
    { model: "gpt-4.1", text: "Azure." },
  ]);
  const { home, env } = here;
  const first = await home.uw(["run", "ask", "--prompt", "?", "--var", "model=openai/gpt-5-nano", "--json"], {
    env,
  });
  expect(first.json.output.summary).toBe("Blue.");
  const second = await home.uw(["fork", first.json.executionId, "--var", "model=openai/gpt-4.1", "--json"], {
    env,
  });
  expect(second.json.output.summary).toBe("Azure.");
  const diff = await home.uw(["diff", first.json.executionId, second.json.executionId, "--json"]);
  expect(diff.json.firstDifference).toBe(1);
});

test("a model of one's own, named in config.yaml", async () => {
  await using here = await house(["Here."]);
  const { home, model } = here;
  mkdirSync(home.layout.root, { recursive: true });
  writeFileSync(home.layout.config, `models: { local: { baseUrl: "${model.baseUrl}" } }\n`);
  const { json } = await home.uw(["run", "ask", "--prompt", "?", "--var", "model=local/small", "--json"], {
    env: { OPENAI_API_KEY: "" },
  });
  expect(json.output.summary).toBe("Here.");
  expect(model.requests[0]?.model).toBe("small");
});

test("a coding agent looks at the workspace, and is not allowed to change it", async () => {
  await using here = await house([]);
  const { home } = here;
  const bin = join(home.dir, "bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "claude"),
    `#!/bin/sh
cat > "${home.dir}/prompt"
echo "$@" > "${home.dir}/argv"
echo '{"type":"result","result":"Two files.","session_id":"s-1","total_cost_usd":0.01,"is_error":false}'
`,
  );
  chmodSync(join(bin, "claude"), 0o755);
  const flags = ["--var", "agent=claude", "--workspace", home.dir, "--json"];
  const { json } = await home.uw(["run", "ask", "--prompt", "How many files?", ...flags], {
    env: { PATH: `${bin}:${process.env.PATH}` },
  });
  expect(json.output).toMatchObject({ summary: "Two files.", spent: { costUsd: 0.01 } });
  expect(readFileSync(join(home.dir, "prompt"), "utf8")).toContain("How many files?");
  const argv = readFileSync(join(home.dir, "argv"), "utf8");
  expect(argv).not.toContain("acceptEdits");
  expect(argv).not.toContain("How many");
});

test("an agent nobody knows is refused, and the known ones are named", async () => {
  await using here = await house([]);
  const { json, exitCode } = await here.home.uw(["run", "ask", "--var", "agent=clod", "--json"]);
  expect(exitCode).not.toBe(0);
  expect(JSON.stringify(json.error)).toContain("claude");
});

test("P1, N13: killed in the middle of the call it asks once more; a planted key is in no file under the home", async () => {
  await using here = await house([{ text: "never seen", hold: true }, `I know ${KEY}`]);
  const { home, model, env } = here;
  const { json } = await home.uw(["run", "ask", "--prompt", "?", "--detach", "--json"], { env });
  await model.asked(1);
  await home.crash();
  const plan = await home.uw(["resume", json.executionId, "--plan", "--json"], { env });
  expect(plan.json.runs).toMatchObject([{ effect: "sys/llm.generate@1" }]);
  const resumed = await home.uw(["resume", json.executionId, "--json"], { env });
  expect(resumed.json.status).toBe("ok");
  expect(model.requests).toHaveLength(2);
  expect(resumed.stdout + resumed.stderr).not.toContain(KEY);
  await home.untilQuiet();
  const files = readdirSync(home.home, { recursive: true, encoding: "utf8" })
    .map((path) => join(home.home, path))
    .filter((path) => statSync(path).isFile());
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect(readFileSync(file).includes(KEY), file).toBe(false);
});

test("the recorded thread is whole, and the bundle of today comes to the same", async () => {
  expect(await problemsOf("ask")).toEqual([]);
  const { recorded, today } = await reenact("ask", flow);
  expect(today).toEqual(recorded);
});
