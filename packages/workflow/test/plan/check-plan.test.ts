import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalJson } from "#codec/canonical-json.ts";
import { effectsOf, normalisePlan, PlanInvalid, roleOutputsMax, variablesOf } from "#plan/check-plan.ts";
import { EFFECTS } from "#plan/tools.ts";

const bash = (id: string, command = "true") => ({ id, type: "tool", tool: "bash", arguments: { command } });

function problemsOf(plan: unknown): string[] {
  try {
    normalisePlan(plan);
    return [];
  } catch (error) {
    if (!(error instanceof PlanInvalid)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
}

describe("normalisePlan", () => {
  test("PLAN-CHECK-1: defaults are written out", () => {
    const steps = [
      bash("a"),
      { id: "b", type: "agent", goal: "g" },
      { id: "c", type: "approval", name: "Release" },
      { id: "d", type: "conditional", condition: true, then: [bash("e")] },
      { id: "f", type: "tool", tool: "http", arguments: { url: "u" } },
    ];
    expect(normalisePlan({ steps }) as unknown).toEqual({
      steps: [
        { ...bash("a"), continueOnError: false },
        { id: "b", type: "agent", goal: "g", settings: { temperature: 0 }, continueOnError: false },
        { id: "c", type: "approval", name: "Release", prompt: "Approve Release?", items: [] },
        {
          id: "d",
          type: "conditional",
          condition: true,
          then: [{ ...bash("e"), continueOnError: false }],
          else: [],
        },
        {
          id: "f",
          type: "tool",
          tool: "http",
          arguments: { method: "GET", url: "u" },
          continueOnError: false,
        },
      ],
    });
  });

  test("PLAN-CHECK-1, OPS-63: the order of branches, and whether one is a list, does not change the normal form", () => {
    const fan = (more: object) =>
      canonicalJson(normalisePlan({ steps: [{ id: "fan", type: "parallel", ...more }] }));
    const form = fan({ branches: [[bash("a")], [bash("b")]] });
    expect(fan({ branches: [bash("b"), bash("a")] })).toBe(form);
    expect(fan({ steps: [bash("b"), bash("a")] })).toBe(form);
  });

  test("PLAN-CHECK-1: a golden form, which is hashed", () => {
    const plan = { steps: [{ arguments: { command: "true" }, tool: "bash", type: "tool", id: "a" }] };
    expect(canonicalJson(normalisePlan(plan))).toBe(
      '{"steps":[{"arguments":{"command":"true"},"continueOnError":false,"id":"a","tool":"bash","type":"tool"}]}',
    );
  });

  test("PLAN-CHECK-2: normalising twice is normalising once, and the value given stays as it was", () => {
    fc.assert(
      fc.property(plans(), (plan) => {
        const before = JSON.stringify(plan);
        const once = normalisePlan(plan);
        expect(normalisePlan(once)).toEqual(once);
        expect(JSON.stringify(plan)).toBe(before);
      }),
    );
  });

  test("PLAN-CHECK-3: all problems are told, with their paths", () => {
    const steps = [
      { ...bash("A"), timeoutMs: 0 },
      {
        id: "b",
        type: "conditional",
        then: [{ id: "c", type: "tool", tool: "bash", arguments: { cmd: "x" } }],
      },
      7,
    ];
    expect(problemsOf({ steps, on: "push" })).toEqual([
      "on: unknown key; known are name, description, steps",
      "steps[0].id: must be a small letter, then small letters, digits, - and _",
      "steps[0].timeoutMs: must be a whole number above 0",
      "steps[1].condition: is missing",
      "steps[1].then[0].arguments.command: is missing",
      "steps[1].then[0].arguments.cmd: unknown key; bash takes command, cwd, env, stdin",
      "steps[2]: must be a step, which is an object",
    ]);
  });

  test.each([
    ["no object", [], ": must be an object, not a list"],
    ["no steps", { steps: [] }, "steps: is empty"],
    ["an id twice", { steps: [bash("a"), bash("a")] }, "steps[1].id: a is already the id of another step"],
    [
      "a key of the prototype",
      JSON.parse('{"steps":[{"__proto__":1}]}'),
      "steps[0].__proto__: this key is not accepted",
    ],
    [
      "an inexact number",
      { steps: [{ ...bash("a"), timeoutMs: 2 ** 60 }] },
      "steps[0].timeoutMs: a number that JSON",
    ],
    [
      "exec with a shell's command",
      { steps: [{ ...bash("a"), tool: "exec" }] },
      "steps[0].arguments.argv: is missing",
    ],
    [
      "a hot agent",
      { steps: [agent({ temperature: 0.7 })] },
      "steps[0].settings.temperature: must be 0 in a plan",
    ],
    [
      "a prompt among the settings",
      { steps: [agent({ prompt: "x" })] },
      "steps[0].settings.prompt: is made of",
    ],
    ["an unknown operator", conditional({ left: 1, op: "~", right: 2 }), "steps[0].condition.op: must be =="],
    [
      "exists of a text",
      conditional({ left: "x", op: "exists" }),
      "steps[0].condition.left: exists asks about one",
    ],
    [
      "no branch at all",
      { steps: [{ id: "a", type: "conditional", condition: true }] },
      "steps[0]: has neither",
    ],
    [
      "an empty branch",
      { steps: [{ id: "a", type: "parallel", branches: [[]] }] },
      "steps[0].branches[0]: is empty",
    ],
  ])("%s is refused", (_, plan, problem) => {
    expect(problemsOf(plan)[0]).toStartWith(problem);
  });

  test("a plan nested beyond reason is refused, not walked", () => {
    let steps: unknown[] = [bash("a")];
    for (let i = 0; i < 5000; i++)
      steps = [{ id: `n${i}`, type: "conditional", condition: true, then: steps }];
    expect(problemsOf({ steps })[0]).toEndWith("is nested deeper than 60");
  });

  test("an effect that the bundle does not declare is refused, and an unknown tool too", () => {
    const tool = (name: string) => problemsOf({ steps: [{ id: "a", type: "tool", tool: name }] })[0];
    expect(tool("acme/deploy@1")).toBe(
      `steps[0].tool: the plan bundle does not declare the effect acme/deploy@1; a plan may ask for ${EFFECTS.join(", ")}`,
    );
    expect(tool("deploy")).toStartWith("steps[0].tool: no tool deploy; known are bash, exec, http");
    expect(tool("constructor")).toStartWith("steps[0].tool: no tool constructor");
  });
});

describe("OPS-55: references are checked before anything runs", () => {
  test.each([
    ["{{steps.b.output}}", "step b does not come before this one"],
    ["{{steps.a.output}}", "step a does not come before this one"],
    ["{{steps.zz.output}}", "there is no step zz"],
    ["{{env.HOME}}", "{{env.HOME}} is no template"],
    ["{{steps.b}}", "{{steps.b}} is no template"],
    ["{{variables.x", "{{ without its }}"],
  ])("%s", (text, problem) => {
    const [found] = problemsOf({ steps: [bash("a", text), bash("b")] });
    expect(found).toStartWith("steps[0].arguments.command: ");
    expect(found).toContain(problem);
  });

  test("a branch does not see the one beside it; afterwards both are seen", () => {
    const fan = (b: string) => ({ id: "fan", type: "parallel", branches: [bash("a"), bash("b", b)] });
    expect(problemsOf({ steps: [fan("echo {{steps.a.text}}")] })[0]).toContain("step a does not come before");
    expect(problemsOf({ steps: [fan("true"), bash("c", "{{steps.a.text}}{{steps.b.text}}")] })).toEqual([]);
    expect(problemsOf({ steps: [fan("true"), bash("c", "{{steps.fan.text}}")] })[0]).toContain(
      "fan is parallel",
    );
  });
});

describe("what a plan needs", () => {
  const steps = [
    bash("a", "{{variables.x}} {{variables.a.b}}"),
    { ...conditional({ left: "{{variables.maybe}}", op: "exists" }).steps[0], else: [agent({})] },
  ];

  test("effectsOf: each once, sorted, those of branches too", () => {
    expect(effectsOf(normalisePlan({ steps }))).toEqual(["sys/exec@1", "sys/llm.generate@1"]);
  });

  test("variablesOf: those only asked about are not needed", () => {
    expect(variablesOf(normalisePlan({ steps }))).toEqual(["a.b", "x"]);
  });

  test("roleOutputsMax: of two branches the longer, of parallel ones all", () => {
    expect(roleOutputsMax(normalisePlan({ steps }).steps)).toBe(2);
    const fan = { id: "fan", type: "parallel", branches: [[bash("a"), bash("b")], bash("c")] };
    expect(roleOutputsMax(normalisePlan({ steps: [fan] }).steps)).toBe(3);
  });
});

function agent(settings: object) {
  return { id: "agent", type: "agent", goal: "g", settings };
}

function conditional(condition: unknown) {
  return { steps: [{ id: "if", type: "conditional", condition, then: [bash("inner")] }] };
}

/** Plans of any nesting; ids are given afterwards, so that they are unique. */
function plans() {
  const { step } = fc.letrec<{ step: object; steps: object[] }>((tie) => ({
    step: fc.oneof(
      { depthSize: "small" },
      fc.constant(bash("")),
      fc.constant({ type: "agent", goal: "g" }),
      fc.constant({ type: "approval" }),
      fc.record({ type: fc.constant("conditional"), condition: fc.boolean(), then: tie("steps") }),
      fc.record({
        type: fc.constant("parallel"),
        branches: fc.array(tie("steps"), { minLength: 1, maxLength: 3 }),
      }),
    ),
    steps: fc.array(tie("step"), { minLength: 1, maxLength: 3 }),
  }));
  return fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => {
    let n = 0;
    const text = JSON.stringify({ steps }, (_, value) =>
      value !== null && typeof value === "object" && "type" in value
        ? { ...value, id: `s${(n++ * 7) % 1009}` }
        : value,
    );
    return JSON.parse(text) as { steps: object[] };
  });
}
