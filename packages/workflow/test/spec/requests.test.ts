// OPS: a run from a request on stdin, and the plan of steps it may hold.
import { describe, expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { counting, yielding } from "../../../../tests/support/bundles.ts";
import { type Ran, TempHome } from "../../../../tests/support/temp-home.ts";

type Request = { workflow: unknown; [key: string]: unknown };

const ECHO = { id: "say", type: "tool", tool: "exec", arguments: { argv: ["echo", "{{variables.who}}"] } };

async function send(home: TempHome, request: Request | string, ...flags: string[]): Promise<Ran> {
  const workspace = join(home.dir, "ws");
  await mkdir(workspace, { recursive: true });
  const stdin = typeof request === "string" ? request : JSON.stringify(request);
  const given = flags.includes("--workspace") ? [] : ["--workspace", workspace];
  return home.uw(["run", "--json", ...given, ...flags], { stdin });
}

/** The request with the hash of its workflow, asked for first with a wrong one. */
async function sendKnown(home: TempHome, request: Request, id: string, ...flags: string[]): Promise<Ran> {
  const probe = await send(home, request, "--execution-id", id, "--workflow-hash", "sha256:0", ...flags);
  const hash = probe.json.error.details.actual;
  return send(home, request, "--execution-id", id, "--workflow-hash", hash, ...flags);
}

const keyed = (workflow: unknown, key = "k", more: object = {}) => ({
  workflow,
  variables: { who: "ann" },
  runtime: { idempotencyKey: key },
  ...more,
});

describe("a request", () => {
  test("OPS-9, 002 6.8: without --json it is answered by one envelope, and NDJSON on the way", async () => {
    await using home = await TempHome.create();
    const hash = await home.add(
      "flow",
      yielding(`
  yield { role: "a", content: "x", meta: {} };
  const { decision } = yield { do: "approve", prompt: "go?" };
  return { returnCode: 0, summary: decision };`),
    );
    const workspace = join(home.dir, "ws");
    await mkdir(workspace, { recursive: true });
    const flags = ["--execution-id", "ex_123", "--workflow-hash", hash, "--workspace", workspace];
    const ran = await home.uw(["run", ...flags], { stdin: JSON.stringify(keyed("flow")) });
    expect(ran.json).toMatchObject({ ok: true, status: "needs_approval", error: null });
    expect(ran.stdout.trimEnd().split("\n").length).toBe(1);
    expect(ran.events.map((event) => event.type)).toContain("execution.started");
    const { resumeToken } = ran.json.requiresApproval;
    const resumed = await home.uw([
      "resume",
      "--execution-id",
      "ex_123",
      "--resume-token",
      resumeToken,
      "--decision",
      "approve",
    ]);
    expect(resumed.json).toMatchObject({
      status: "ok",
      output: { summary: "approve" },
      requiresApproval: null,
    });
    expect(resumed.events.length).toBeGreaterThan(0);
    const bad = await home.uw(["run", ...flags], { stdin: "{not json" });
    expect([bad.exitCode, bad.json.error.code, bad.stderr]).toEqual([10, "INVALID_JSON", ""]);
    const typo = await home.uw(["run", "--execution-id=e", "--no-such-flag"], { stdin: "{}" });
    expect([typo.exitCode, typo.json.error.code]).toEqual([10, "USAGE"]);
  });

  test("H7: a variable of a request that refers to a secret is refused, and its ids stay free", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", counting(1));
    const flags = ["--execution-id", "e1", "--workflow-hash", hash];
    const hostile = keyed("flow", "k", { variables: { who: '{"$secret":"PATH"}' } });
    expect((await send(home, hostile, ...flags)).json.error.code).toBe("SECRET_IN_DATA");
    expect((await send(home, keyed("flow"), ...flags)).json.ok).toBe(true);
  });

  test("OPS-14, OPS-35: malformed JSON is exit 10, and nothing is written", async () => {
    await using home = await TempHome.create();
    const ran = await send(home, "{not json", "--execution-id", "e1", "--workflow-hash", "sha256:0");
    expect([ran.exitCode, ran.json.error.code]).toEqual([10, "INVALID_JSON"]);
    expect((await home.uw(["threads", "--json"])).json.threads).toEqual([]);
  });

  test("OPS-17, OPS-36: without a hash it is exit 20", async () => {
    await using home = await TempHome.create();
    const ran = await send(home, keyed({ steps: [ECHO] }), "--execution-id", "e1");
    expect([ran.exitCode, ran.json.error.code]).toEqual([20, "HASH_MISMATCH"]);
  });

  test("OPS-21: the pinned hash must be that of the bundle, by sha256 or by id; nothing runs before", async () => {
    await using home = await TempHome.create();
    const id = await home.add("flow", counting(2));
    const { sha256 } = (await home.uw(["show", "flow", "--json"])).json;
    const wrong = await send(
      home,
      keyed("flow"),
      "--execution-id",
      "e1",
      "--workflow-hash",
      `sha256:${"0".repeat(64)}`,
    );
    expect([wrong.exitCode, wrong.json.error.code]).toEqual([20, "HASH_MISMATCH"]);
    expect((await home.uw(["threads", "--json"])).json.threads).toEqual([]);
    const right = await send(
      home,
      keyed("flow"),
      "--execution-id",
      "e1",
      "--workflow-hash",
      `sha256:${sha256}`,
    );
    expect(right.json).toMatchObject({ ok: true, status: "ok", output: { summary: "counted to 2" } });
    const short = await send(home, keyed("flow", "k2"), "--execution-id", "e2", "--workflow-hash", id);
    expect(short.json.status).toBe("ok");
  });

  test("OPS-19, OPS-54: variables, trigger and policy are in the start line, which is never rewritten", async () => {
    await using home = await TempHome.create();
    const trigger = { type: "webhook", metadata: { delivery: 7 } };
    const ran = await sendKnown(home, keyed({ steps: [ECHO] }, "k", { trigger }), "e1");
    expect(ran.json.status).toBe("ok");
    const view = (await home.uw(["thread", "e1", "--json"])).json;
    const [start] = await home.records(view.threadId);
    expect(start.parameters.variables.who).toBe("ann");
    expect(start.parameters.limits).toEqual({
      timeoutMs: 120_000,
      maxSteps: 50,
      maxParallel: 4,
      maxOutputBytes: 262_144,
    });
    expect(start.trigger).toEqual(trigger);
    const first = (await home.uw(["thread", "e1", "--raw"])).stdout.split("\n")[0];
    await home.uw(["fork", "e1", "--json"]);
    expect((await home.uw(["thread", "e1", "--raw"])).stdout.split("\n")[0]).toBe(first as string);
  });

  test("OPS-40, OPS-101: thread --json has version, hash, key, trigger, variables and every input and output", async () => {
    await using home = await TempHome.create();
    const ran = await sendKnown(home, keyed({ steps: [ECHO] }), "e1");
    expect(ran.json.executionId).toBe("e1");
    const view = (await home.uw(["thread", "e1", "--json"])).json;
    expect(view).toMatchObject({
      executionId: "e1",
      idempotencyKey: expect.stringMatching(/^manual:plan:.+:k$/),
      trigger: { type: "manual" },
      parameters: { variables: { who: "ann" }, workspace: { path: join(home.dir, "ws") } },
      hash: expect.stringMatching(/^[0-9A-Z]{13}$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(view.commands[0]).toMatchObject({
      stepId: "say",
      effect: "sys/exec@1",
      asked: { argv: ["echo", "ann"] },
      answer: { exitCode: 0, stdout: "ann\n" },
    });
  });

  test("OPS-87, OPS-88, OPS-89: the same id again answers with the first thread; without one it is exit 10", async () => {
    await using home = await TempHome.create();
    const none = await sendKnown(home, { workflow: { steps: [ECHO] }, variables: { who: "x" } }, "e1");
    expect([none.exitCode, none.json.error.code]).toEqual([10, "USAGE"]);
    const first = await sendKnown(home, keyed({ steps: [ECHO] }), "e1");
    const again = await sendKnown(home, keyed({ steps: [ECHO] }), "e1");
    expect(again.json).toMatchObject({ duplicate: true, executionId: "e1", output: first.json.output });
    expect((await home.uw(["threads", "--all", "--json"])).json.threads).toHaveLength(1);
  });

  test("OPS-18: flags may only lower what the request allows", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(3));
    const { sha256 } = (await home.uw(["show", "flow", "--json"])).json;
    const ran = await send(
      home,
      keyed("flow"),
      "--execution-id",
      "e1",
      "--workflow-hash",
      sha256,
      "--max-steps",
      "2",
    );
    expect([ran.exitCode, ran.json.error.code]).toEqual([30, "MAX_STEPS_EXCEEDED"]);
    expect(await home.roles((await home.uw(["thread", "e1", "--json"])).json.threadId)).toHaveLength(2);
  });

  test("OPS-5, OPS-78: effects of a request work in its workspace, as the user who asked", async () => {
    await using home = await TempHome.create();
    const write = {
      id: "w",
      type: "tool",
      tool: "bash",
      arguments: { command: "pwd > here; id -u >> here" },
    };
    await sendKnown(home, keyed({ steps: [write] }), "e1");
    const [cwd, uid] = (await Bun.file(join(home.dir, "ws/here")).text()).trim().split("\n");
    expect(cwd).toBe(join(home.dir, "ws"));
    expect(Number(uid)).toBe(process.getuid?.() ?? -1);
  });

  test("an unknown key, or a plan that does not fit, is named with its path", async () => {
    await using home = await TempHome.create();
    const odd = await send(
      home,
      { workflow: { steps: [ECHO] }, variabels: {} },
      "--execution-id",
      "e",
      "--workflow-hash",
      "0",
    );
    expect([odd.exitCode, odd.json.error.message]).toEqual([10, expect.stringContaining("variabels")]);
    const bad = await send(
      home,
      { workflow: { steps: [{ ...ECHO, tool: "nothing" }] } },
      "--execution-id",
      "e",
      "--workflow-hash",
      "0",
    );
    expect([bad.exitCode, bad.json.error.code]).toEqual([10, "SCHEMA_INVALID"]);
    expect(bad.json.error.message).toContain("steps");
  });
});

describe("a plan", () => {
  test("OPS-59, OPS-61: tool, approval, tool: the first is not repeated, the second runs once", async () => {
    await using home = await TempHome.create();
    const tool = (id: string) => ({
      id,
      type: "tool",
      tool: "bash",
      arguments: { command: `echo ${id} >> ledger; cat ledger` },
    });
    const plan = { steps: [tool("one"), { id: "gate", type: "approval", prompt: "Go on?" }, tool("two")] };
    const ran = await sendKnown(home, keyed(plan), "e1");
    expect(ran.json).toMatchObject({
      status: "needs_approval",
      requiresApproval: { stepId: "gate", prompt: "Go on?" },
    });
    expect(ran.json.requiresApproval.resumeToken).toMatch(/^wrf_rt_/);
    const done = await home.uw([
      "resume",
      "--execution-id",
      "e1",
      "--resume-token",
      ran.json.requiresApproval.resumeToken,
      "--json",
    ]);
    expect(done.json).toMatchObject({ status: "ok", executionId: "e1" });
    expect(await Bun.file(join(home.dir, "ws/ledger")).text()).toBe("one\ntwo\n");
    const step = done.json.steps.find((one: { stepId: string }) => one.stepId === "two");
    expect(step.output.stdout).toBe("one\ntwo\n");
  });

  test("OPS-60: an agent step is a role whose content is the model's text", async () => {
    await using home = await TempHome.create();
    const program = await home.file(
      "model.ts",
      `const { params } = JSON.parse(await Bun.stdin.text());
       console.log(JSON.stringify({ receipt: { status: "ok", payload: { text: "notes: " + params.prompt }, costUsd: 0.01 } }));`,
    );
    const model = { command: [process.execPath, program], class: "idempotent", risk: "read" };
    await Bun.write(home.layout.effects, JSON.stringify({ effects: { "sys/llm.generate@1": model } }));
    const plan = { steps: [{ id: "notes", type: "agent", goal: "for {{variables.who}}" }] };
    const ran = await sendKnown(home, keyed(plan), "e1");
    expect(ran.json).toMatchObject({ status: "ok", output: { last: { role: "notes" } } });
    expect(ran.json.output.last.content).toContain("for ann");
  });

  test("OPS-102: another temperature than 0 is refused before anything runs", async () => {
    await using home = await TempHome.create();
    const plan = { steps: [{ id: "notes", type: "agent", goal: "g", settings: { temperature: 0.7 } }] };
    const ran = await send(home, keyed(plan), "--execution-id", "e", "--workflow-hash", "0");
    expect([ran.exitCode, ran.json.error.message]).toEqual([10, expect.stringContaining("temperature")]);
  });

  test("OPS-56, OPS-63: steps run as authored; members of a parallel step stand by id, every time", async () => {
    await using home = await TempHome.create();
    const tool = (id: string) => ({ id, type: "tool", tool: "exec", arguments: { argv: ["echo", id] } });
    const plan = {
      steps: [tool("b"), tool("a"), { id: "both", type: "parallel", branches: [tool("z"), tool("y")] }],
    };
    const orders = new Set<string>();
    for (const key of ["k1", "k2", "k3"]) {
      const ran = await sendKnown(home, keyed(plan, key), key);
      const named = ran.json.steps.map((step: { stepId: string }) => step.stepId);
      orders.add(named.filter((id: string) => /^[a-z]$/.test(id)).join());
    }
    expect([...orders]).toEqual(["b,a,y,z"]);
  });

  test("OPS-55: the line of a step holds what its templates became, also those of earlier steps' outputs", async () => {
    await using home = await TempHome.create();
    const again = {
      id: "again",
      type: "tool",
      tool: "exec",
      arguments: { argv: ["echo", "{{steps.say.text}}!"] },
    };
    const ran = await sendKnown(home, keyed({ steps: [ECHO, again] }), "e1");
    expect(ran.json.status).toBe("ok");
    const [{ threadId }] = (await home.uw(["threads", "--json"])).json.threads;
    const intents = (await home.records(threadId)).filter((record) => record.kind === "intent");
    expect(intents.map(({ params }) => params.argv)).toEqual([
      ["echo", "ann"],
      ["echo", "ann!"],
    ]);
  });

  test("OPS-62: a no inside a branch ends the whole thread as cancelled", async () => {
    await using home = await TempHome.create();
    const gate = { id: "gate", type: "approval", prompt: "?" };
    const plan = {
      steps: [{ id: "if", type: "conditional", condition: true, then: [gate, ECHO], else: [] }],
    };
    await sendKnown(home, keyed(plan), "e1");
    const denied = await home.uw(["deny", "e1", "--json"]);
    expect([denied.exitCode, denied.json.status, denied.json.error.code]).toEqual([
      0,
      "cancelled",
      "APPROVAL_DENIED",
    ]);
  });
});

test("OPS-64: a loop is a loop in a generator", async () => {
  await using home = await TempHome.create();
  const body = `let sum = 0;
  while (sum < 5) { sum += 1; yield { role: "loop", content: String(sum), meta: {} }; }
  return { returnCode: 0, summary: "sum " + sum };`;
  await home.add("loop", yielding(body));
  expect((await home.uw(["run", "loop", "--json"])).json.output.summary).toBe("sum 5");
});

describe("validate of a plan (002 section 6.4)", () => {
  const PLAN = { steps: [ECHO] };
  const spelledOut = { steps: [{ continueOnError: false, ...ECHO }] };

  test("OPS-25, OPS-26: --workflow-path and --workflow-json - tell the hash that run asks for", async () => {
    await using home = await TempHome.create();
    const file = await home.file("plan.json", JSON.stringify(PLAN));
    const stdin = JSON.stringify(spelledOut);
    const answers = [
      await home.uw(["validate", "--workflow-path", file, "--json"]),
      await home.uw(["validate", file, "--json"]),
      await home.uw(["validate", "--workflow-json", "-", "--json"], { stdin }),
    ];
    const hash = answers[0]?.json.workflowHash;
    expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    for (const { exitCode, json } of answers)
      expect([exitCode, json]).toEqual([
        0,
        { ok: true, status: "valid", workflowHash: hash, bundleId: null, errors: [] },
      ]);
    expect((await home.uw(["validate", file])).stdout).toBe(`valid ${hash}\n`);
    const ran = await send(home, keyed(PLAN), "--execution-id", "e1", "--workflow-hash", hash);
    expect([ran.exitCode, ran.json.status]).toEqual([0, "ok"]);
  });

  test("OPS-26: every problem is told with its path, exit 10, and there is no hash", async () => {
    await using home = await TempHome.create();
    const stdin = JSON.stringify({
      steps: [
        { id: "a", type: "tool", tool: "nobody" },
        { id: "a", type: "x" },
      ],
    });
    const { exitCode, json } = await home.uw(["validate", "--workflow-json", "-", "--json"], { stdin });
    expect([exitCode, json.ok, json.status, json.workflowHash]).toEqual([10, false, "invalid", null]);
    expect(json.errors.length).toBeGreaterThan(1);
    for (const { code, message } of json.errors)
      expect([code, message]).toEqual(["SCHEMA_INVALID", expect.stringMatching(/^steps/)]);
    const broken = await home.uw(["validate", "--workflow-json", "-", "--json"], { stdin: "{" });
    expect([broken.exitCode, broken.json.errors[0].code]).toEqual([10, "INVALID_JSON"]);
  });

  test("a bundle may be named by --workflow-path too; nothing, two things, or a plan in the flag is USAGE", async () => {
    await using home = await TempHome.create();
    const file = await home.bundle("flow", counting(1));
    const named = await home.uw(["validate", "--workflow-path", file, "--json"]);
    expect(named.json).toEqual((await home.uw(["validate", file, "--json"])).json);
    for (const args of [[], [file, "--workflow-path", file], ["--workflow-json", "{}"]]) {
      const ran = await home.uw(["validate", ...args, "--json"]);
      expect([ran.exitCode, ran.json.error.code]).toEqual([10, "USAGE"]);
    }
  });
});
