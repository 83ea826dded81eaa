// Who composes a process says who performs effects: the core alone, a worker file of one's own, the command line.
import { expect, test } from "bun:test";
import { createClient, WorkflowError } from "@uncaged/workflow/client";
import { registerExecutor } from "@uncaged/workflow/executor";
import { scriptedModel } from "@uncaged/workflow-agents/testing";
import { DOUBLE } from "./fixtures/double.ts";
import { cli } from "./support/in-process.ts";
import { TempHome } from "./support/temp-home.ts";

const OWN_WORKER = new URL("./fixtures/own-worker.ts", import.meta.url);
const CLI_WORKER = import.meta.resolve("@uncaged/cli-workflow/worker");

function flow(effects: string[], body: string): string {
  return `export const descriptor = { description: "d", roles: { r: { description: "r" } }, determinism: "strict", effects: ${JSON.stringify(effects)} };
export default async function* () {
  ${body}
  yield { role: "r", content: "answered", meta: {} };
  return { returnCode: 0, summary: JSON.stringify(answer.payload ?? answer.error) };
}`;
}

const ask = (effect: string, params: object) =>
  `const answer = yield ${JSON.stringify({ do: "effect", effect, params })};`;
const MODEL = ask("sys/llm.generate@1", { model: "own/m", prompt: "hi" });

async function refusal(call: Promise<unknown>): Promise<WorkflowError> {
  const error = await call.then(
    () => new Error("it was not refused"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof WorkflowError) return error;
  throw error;
}

/** A provider `own` that is the scripted model. */
async function modelAt(home: TempHome, baseUrl: string): Promise<void> {
  await Bun.write(
    home.layout.config,
    JSON.stringify({ models: { own: { kind: "openai-compatible", baseUrl } } }),
  );
}

test("the core's own worker performs what the core brings", async () => {
  await using home = await TempHome.create();
  await home.add("f", flow(["sys/exec@1"], ask("sys/exec@1", { argv: ["echo", "hi"] })));
  const client = createClient({ home: home.home });
  const { threadId } = await client.start("f");
  const { status, output } = await client.follow(threadId).end();
  expect([status, JSON.parse(String(output.summary)).stdout]).toEqual(["ok", "hi\n"]);
});

test.each(["sys/llm.generate@1", "sys/agent.run@1"])(
  "without the package, a bundle that declares %s is refused before anything is written",
  async (effect) => {
    await using home = await TempHome.create();
    await home.add("f", flow([effect], ask(effect, { prompt: "x" })));
    const client = createClient({ home: home.home });
    const { code, message, hint } = await refusal(client.start("f"));
    expect([code, message]).toEqual(["EFFECT_UNKNOWN", expect.stringContaining(effect)]);
    expect(hint).toContain("@uncaged/workflow-agents");
    expect(await client.list()).toEqual([]);
  },
);

test("a program of effects.yaml may stand in for a model, with no package of agents", async () => {
  await using home = await TempHome.create();
  await home.add("f", flow(["sys/llm.generate@1"], MODEL));
  const receipt = `{"receipt":{"status":"ok","payload":{"text":"mine"}}}`;
  const own = { command: ["sh", "-c", `cat >/dev/null; echo '${receipt}'`], class: "read", risk: "read" };
  await Bun.write(home.layout.effects, JSON.stringify({ effects: { "sys/llm.generate@1": own } }));
  const client = createClient({ home: home.home });
  const { threadId } = await client.start("f");
  const { output } = await client.follow(threadId).end();
  expect(JSON.parse(String(output.summary))).toEqual({ text: "mine" });
});

test("a thread that a worker cannot bring on stays as it is, and another worker brings it on", async () => {
  await using home = await TempHome.create();
  await using model = scriptedModel({ replies: [{ text: "hello" }] });
  const waits = `yield { do: "approve", prompt: "go on?" };\n  ${MODEL}`;
  await home.add("f", flow(["sys/llm.generate@1"], waits));
  await modelAt(home, model.baseUrl);
  const able = createClient({ home: home.home, worker: OWN_WORKER });
  const { threadId } = await able.start("f");
  await able.follow(threadId).end();
  await home.untilStatus(threadId, "waiting");
  const before = await Bun.file(await home.journalPath(threadId)).text();
  const bare = createClient({ home: home.home });
  // The worker that parked the thread may still be there for a moment, and would serve.
  await home.untilQuiet();
  expect((await refusal(bare.decide(threadId, { decision: "approve" }))).code).toBe("EFFECT_UNKNOWN");
  expect(await Bun.file(await home.journalPath(threadId)).text()).toBe(before);
  await able.decide(threadId, { decision: "approve" });
  const { status, output } = await able.follow(threadId).end();
  expect([status, JSON.parse(String(output.summary)).text]).toEqual(["ok", "hello"]);
});

test("a worker file registers an effect of its own", async () => {
  await using home = await TempHome.create();
  const source = flow(["mine/double@1"], ask("mine/double@1", { n: 21 }));
  const args = ["add", "f", await home.bundle("f", source), "--json"];
  expect((await cli(home, args)).json.error.code).toBe("EFFECT_UNKNOWN");
  registerExecutor(DOUBLE.definition, DOUBLE.load);
  expect((await cli(home, args)).exitCode).toBe(0);
  const client = createClient({ home: home.home, worker: OWN_WORKER });
  const { threadId } = await client.start("f");
  const { output } = await client.follow(threadId).end();
  expect(JSON.parse(String(output.summary))).toEqual({ n: 42 });
});

test("the worker of the command line serves a program too", async () => {
  await using home = await TempHome.create();
  await using model = scriptedModel({ replies: [{ text: "hello" }] });
  await home.add("f", flow(["sys/llm.generate@1"], MODEL));
  await modelAt(home, model.baseUrl);
  const client = createClient({ home: home.home, worker: CLI_WORKER });
  const { threadId } = await client.start("f");
  expect((await client.follow(threadId).end()).status).toBe("ok");
  expect(model.requests).toHaveLength(1);
});

test.each(["./worker.ts", "https://example.com/worker.ts"])("%s is no worker file", async (worker) => {
  expect(() => createClient({ worker })).toThrow(/file: URL/);
});

test("nobody replaces an effect of the engine, nor one that is registered", () => {
  const { definition, load } = DOUBLE;
  for (const name of ["sys/exec@1", "sys/other@1", "no name"])
    expect(() => registerExecutor({ ...definition, name }, load)).toThrow("cannot be registered");
  const twice = { ...definition, name: "mine/twice@1" };
  registerExecutor(twice, load);
  expect(() => registerExecutor(twice, load)).toThrow("registered twice");
});
