import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BundleStore, KEY } from "../../tests/shipped/bundle-store.ts";
import { problemsOf, reenact } from "../../tests/shipped/recorded-thread.ts";
import flow from "./flow.ts";

test("one question, one answer, with what it cost", async () => {
  await using store = await BundleStore.create("ask", [
    { text: "Blue.", usage: { inputTokens: 1000, outputTokens: 100 } },
  ]);
  const { json, exitCode } = await store.uw("run", "ask", "--prompt", "Which colour?");
  expect(exitCode).toBe(0);
  expect(json.output).toMatchObject({ returnCode: 0, summary: "Blue.", last: { role: "answerer" } });
  // 1000 at 0.25 and 100 at 2 dollars a million.
  expect(json.output.spent).toMatchObject({ costUsd: 0.00045, tokens: 1100, effects: 1 });
  expect(store.asked("Which colour?")).toBe(1);
});

test("another model by a variable; a fork asks the next one, and diff shows both", async () => {
  await using store = await BundleStore.create("ask", [
    { model: "gpt-5-nano", text: "Blue." },
    { model: "gpt-4.1", text: "Azure." },
  ]);
  const first = (await store.uw("run", "ask", "--prompt", "?", "--var", "model=openai/gpt-5-nano")).json;
  expect(first.output.summary).toBe("Blue.");
  const second = (await store.uw("fork", first.executionId, "--var", "model=openai/gpt-4.1")).json;
  expect(second.output.summary).toBe("Azure.");
  const { json } = await store.uw("diff", first.executionId, second.executionId);
  expect(json.firstDifference).toBe(1);
});

test("a model of one's own, named in config.yaml, needs no key", async () => {
  await using store = await BundleStore.create("ask", ["Here."]);
  const { home, model } = store;
  writeFileSync(home.layout.config, `models: { local: { baseUrl: "${model.baseUrl}" } }\n`);
  store.env.OPENAI_API_KEY = "";
  const { json } = await store.uw("run", "ask", "--prompt", "?", "--var", "model=local/small");
  expect(json.output.summary).toBe("Here.");
  expect(model.requests[0]?.model).toBe("small");
});

test("a coding agent looks at the workspace, and is not allowed to change it", async () => {
  await using store = await BundleStore.create("ask", []);
  const { dir } = store.home;
  mkdirSync(store.work);
  store.program(
    "claude",
    `#!/bin/sh
cat > "${dir}/prompt"
echo "$@" > "${dir}/argv"
echo '{"type":"result","result":"Two files.","session_id":"s-1","total_cost_usd":0.01,"is_error":false}'
`,
  );
  const { json } = await store.run("How many files?", "--var", "agent=claude");
  expect(json.output).toMatchObject({ summary: "Two files.", spent: { costUsd: 0.01 } });
  expect(readFileSync(join(dir, "prompt"), "utf8")).toContain("How many files?");
  const argv = readFileSync(join(dir, "argv"), "utf8");
  expect(argv).not.toContain("acceptEdits");
  expect(argv).not.toContain("How many");
});

test("an agent nobody knows is refused, and the known ones are named", async () => {
  await using store = await BundleStore.create("ask", []);
  const { json, exitCode } = await store.uw("run", "ask", "--prompt", "hi", "--var", "agent=clod");
  expect(exitCode).not.toBe(0);
  expect(JSON.stringify(json.error)).toContain("claude");
});

test("PROMISE-1, N13: killed in the middle of the call it asks once more; a planted key is in no file under the home", async () => {
  await using store = await BundleStore.create("ask", [{ text: "never seen", hold: true }, `I know ${KEY}`]);
  const { home, model } = store;
  const id = (await store.uw("run", "ask", "--prompt", "?", "--detach")).json.executionId;
  await model.asked(1);
  expect(Bun.spawnSync(["ps", "-eo", "args="]).stdout.includes(KEY)).toBe(false);
  await home.crash();
  const plan = (await store.uw("resume", id, "--plan")).json;
  expect(plan.runs).toMatchObject([{ effect: "sys/llm.generate@1" }]);
  const { json, stdout, stderr } = await store.uw("resume", id);
  expect(json.status).toBe("ok");
  expect(model.requests).toHaveLength(2);
  expect(stdout + stderr).not.toContain(KEY);
  expect(await store.filesWithKey()).toEqual([]);
});

test("the recorded thread is whole, and the bundle of today comes to the same", async () => {
  expect(await problemsOf("ask")).toEqual([]);
  const { recorded, today } = await reenact("ask", flow);
  expect(today).toEqual(recorded);
});
