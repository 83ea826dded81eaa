// Agents as a user runs them: the real binary, a model that is a server on this machine, a `claude` that is on the PATH.
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type ScriptedReply, scriptedModel } from "@uncaged/workflow-agents/testing";
import { placeRuntime } from "./support/place-runtime.ts";
import { REPO, TempHome, until } from "./support/temp-home.ts";

const KEY = "sk-planted-0123456789abcdef0123456789";

const TEAM = `
import { agent, createRoleModerator, type Descriptor, END } from "@uncaged/workflow";

const plan = { type: "object", properties: { files: { type: "array", items: { type: "string" } } }, required: ["files"], additionalProperties: false };

export default createRoleModerator({
  roles: {
    planner: agent<{ files: string[] }>({ model: "openai/gpt-4o-mini", system: "PLAN", schema: plan, effect: { retry: { delayMs: 10, maxDelayMs: 10 } } }),
    writer: agent({ model: "openai/gpt-4o-mini", system: "WRITE", temperature: 0.9 }),
    reviewer: agent({ model: "openai/gpt-4o-mini", system: "REVIEW" }),
  },
  moderator: ({ steps }) => (["planner", "writer", "reviewer"] as const)[steps.length] ?? END,
});

export const descriptor = {
  description: "Plans, writes, reviews",
  roles: { planner: { description: "plans" }, writer: { description: "writes" }, reviewer: { description: "reviews" } },
  effects: ["sys/llm.generate@1"],
} satisfies Descriptor;
`;

const PLAN: ScriptedReply = {
  when: "PLAN",
  object: { files: ["a.ts"] },
  usage: { inputTokens: 1000, outputTokens: 100 },
};
const WRITE: ScriptedReply = { when: "WRITE", text: "code", usage: { inputTokens: 2000, outputTokens: 200 } };
const REVIEW: ScriptedReply = {
  when: "REVIEW",
  text: "fine",
  usage: { inputTokens: 3000, outputTokens: 300 },
};

type Store = {
  home: TempHome;
  model: ReturnType<typeof scriptedModel>;
  env: Record<string, string>;
} & AsyncDisposable;

async function store(replies: ScriptedReply[]): Promise<Store> {
  const home = await TempHome.create();
  const model = scriptedModel({ replies });
  const added = await home.uw(["add", "team", await home.file("flow.ts", TEAM), "--json"]);
  if (added.exitCode !== 0) throw new Error(added.stdout);
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

const run = ({ home, env }: Store, ...flags: string[]) =>
  home.uw(["run", "team", "--prompt", "Do it", "--json", ...flags], { env });

/** How often each system prompt was asked. */
const asked = ({ model }: Store) =>
  ["PLAN", "WRITE", "REVIEW"].map(
    (word) => model.requests.filter(({ prompt }) => prompt.includes(word)).length,
  );

describe("a team of models", () => {
  test("runs; tokens and cost are in the envelope, in thread, and in the text for people", async () => {
    await using here = await store([PLAN, WRITE, REVIEW]);
    const { json, exitCode } = await run(here);
    expect(exitCode).toBe(0);
    expect(json.output.last).toEqual({ role: "reviewer", content: "fine", meta: {} });
    // 6000 at 0.15 and 600 at 0.60 dollars a million.
    const spent = { costUsd: 0.00126, tokens: 6600, effects: 3, blocked: 0 };
    expect(json.output.spent).toEqual(spent);
    const view = (await here.home.uw(["thread", json.executionId, "--json"])).json;
    expect(view.spent).toEqual(spent);
    expect(view.commands.map((one: { costUsd: number }) => one.costUsd)).toEqual([0.00021, 0.00042, 0.00063]);
    expect(view.steps[0].meta).toEqual({ files: ["a.ts"] });
    const text = (await here.home.uw(["thread", json.executionId])).stdout;
    expect(text).toContain("sys/llm.generate@1 openai/gpt-4o-mini");
    expect(text).toContain("2,000 tokens in, 200 out  $0.00042");
    expect(text).toContain("spent $0.00126, 6,600 tokens, 3 effects");
    expect((await here.home.uw(["verify", json.executionId, "--json"])).json.ok).toBe(true);
  });

  test("OPS-101, OPS-102: the intent has the settings, and the temperature is 0 unless policy.yaml allows another", async () => {
    await using here = await store([PLAN, WRITE, REVIEW, PLAN, WRITE, REVIEW]);
    const params = async (id: string) =>
      (await here.home.records(id)).filter((one) => one.kind === "intent").map((one) => one.params);
    const cold = await params((await run(here)).json.executionId);
    expect(cold[1]).toMatchObject({ model: "openai/gpt-4o-mini", system: "WRITE", temperature: 0 });
    writeFileSync(join(here.home.layout.policy), "llm: { temperature: true }\n");
    await here.home.untilQuiet();
    const warm = await params((await run(here)).json.executionId);
    expect(warm[1]).toMatchObject({ temperature: 0.9 });
    expect(here.model.requests[4]?.body.temperature).toBe(0.9);
  });

  test("OPS-100: other words, the same steps in the same order", async () => {
    await using here = await store([PLAN, WRITE, REVIEW, PLAN, { ...WRITE, text: "other" }, REVIEW]);
    const [one, two] = [await run(here), await run(here)];
    const ids = (ran: typeof one) => ran.json.steps.map(({ stepId }: { stepId: string }) => stepId);
    expect(ids(one)).toEqual(ids(two));
    const { json } = await here.home.uw(["diff", one.json.executionId, two.json.executionId, "--json"]);
    expect(json.firstDifference).not.toBeNull();
  });

  test("OPS-92: 429 and 500 are tried again, and the waits are recorded with what the server asked for", async () => {
    await using here = await store([
      { ...PLAN, status: 429, retryAfter: 0.05 },
      { ...PLAN, status: 500 },
      PLAN,
      WRITE,
      REVIEW,
    ]);
    const { json } = await run(here);
    expect(json.status).toBe("ok");
    const attempts = (await here.home.records(json.executionId)).filter((one) => one.status === "failed");
    expect(attempts.map(({ attempt, delayMs, error }) => [attempt, delayMs, error.code])).toEqual([
      [1, 50, "LLM_RATE_LIMITED"],
      [2, 10, "LLM_UNAVAILABLE"],
    ]);
    const keys = here.model.requests.slice(0, 3).map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(1);
  });

  test("an answer that does not fit is repaired once; what it cost is counted", async () => {
    await using here = await store([{ ...PLAN, object: { file: "a.ts" } }, PLAN, WRITE, REVIEW]);
    const { json } = await run(here);
    expect(json.status).toBe("ok");
    expect(json.output.spent.effects).toBe(4);
    expect(here.model.requests[1]?.prompt).toContain("This answer cannot be used");
  });

  test("one that never fits fails the thread, and says what was wrong", async () => {
    const bad = { when: "PLAN", text: "I would rather not", repeat: true };
    await using here = await store([bad]);
    const { json, exitCode } = await run(here);
    expect(exitCode).toBe(1);
    expect(json.error.message).toContain("AGENT_OUTPUT_INVALID: the answer is not JSON");
    expect(here.model.requests).toHaveLength(2);
  });

  test("without a key the error says how to give one", async () => {
    await using here = await store([]);
    const { json } = await here.home.uw(["run", "team", "--json"], {
      env: { OPENAI_API_KEY: "", OPENAI_BASE_URL: "" },
    });
    expect(json.error.message).toContain("export OPENAI_API_KEY=");
  });

  test("a dry run asks nobody, and its answers have the shape that was asked for", async () => {
    await using here = await store([]);
    const { json } = await run(here, "--dry-run");
    expect(json.status).toBe("ok");
    expect(json.steps[0].output.object).toEqual({ files: [] });
    expect(here.model.requests).toHaveLength(0);
  });
});

describe("PROMISE-1: kill -9 in the middle of a call", () => {
  test("resume --plan tells what is kept and what is asked again; no call that was answered is made twice", async () => {
    await using here = await store([PLAN, { ...WRITE, hold: true }, WRITE, REVIEW]);
    const { home, model, env } = here;
    const started = await home.uw(["run", "team", "--prompt", "Do it", "--detach", "--json"], { env });
    const id = started.json.executionId;
    await model.asked(2);
    await home.crash();
    expect(await home.status(id)).toBe("interrupted");

    const plan = (await home.uw(["resume", id, "--plan", "--json"], { env })).json;
    expect(plan.kept).toEqual({ steps: 1, commands: 1 });
    expect(plan.runs).toMatchObject([{ effect: "sys/llm.generate@1" }]);

    const { json } = await home.uw(["resume", id, "--json"], { env });
    expect(json.status).toBe("ok");
    // The planner was answered, and is not asked again; the writer was not, and is.
    expect(asked(here)).toEqual([1, 2, 1]);
    const keys = model.requests.slice(1, 3).map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).toBe(keys[1] as string);
    expect(json.output.spent).toMatchObject({ effects: 3, costUsd: 0.00126 });
  });

  test("fork with another model keeps what was planned, and diff compares the two", async () => {
    const big = { ...WRITE, model: "gpt-4o", text: "better code" };
    await using here = await store([PLAN, WRITE, REVIEW, big, { ...REVIEW, model: "gpt-4o" }]);
    const { home, env } = here;
    const first = (await run(here)).json;
    const flags = ["--from-role", "planner", "--var", "model=openai/gpt-4o", "--json"];
    const fork = (await home.uw(["fork", first.executionId, ...flags], { env })).json;
    expect(fork.status).toBe("ok");
    expect(asked(here)).toEqual([1, 2, 2]);
    // The plan, which it kept, and 5000 at 2.50 and 500 at 10 dollars a million.
    expect(fork.output.spent.costUsd).toBe(0.01771);
    const diff = (await home.uw(["diff", first.executionId, fork.executionId, "--json"])).json;
    expect(diff.common).toBe(1);
    expect(diff.variables).toEqual({ model: { a: null, b: "openai/gpt-4o" } });
    expect([diff.spent.a.costUsd, diff.spent.b.costUsd]).toEqual([0.00126, 0.01771]);
    expect(diff.firstDifference).toBe(2);
  });
});

test("N13: a planted key is in no file under the home, in no argument of a process, and in no error", async () => {
  await using here = await store([
    PLAN,
    { ...WRITE, text: `I know it: ${KEY}`, chunks: 1 },
    { ...REVIEW, hold: true, status: 401, error: `bad key ${KEY}` },
  ]);
  const { home, model, env } = here;
  const running = run(here);
  await model.asked(3);
  const { stdout } = Bun.spawnSync(["ps", "-eo", "args="]);
  expect(stdout.toString()).toContain(home.home.slice(0, 8));
  expect(stdout.toString()).not.toContain(KEY);
  model.release();
  const { stdout: document, stderr } = await running;
  expect(JSON.parse(document).error.message).toContain("LLM_KEY_REFUSED");
  expect(document + stderr).not.toContain(KEY);
  expect((await home.uw(["thread", JSON.parse(document).executionId], { env })).stdout).not.toContain(KEY);
  await home.untilQuiet();
  const files = readdirSync(home.home, { recursive: true, encoding: "utf8" })
    .map((name) => join(home.home, name))
    .filter((path) => statSync(path).isFile());
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect(readFileSync(file).includes(KEY), file).toBe(false);
});

describe("a coding agent", () => {
  const FLOW = `
import { agent, createRoleModerator, type Descriptor, END } from "@uncaged/workflow";

export default createRoleModerator({
  roles: {
    coder: agent({ command: "claude", system: "Fix it.", session: ({ steps }) => steps.at(-1)?.meta.session as string }),
  },
  moderator: ({ steps }) => (steps.length < 2 ? "coder" : END),
});
export const descriptor = {
  description: "codes", roles: { coder: { description: "codes" } }, effects: ["sys/agent.run@1"],
} satisfies Descriptor;
`;

  /** It notes each call; while there is no file `go`, it works on without end. */
  const CLAUDE = `#!/bin/sh
cat > "$FAKE/prompt"
echo "$@" >> "$FAKE/calls"
echo '{"type":"system","session_id":"s-1"}'
while [ ! -e "$FAKE/go" ]; do sleep 0.05; done
echo changed >> changed.txt
# As the real one does: what it tells is the cost of the whole session.
case "$*" in *--resume*) cost=0.5 ;; *) cost=0.25 ;; esac
echo '{"type":"result","result":"Done.","session_id":"s-1","total_cost_usd":'$cost',"is_error":false,"usage":{"input_tokens":10,"output_tokens":5}}'
`;

  async function agents(): Promise<
    { home: TempHome; fake: string; env: Record<string, string>; work: string } & AsyncDisposable
  > {
    const home = await TempHome.create();
    const fake = join(home.dir, "fake");
    const work = join(home.dir, "work");
    mkdirSync(join(fake, "bin"), { recursive: true });
    mkdirSync(work);
    writeFileSync(join(fake, "bin/claude"), CLAUDE.replaceAll("$FAKE", fake));
    chmodSync(join(fake, "bin/claude"), 0o755);
    await home.uw(["add", "code", await home.file("code.ts", FLOW)]);
    const env = { PATH: `${join(fake, "bin")}:${process.env.PATH}`, ANTHROPIC_API_KEY: KEY };
    return { home, fake, env, work, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
  }

  test("works in the workspace, is continued by its session, and its cost is counted", async () => {
    await using here = await agents();
    const { home, fake, env, work } = here;
    writeFileSync(join(fake, "go"), "");
    const { json } = await home.uw(
      ["run", "code", "--prompt", "secret plan", "--workspace", work, "--json"],
      { env },
    );
    expect(json.status).toBe("ok");
    expect(json.output.spent).toEqual({ costUsd: 0.5, tokens: 30, effects: 2, blocked: 0 });
    expect(readFileSync(join(work, "changed.txt"), "utf8")).toBe("changed\nchanged\n");
    const calls = readFileSync(join(fake, "calls"), "utf8").trim().split("\n");
    expect(calls[0]).toBe(
      "-p --output-format stream-json --verbose --disable-slash-commands --permission-mode acceptEdits",
    );
    expect(calls[1]).toContain("--resume s-1");
    expect(calls.join()).not.toContain("secret plan");
    const intent = (await home.records(json.executionId)).find((one) => one.kind === "intent");
    expect(intent).toMatchObject({
      class: "once",
      risk: "write",
      params: { argv: ["claude", ...(calls[0] ?? "").split(" ")] },
    });
  });

  const runningIn = (fake: string) =>
    Bun.spawnSync(["ps", "-eo", "stat=,args="])
      .stdout.toString()
      .split("\n")
      .filter((line) => line.includes(`${fake}/bin/claude`) && !line.startsWith("Z"));

  /** A thread whose agent works when its worker is killed. */
  async function crashed() {
    const here = await agents();
    const { home, env, work } = here;
    const flags = ["--prompt", "p", "--workspace", work, "--detach", "--json"];
    const id: string = (await home.uw(["run", "code", ...flags], { env })).json.executionId;
    await until(
      async () => ((await home.uw(["logs", id])).stdout.includes('"session":"s-1"') ? true : null),
      "the agent to tell its session",
    );
    await home.crash();
    return { ...here, id };
  }

  test("PROMISE-1: after kill -9 nobody knows how far it got: it is ended, and a person is asked", async () => {
    await using here = await crashed();
    const { home, fake, env, id } = here;
    const plan = (await home.uw(["resume", id, "--plan", "--json"], { env })).json;
    expect(plan.waits).toMatchObject([{ effect: "sys/agent.run@1" }]);
    const resumed = (await home.uw(["resume", id, "--json"], { env })).json;
    expect(resumed.status).toBe("waiting");
    expect(readFileSync(join(fake, "calls"), "utf8").trim().split("\n")).toHaveLength(1);
    expect(runningIn(fake)).toEqual([]);
    writeFileSync(join(fake, "go"), "");
    const done = (await home.uw(["reconcile", id, "--retry", "--json"], { env })).json;
    expect(done.status).toBe("ok");
  });

  test("WATCHDOG-1: after kill -9 of the worker the agent does not work on, though nobody resumes", async () => {
    await using here = await crashed();
    await until(async () => (runningIn(here.fake).length === 0 ? true : null), "the agent to be ended");
    expect(await here.home.status(here.id)).toBe("interrupted");
  });

  test("after kill -9 the session is shown to whoever reconciles, and the next turn goes on with it", async () => {
    await using here = await crashed();
    const { home, fake, env, work, id } = here;
    const { stdout } = await home.uw(["resume", id], { env });
    expect(stdout).toContain('"session": "s-1"');
    const [asked] = (await home.uw(["approvals", "--json"])).json.approvals;
    expect(asked).toMatchObject({ kind: "reconcile", items: [{ session: "s-1", folder: work }] });
    expect((await home.uw(["thread", id, "--json"])).json.waiting[0].items).toEqual(asked.items);
    const why = (await home.uw(["why", id, "--json"])).json;
    expect(why.message).toContain(`Its session was s-1, in ${work}.`);
    const [, payload = ""] = /--ok '(.*)'/.exec(why.hint) ?? [];
    expect(JSON.parse(payload)).toEqual({ text: "", session: "s-1", exitCode: 0, folder: work });
    writeFileSync(join(fake, "go"), "");
    const done = (await home.uw(["reconcile", id, "--ok", payload, "--json"], { env })).json;
    expect(done.status).toBe("ok");
    const calls = readFileSync(join(fake, "calls"), "utf8").trim().split("\n");
    expect(calls).toHaveLength(2);
    expect(calls[1]).toContain("--resume s-1");
    // What the first turn cost was told to nobody: the sum of the session does not say which turn it was.
    expect(done.output.spent).not.toHaveProperty("costUsd", 0.5);
    const fork = (await home.uw(["fork", id, "--from-step", "1", "--json"], { env })).json;
    expect(fork.status).toBe("ok");
    const diff = (await home.uw(["diff", id, fork.executionId, "--json"])).json;
    expect(diff.common).toBe(2);
  });

  test("OPS-82: where policy holds writes back, whoever approves sees the argv", async () => {
    await using here = await agents();
    const { home, env, work } = here;
    writeFileSync(home.layout.policy, "risks: { write: approve }\n");
    const { json } = await home.uw(["run", "code", "--prompt", "p", "--workspace", work, "--json"], { env });
    expect(json.status).toBe("needs_approval");
    expect(JSON.stringify(json.requiresApproval.items)).toContain('"argv":["claude","-p"');
  });

  test("not installed: the error says what to install", async () => {
    await using here = await agents();
    const { home } = here;
    const { json } = await home.uw(["run", "code", "--prompt", "p", "--json"], {
      env: { PATH: `${join(REPO, "node_modules/.bin")}:${process.env.PATH}` },
    });
    expect(json.error.message).toContain("npm install -g @anthropic-ai/claude-code");
  });
});

describe("start-up", () => {
  /** The program as it is installed, without the file that has the libraries of providers. */
  async function withoutProviders(folder: string): Promise<string> {
    const cli = join(REPO, "packages/cli-workflow");
    for (const part of ["bin", "dist", "templates"])
      cpSync(join(cli, part), join(folder, "pkg", part), { recursive: true });
    rmSync(join(folder, "pkg/dist/agents-llm.js"));
    rmSync(join(folder, "pkg/dist/agents-llm.js.jsc"), { force: true });
    // Not shipped: there are no sources beside it that could be newer.
    rmSync(join(folder, "pkg/dist/stamp.json"));
    placeRuntime(join(folder, "pkg"));
    return join(folder, "pkg/bin/uncaged-workflow.js");
  }

  test("a worker loads the libraries of providers only for a thread that asks a model", async () => {
    await using here = await store([PLAN]);
    const { home, env } = here;
    const binary = await withoutProviders(home.dir);
    const uw = (...args: string[]) => {
      const child = Bun.spawnSync([binary, ...args, "--json"], {
        env: { ...process.env, ...env, UNCAGED_HOME: home.home },
      });
      return JSON.parse(child.stdout.toString());
    };
    const plain = `export default async function* ({ steps }) {
  if (steps.length === 0) {
    const { payload } = yield { do: "effect", effect: "sys/exec@1", params: { argv: ["echo", "hi"] } };
    yield { role: "r", content: payload.stdout, meta: {} };
  }
  return { returnCode: 0, summary: "" };
}
export const descriptor = { description: "d", roles: { r: { description: "r" } }, effects: ["sys/exec@1"] };`;
    await home.add("plain", plain);
    expect(uw("run", "plain").output.last.content).toBe("hi\n");
    const asking = uw("run", "team", "--prompt", "p");
    expect(asking.status).toBe("failed");
    expect(asking.error.message).toContain("agents-llm");
    expect(here.model.requests).toHaveLength(0);
  });

  test("no other file of dist/ holds them", () => {
    const textOf = (name: string) => readFileSync(join(REPO, "packages/cli-workflow/dist", name), "utf8");
    for (const name of ["worker.js", "cli.js", "bundle-host.js", "heavy.js", "early.js", "agents-cli.js"])
      expect(textOf(name).includes("AI_APICallError"), name).toBe(false);
    expect(textOf("agents-llm.js")).toContain("AI_APICallError");
  });
});

test("agent({reuse: false}): each reviewer is asked again by a fork, a planner is not", async () => {
  await using home = await TempHome.create();
  await using model = scriptedModel({ replies: [{ text: "ok", repeat: true }] });
  const env = { OPENAI_API_KEY: "sk-planted-0123456789abcdef", OPENAI_BASE_URL: model.baseUrl };
  const source = `
import { agent, createRoleModerator, END } from "@uncaged/workflow";
export default createRoleModerator({
  roles: {
    planner: agent({ model: "openai/gpt-4o-mini", system: "PLAN", prompt: () => "x" }),
    reviewer: agent({ model: "openai/gpt-4o-mini", system: "REVIEW", prompt: () => "x", reuse: false }),
  },
  moderator: ({ steps }) => (["planner", "reviewer"] as const)[steps.length] ?? END,
});
export const descriptor = { description: "d", roles: { planner: { description: "p" }, reviewer: { description: "r" } }, effects: ["sys/llm.generate@1"] };
`;
  await home.uw(["add", "team", await home.file("flow.ts", source), "--json"]);
  const { executionId } = (await home.uw(["run", "team", "--json"], { env })).json;
  expect(model.requests.map(({ prompt }) => prompt.split("\n")[0])).toEqual(["PLAN", "REVIEW"]);
  await home.uw(["fork", executionId, "--from-step", "1", "--bundle", "team", "--json"], { env });
  expect(model.requests.map(({ prompt }) => prompt.split("\n")[0])).toEqual(["PLAN", "REVIEW", "REVIEW"]);
});
