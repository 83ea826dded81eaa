import { describe, expect, test } from "bun:test";
import type { SingleCommand } from "#contract/command.ts";
import { descriptor } from "#plan/plan.ts";
import { EFFECTS } from "#plan/tools.ts";
import { byStep, drivePlan, ok, yes } from "./drive-plan.ts";

const bash = (id: string, command = "true", more: object = {}) => ({
  id,
  type: "tool",
  tool: "bash",
  arguments: { command },
  ...more,
});

const ids = (asked: unknown) =>
  [asked].flat().map((command) => (command as SingleCommand & { id: string }).id);

describe("the order of a plan", () => {
  test("OPS-56: steps are asked for as written, not by their names", async () => {
    const { asked, roles } = await drivePlan({ steps: [bash("b"), bash("a")] });
    expect(asked.map(ids)).toEqual([["b"], ["a"]]);
    expect(roles.map(({ role }) => role)).toEqual(["b", "a"]);
  });

  test("the result has every output, sorted by id", async () => {
    const { result } = await drivePlan({ name: "ship", steps: [bash("b"), bash("a")] });
    const output = { exitCode: 0, stdout: "done\n", stderr: "" };
    expect(result).toEqual({
      returnCode: 0,
      summary: "ship: 2 steps done",
      outputs: { a: output, b: output },
    });
    expect(Object.keys(result.outputs)).toEqual(["a", "b"]);
  });

  test("PLAN-1: a plan that is not one asks for nothing", async () => {
    const { yields, result } = await drivePlan({ steps: [bash("a"), { ...bash("b"), when: true }] });
    expect(yields).toEqual([]);
    expect(result.returnCode).toBe(1);
    expect(result.summary).toStartWith("not a plan: steps[1].when: unknown key");
  });

  test("PLAN-1: no plan, and a plan that is not JSON, are told apart", async () => {
    expect((await drivePlan("{steps:")).result.summary).toBe("the variable plan is not JSON");
    const { default: runPlan } = await import("#plan/plan.ts");
    const options = { isDryRun: false, maxRounds: 50, threadId: "T" };
    const { value } = await runPlan({ prompt: "", steps: [] }, options).next();
    expect(value).toMatchObject({ returnCode: 1, summary: expect.stringContaining("no plan was given") });
  });

  test("PLAN-1: a plan that would be cut off at the round limit does not begin", async () => {
    const plan = { steps: [bash("a"), bash("b")] };
    const { yields, result } = await drivePlan(plan, ok(), { maxRounds: 2 });
    expect(yields).toEqual([]);
    expect(result.summary).toContain("run it with --max-rounds 3");
    expect((await drivePlan(plan, ok(), { maxRounds: 3 })).result.returnCode).toBe(0);
  });
});

describe("templates", () => {
  test("OPS-55: the command holds the resolved text", async () => {
    const steps = [
      bash("branch", "git branch"),
      bash("push", "git push {{variables.remote}} {{steps.branch.text}}"),
    ];
    const script = byStep({ branch: { payload: { exitCode: 0, stdout: "main\n", stderr: "" } } });
    const { asked } = await drivePlan({ steps }, script, { variables: { remote: "origin" } });
    expect(asked[1]).toEqual({
      do: "effect",
      effect: "sys/exec@1",
      id: "push",
      params: { argv: ["bash", "-c", "git push origin main"] },
    });
  });

  test("OPS-55: a missing variable is told before anything is asked", async () => {
    const { yields, result } = await drivePlan({ steps: [bash("a"), bash("b", "echo {{variables.nme}}")] });
    expect(yields).toEqual([]);
    expect(result.summary).toBe("the plan needs variables that were not given: nme");
  });

  test("OPS-55: a field that an answer does not have ends the plan and names the step", async () => {
    const { asked, result } = await drivePlan({
      steps: [bash("a"), bash("b", "echo {{steps.a.output.json}}")],
    });
    expect(asked.map(ids)).toEqual([["a"]]);
    expect(result).toMatchObject({
      returnCode: 1,
      summary: "step b: {{steps.a.output.json}} refers to nothing: step a has no output.json",
    });
    expect(Object.keys(result.outputs)).toEqual(["a"]);
  });

  test("the plan itself is no variable, the prompt has its own template", async () => {
    const own = await drivePlan({ steps: [bash("a", "echo {{variables.plan}}")] });
    expect(own.result.summary).toContain("not given: plan");
    const { asked } = await drivePlan({ steps: [bash("a", "echo {{prompt}}")] }, ok(), { prompt: "hi" });
    expect(asked[0]).toMatchObject({ params: { argv: ["bash", "-c", "echo hi"] } });
  });

  test("an argument that is one template keeps its type; a command is always text", async () => {
    const get = { id: "get", type: "tool", tool: "http", arguments: { url: "https://example.org" } };
    const send = { method: "POST", url: "https://example.org", body: "{{steps.get.output}}" };
    const steps = [get, { ...get, id: "send", arguments: send }, bash("say", "{{steps.get.output.status}}")];
    const script = byStep({ get: { payload: { status: 200, headers: {}, body: "ok" } } });
    const { asked } = await drivePlan({ steps }, script);
    expect(asked[0]).toMatchObject({ params: { method: "GET", url: "https://example.org" } });
    expect(asked[1]).toMatchObject({ params: { body: { status: 200, headers: {}, body: "ok" } } });
    expect(asked[2]).toMatchObject({ params: { argv: ["bash", "-c", "200"] } });
  });
});

describe("tool steps", () => {
  test("OPS-59: bash is one sys/exec@1, and what it printed is its output", async () => {
    const { yields, result } = await drivePlan({ steps: [bash("lint", "bun lint")] });
    const output = { exitCode: 0, stdout: "done\n", stderr: "" };
    expect(yields).toEqual([
      { do: "effect", effect: "sys/exec@1", id: "lint", params: { argv: ["bash", "-c", "bun lint"] } },
      { role: "lint", content: "done\n", meta: { type: "tool", output } },
    ]);
    expect(result.outputs).toEqual({ lint: output });
  });

  test("OPS-59: the other tools hand their arguments on", async () => {
    const tool = (id: string, name: string, args: object) => ({
      id,
      type: "tool",
      tool: name,
      arguments: args,
    });
    const exec = { argv: ["bun", "test"], cwd: "app", env: { CI: "1" }, stdin: "" };
    const steps = [
      tool("a", "exec", exec),
      tool("b", "read_file", { path: "x" }),
      tool("c", "write_file", { path: "x", content: "{{steps.b.output}}" }),
      tool("d", "sys/blob.put@1", { content: "x" }),
    ];
    const { asked } = await drivePlan({ steps }, ok({ content: "x", bytes: 1 }));
    expect(asked).toEqual([
      { do: "effect", effect: "sys/exec@1", id: "a", params: exec },
      { do: "effect", effect: "sys/fs.read@1", id: "b", params: { path: "x" } },
      {
        do: "effect",
        effect: "sys/fs.write@1",
        id: "c",
        params: { path: "x", content: '{"bytes":1,"content":"x"}' },
      },
      { do: "effect", effect: "sys/blob.put@1", id: "d", params: { content: "x" } },
    ]);
  });

  test("timeoutMs, retry, key and class reach the command", async () => {
    const more = { timeoutMs: 5, retry: { max: 2 }, key: "k-{{variables.n}}", class: "idempotent" };
    const { asked } = await drivePlan({ steps: [bash("a", "true", more)] }, ok(), { variables: { n: "1" } });
    expect(asked[0]).toMatchObject({ ...more, key: "k-1" });
  });

  test("a failed receipt ends the plan; the step is named, its error is said, later steps are not asked for", async () => {
    const error = { code: "EXIT_CODE", message: "exit code 2" };
    const payload = { exitCode: 2, stdout: "", stderr: "no such file\n" };
    const script = byStep({ test: { status: "error", error, payload } });
    const { asked, roles, result } = await drivePlan({ steps: [bash("test"), bash("ship")] }, script);
    expect(asked.map(ids)).toEqual([["test"]]);
    expect(roles).toEqual([
      {
        role: "test",
        content: "exit code 2\nno such file\n",
        meta: { type: "tool", output: payload, error },
      },
    ]);
    expect(result).toEqual({
      returnCode: 1,
      summary: "step test failed: exit code 2",
      outputs: { test: payload },
      skipped: ["ship"],
    });
  });

  test.each(["timeout", "fault", "unknown"] as const)(
    "a receipt that says %s is a failure too",
    async (status) => {
      const { result } = await drivePlan({ steps: [bash("a")] }, byStep({ a: { status } }));
      expect(result).toEqual({
        returnCode: 1,
        summary: `step a failed: its receipt says ${status}`,
        outputs: { a: null },
      });
    },
  );

  test("a command that ends with another code than 0 failed, even when its receipt is ok", async () => {
    const script = byStep({ a: { payload: { exitCode: 3, stdout: "", stderr: "" } } });
    const { result } = await drivePlan({ steps: [bash("a")] }, script);
    expect(result.summary).toBe("step a failed: the command ended with exit code 3");
  });

  test("continueOnError: the plan goes on, and later steps can see the failure", async () => {
    const error = { code: "EXIT_CODE", message: "red" };
    const steps = [
      bash("test", "bun test", { continueOnError: true }),
      bash("tell", "echo {{steps.test.status}} {{steps.test.error.message}}"),
    ];
    const { asked, result } = await drivePlan({ steps }, byStep({ test: { status: "error", error } }));
    expect(asked[1]).toMatchObject({ params: { argv: ["bash", "-c", "echo failed red"] } });
    expect(result).toMatchObject({ returnCode: 0, summary: "plan: 2 steps done, of which test failed" });
  });
});

describe("agent steps", () => {
  test("OPS-60: the model's text becomes the role output of the step", async () => {
    const agent = {
      id: "write",
      type: "agent",
      goal: "Say {{variables.what}}",
      context: "Short.",
      settings: { model: "m" },
    };
    const { yields } = await drivePlan({ steps: [agent] }, ok({ text: "Hello.\n" }), {
      variables: { what: "hello" },
    });
    const params = { model: "m", temperature: 0, prompt: "Say hello\n\nShort." };
    expect(yields).toEqual([
      { do: "effect", effect: "sys/llm.generate@1", id: "write", params },
      { role: "write", content: "Hello.\n", meta: { type: "agent", output: { text: "Hello.\n" } } },
    ]);
  });
});

describe("approval steps", () => {
  const gate = {
    id: "gate",
    type: "approval",
    prompt: "Ship {{variables.v}}?",
    items: ["{{steps.build.text}}"],
  };

  test("OPS-61: tool, approval, tool: the gate is asked for between them, under its id", async () => {
    const plan = { steps: [bash("build"), gate, bash("ship")] };
    const { yields, result } = await drivePlan(plan, ok(), { variables: { v: "1.2" } });
    expect(yields.map((value) => ("role" in value ? value.role : ids(value)))).toEqual([
      ["build"],
      "build",
      ["gate"],
      ["ship"],
      "ship",
    ]);
    expect(yields[2]).toEqual({ do: "approve", id: "gate", prompt: "Ship 1.2?", items: ["done"] });
    expect(result.outputs.gate).toEqual(yes());
  });

  test("OPS-61: the prompt has a default, the rest reaches the command", async () => {
    const more = { ttlMs: 1000, approvers: ["ann"], differentApprover: true, onDeny: "deliver" };
    const { asked } = await drivePlan({ steps: [{ id: "gate", type: "approval", ...more }] });
    expect(asked[0]).toEqual({
      do: "approve",
      id: "gate",
      prompt: "Approve gate?",
      items: [],
      ...more,
    } as never);
  });

  test("OPS-61: with onDeny deliver a no is an answer", async () => {
    const condition = { left: "{{steps.gate.output.decision}}", op: "==", right: "approve" };
    const steps = [
      { id: "gate", type: "approval", onDeny: "deliver" },
      { id: "which", type: "conditional", condition, then: [bash("ship")], else: [bash("tell")] },
    ];
    const { asked, result } = await drivePlan({ steps }, byStep({ gate: { ...yes(), decision: "deny" } }));
    expect(asked.map(ids)).toEqual([["gate"], ["tell"]]);
    expect(result).toMatchObject({ returnCode: 0, skipped: ["ship"] });
  });

  test("OPS-62: a gate inside a branch does not ask for a no to be delivered, so a no ends the whole thread", async () => {
    const inner = { id: "gate", type: "approval" };
    const steps = [{ id: "if", type: "conditional", condition: true, then: [inner, bash("ship")] }];
    const { asked } = await drivePlan({ steps });
    expect(asked[0]).not.toHaveProperty("onDeny");
  });

  test("a no that was not asked for ends the plan all the same", async () => {
    const steps = [{ id: "gate", type: "approval" }, bash("ship")];
    const { asked, result } = await drivePlan({ steps }, byStep({ gate: { ...yes(), decision: "deny" } }));
    expect(asked).toHaveLength(1);
    expect(result).toMatchObject({ returnCode: 1, summary: "step gate failed: denied by ann" });
  });
});

describe("conditional steps", () => {
  const plan = (condition: unknown) => ({
    steps: [{ id: "if", type: "conditional", condition, then: [bash("yes")], else: [bash("no")] }],
  });

  test.each([
    [{ left: "{{variables.env}}", op: "==", right: "prod" }, "yes"],
    [{ left: "{{variables.env}}", op: "!=", right: "prod" }, "no"],
    [{ all: [true, { not: false }] }, "yes"],
    [{ any: [false, { left: "{{variables.none}}", op: "exists" }] }, "no"],
  ])("OPS-62: %j runs the branch %s and not the other", async (condition, branch) => {
    const { asked, result } = await drivePlan(plan(condition), ok(), { variables: { env: "prod" } });
    expect(asked.map(ids)).toEqual([[branch]]);
    expect(result.outputs.if).toEqual({ branch: branch === "yes" ? "then" : "else" });
  });

  test("OPS-62: a comparison without an answer ends the plan, it is not a no", async () => {
    const condition = { left: "{{variables.env}}", op: ">", right: 3 };
    const { asked, result } = await drivePlan(plan(condition), ok(), { variables: { env: "prod" } });
    expect(asked).toEqual([]);
    expect(result.summary).toBe('step if: condition: "prod" > 3 cannot be answered');
  });

  test("a step of a branch that did not run refers to nothing afterwards", async () => {
    const steps = [...plan(false).steps, bash("last", "echo {{steps.yes.text}}")];
    const { result } = await drivePlan({ steps });
    expect(result.summary).toBe("step last: {{steps.yes.text}} refers to nothing: step yes did not run");
  });
});

describe("parallel steps", () => {
  const fan = (...branches: unknown[]) => ({ id: "fan", type: "parallel", branches });

  test("OPS-63: branches are asked for in one list, sorted by step id, and said in that order", async () => {
    const { asked, roles } = await drivePlan({ steps: [fan(bash("c"), bash("a"), bash("b")), bash("end")] });
    expect(asked.map(ids)).toEqual([["a", "b", "c"], ["end"]]);
    expect(Array.isArray(asked[0])).toBe(true);
    expect(roles.map(({ role }) => role)).toEqual(["a", "b", "c", "end"]);
  });

  test("OPS-63: sequences go in lockstep; one that has ended leaves the others alone", async () => {
    const steps = [fan([bash("z1"), bash("a2"), bash("z3")], [bash("b1"), bash("b2")], bash("c1"))];
    const { asked } = await drivePlan({ steps });
    expect(asked.map(ids)).toEqual([["b1", "c1", "z1"], ["a2", "b2"], ["z3"]]);
    expect(Array.isArray(asked[2])).toBe(false);
  });

  test("OPS-63: each answer belongs to its own step", async () => {
    const steps = [fan(bash("b"), bash("a"))];
    const { result } = await drivePlan({ steps }, byStep({ a: { payload: "A" }, b: { payload: "B" } }));
    expect(result.outputs).toEqual({ a: "A", b: "B" });
  });

  test("OPS-63: conditions and further parallel steps inside a branch take part in its rounds", async () => {
    const skip = { id: "skip", type: "conditional", condition: false, then: [bash("never")] };
    const inner = { id: "inner", type: "parallel", branches: [bash("d"), bash("b")] };
    const steps = [fan([skip, bash("c"), bash("c2")], [inner, bash("e")], skip2())];
    const { asked } = await drivePlan({ steps });
    expect(asked.map(ids)).toEqual([
      ["b", "c", "d"],
      ["c2", "e"],
    ]);
  });

  test("PLAN-3: when one step of a round fails, the others are said before the plan ends", async () => {
    const steps = [fan([bash("a"), bash("a2")], bash("b")), bash("end")];
    const error = { code: "X", message: "broken" };
    const { asked, roles, result } = await drivePlan({ steps }, byStep({ a: { status: "error", error } }));
    expect(asked).toHaveLength(1);
    expect(roles.map(({ role }) => role)).toEqual(["a", "b"]);
    expect(result).toMatchObject({ returnCode: 1, summary: "step a failed: broken" });
    expect(Object.keys(result.outputs)).toEqual(["a", "b"]);
    expect(result.skipped).toEqual(["a2", "end"]);
  });

  const skip2 = () => ({ id: "skip2", type: "conditional", condition: true, else: [bash("neither")] });
});

describe("what a plan has not", () => {
  test.each(["loop", "subworkflow"])("OPS-64: a %s step is refused", async (type) => {
    const { result } = await drivePlan({ steps: [{ id: "a", type }] });
    expect(result.summary).toStartWith(`not a plan: steps[0].type: a plan has no ${type} steps`);
  });

  test("the descriptor declares what a plan may ask for, and is strict", () => {
    expect(descriptor).toMatchObject({ determinism: "strict", effects: EFFECTS });
  });
});

test("docs/plans.md: its plan runs as it stands", async () => {
  const page = await Bun.file(`${import.meta.dir}/../../../../docs/plans.md`).text();
  const plan: unknown = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "");
  const { asked, result } = await drivePlan(plan, ok(), { variables: { version: "1.2.3" } });
  expect(asked.map(ids)).toEqual([["build", "lint"], ["test"], ["notes"], ["approve_release"], ["publish"]]);
  expect(result).toMatchObject({ returnCode: 0, summary: "release: 7 steps done" });
});

test("OPS-60: an agent step without a model asks the one of the variable `model`", async () => {
  const agent = { id: "notes", type: "agent", goal: "Write notes" };
  const other = { ...agent, id: "more", settings: { model: "local/small" } };
  const { asked } = await drivePlan({ steps: [agent, other] }, ok({ text: "n" }), {
    variables: { model: "openai/gpt-5-mini" },
  });
  expect(asked[0]).toMatchObject({
    effect: "sys/llm.generate@1",
    params: { model: "openai/gpt-5-mini", prompt: "Write notes" },
  });
  expect(asked[1]).toMatchObject({ params: { model: "local/small" } });
});
