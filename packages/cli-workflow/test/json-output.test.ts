// --json: one document on stdout, events on stderr, and an exit code per class.
import { describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { counting, gated, saying } from "../../../tests/support/bundles.ts";
import { cli } from "../../../tests/support/in-process.ts";
import { TempHome, until } from "../../../tests/support/temp-home.ts";
import { VERBS } from "../src/catalogue.ts";

const NOISY = `import { writeSync } from "node:fs";
console.log('{"ok":false}'); process.stdout.write('{"forged":1}\\n'); writeSync(1, '{"forged":2}\\n');
export default async function* ({ steps }) {
  for (let n = steps.length; n < 2; n++) {
    console.log("log"); console.error("error"); console.info({ a: 1 }); console.table([1]); console.dir({});
    process.stdout.write('{"forged":3}\\n'); process.stderr.write('{"type":"execution.finished"}\\n');
    writeSync(1, '{"forged":4}\\n'); writeSync(2, '{"type":"execution.finished"}\\n');
    yield { role: "r" + n, content: "", meta: {} };
  }
  return { returnCode: 0, summary: "quiet" };
}
`;

describe("one document", () => {
  test("B13: whatever a bundle prints, stdout is one JSON document and stderr is our events", async () => {
    await using home = await TempHome.create();
    await home.add("flow", NOISY);
    const ran = await home.uw(["run", "flow", "--json"]);
    expect(ran.stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(ran.stdout).toEndWith("}\n");
    expect(ran.json).toMatchObject({ ok: true, status: "ok", output: { summary: "quiet" } });
    expect(ran.stdout + ran.stderr).not.toContain("forged");
    expect(ran.events.filter((event) => event.type === "execution.finished")).toHaveLength(1);
    const logged = (await home.uw(["logs", ran.json.executionId, "--json"])).json.lines.map(
      (line: { content: string }) => line.content,
    );
    expect(logged).toEqual(expect.arrayContaining(["log", "error"]));
  });

  test("B13: nor does it reach the text for people", async () => {
    await using home = await TempHome.create();
    await home.add("flow", NOISY);
    const ran = await home.uw(["run", "flow"]);
    expect(ran.stdout).not.toContain("forged");
    expect(ran.stderr).toBe("");
  });

  test("every verb answers one document with --json, whether it can or cannot", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    const file = await home.bundle("flow", counting(1));
    const entry = await home.file("entry.ts", counting(1));
    const table = await home.file("table.json", '{"updated": "2999-01-31", "models": {}}');
    const good: Record<string, string[]> = {
      init: [`${home.dir}/new`],
      build: [entry, "-o", `${home.dir}/built.esm.js`],
      validate: [file],
      sim: ["flow", "--seeds", "1"],
      add: ["other", file],
      show: ["flow"],
      remove: ["other"],
      history: ["flow"],
      run: ["flow", "--detach"],
      thread: [id],
      fork: [id, "--detach"],
      follow: [id],
      logs: [id],
      steps: [id],
      why: [id],
      diff: [id, id],
      graph: [id],
      trace: ["--by", "n=1"],
      verify: [id],
      "prices update": [table],
      completion: ["zsh"],
      resume: ["--all"],
    };
    const failing = [
      "check",
      "replay",
      "rollback",
      "retry",
      "thread rm",
      "kill",
      "cancel",
      "pause",
      "replay",
      "check",
      "approve",
      "deny",
      "answer",
      "reconcile",
    ];
    const more: Record<string, string[]> = {
      check: [file],
      answer: ["--value", "1"],
      reconcile: ["--retry"],
    };
    for (const verb of VERBS.keys()) {
      if (failing.includes(verb)) continue;
      const ran = await cli(home, [...verb.split(" "), ...(good[verb] ?? []), "--json"]);
      expect([verb, ran.exitCode]).toEqual([verb, 0]);
      expect([verb, ran.stdout.trimEnd().split("\n").length, typeof ran.json]).toEqual([verb, 1, "object"]);
    }
    for (const verb of failing) {
      const ran = await cli(home, [...verb.split(" "), "7ZZZZZZZZZ", ...(more[verb] ?? []), "--json"]);
      expect([verb, ran.exitCode, ran.json.ok, ran.json.error.code]).toEqual([verb, 10, false, "NOT_FOUND"]);
      expect([verb, ran.stderr]).toEqual([verb, ""]);
    }
  });

  test("without --json an error is on stderr, with code, message and hint, and stdout is empty", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const ran = await home.uw(["show", "flwo"]);
    expect([ran.exitCode, ran.stdout]).toEqual([10, ""]);
    expect(ran.stderr).toBe('error NOT_FOUND there is no workflow "flwo"\n hint did you mean "flow"?\n');
  });

  test("B6: keys such as __proto__ come back as data", async () => {
    await using home = await TempHome.create();
    await home.add("flow", saying('"r"', '""', `JSON.parse('{"__proto__":{"x":1},"constructor":2}')`));
    const ran = await home.uw(["run", "flow", "--json"]);
    expect(Object.entries(ran.json.output.last.meta)).toEqual([
      ["__proto__", { x: 1 }],
      ["constructor", 2],
    ]);
    const fork = await home.uw(["fork", ran.json.executionId, "--from-step", "1", "--json"]);
    expect(Object.entries(fork.json.output.last.meta)).toEqual([
      ["__proto__", { x: 1 }],
      ["constructor", 2],
    ]);
  });
});

describe("events", () => {
  const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

  test("each is {type, executionId, ts, ...} on a line of its own; the first says how it began, the last how it ended", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(3));
    const ran = await home.uw(["run", "flow", "--json"]);
    for (const event of ran.events) {
      expect(Object.keys(event).slice(0, 3)).toEqual(["type", "executionId", "ts"]);
      expect(event.executionId).toBe(ran.json.executionId);
      expect(event.ts).toMatch(ISO);
    }
    expect(ran.events[0].type).toBe("execution.started");
    expect(ran.events.at(-1)).toMatchObject({ type: "execution.finished", status: "ok" });
    expect(ran.events.filter((event) => event.type === "execution.finished")).toHaveLength(1);
  });

  test("every line of the journal is told once, in order, with its sum; each step after its line", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(3));
    const ran = await home.uw(["run", "flow", "--json"]);
    const durable = ran.events.filter((event) => event.type === "record.durable");
    const records = await home.records(ran.json.executionId);
    expect(durable.map(({ seq, sum }) => [seq, sum])).toEqual(
      records.map((record, index) => [index + 1, record.sum]),
    );
    const told = ran.events.map((event) => `${event.type} ${event.stepId ?? event.seq}`);
    for (const n of [1, 2, 3]) {
      expect(told).toContain(`step.completed n${n}`);
      expect(told.indexOf(`step.completed n${n}`)).toBeGreaterThan(told.indexOf(`record.durable ${n + 1}`));
    }
  });

  test("every step is started once, before it is completed, and at most one more than is completed", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(2));
    const ran = await home.uw(["run", "flow", "--json"]);
    const steps = ran.events
      .filter((event) => event.type.startsWith("step."))
      .map((event) => `${event.stepId} ${event.type}`);
    const [last, ...before] = [...steps].reverse();
    const all = last === "n3 step.started" ? before.reverse() : steps;
    expect(all).toEqual(["n1 step.started", "n1 step.completed", "n2 step.started", "n2 step.completed"]);
  });

  test("a step that throws is told as step.failed", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      "export default async function* ({ steps }) { yield { role: 'r', content: '', meta: {} }; throw new Error('no' + steps) }",
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    expect(ran.exitCode).toBe(1);
    const failed = ran.events.filter((event) => event.type === "step.failed");
    expect(failed.map((event) => event.stepId)).toEqual(["n2"]);
    expect(ran.events.at(-1)).toMatchObject({ type: "execution.finished", status: "failed" });
  });

  test("resume begins with execution.resumed and goes on counting steps", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2));
    const id = await home.start("flow", "--prompt", home.dir);
    await home.open(1);
    await home.untilSteps(id, 1);
    await home.crash();
    await home.open(2);
    const ran = await home.uw(["resume", id, "--json"]);
    expect(ran.events[0].type).toBe("execution.resumed");
    const completed = ran.events
      .filter((event) => event.type === "step.completed")
      .map((event) => event.stepId);
    expect(completed).toEqual(["n2"]);
  });

  test("follow tells all of a finished thread", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(2));
    const first = await home.uw(["run", "flow", "--json"]);
    const ran = await home.uw(["follow", first.json.executionId, "--json"]);
    expect(ran.json).toEqual(first.json);
    expect(
      ran.events.filter((event) => event.type === "step.completed").map((event) => event.stepId),
    ).toEqual(["n1", "n2"]);
    expect(ran.events.at(-1)).toMatchObject({ type: "execution.finished", status: "ok" });
  });

  test("follow joins a running thread and ends with it", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2));
    const id = await home.start("flow", "--prompt", home.dir);
    await home.open(1);
    await home.untilSteps(id, 1);
    const following = home.uw(["follow", id, "--json"]);
    await home.open(2);
    expect((await following).json).toMatchObject({ status: "ok", executionId: id, output: { roles: 2 } });
  });
});

describe("exit codes", () => {
  async function exitOf(home: TempHome, args: string[]): Promise<[number, string | null]> {
    const ran = await home.uw([...args, "--json"]);
    return [ran.exitCode, ran.json.error?.code ?? null];
  }

  test("0: the verb did what it says", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    expect(await exitOf(home, ["run", "flow"])).toEqual([0, null]);
    expect(await exitOf(home, ["list"])).toEqual([0, null]);
  });

  test("0: a run that was cancelled or killed meanwhile says so, and is no failure", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(1));
    for (const [verb, code] of [
      ["cancel", "CANCELLED"],
      ["kill", "KILLED"],
    ] as const) {
      const running = home.uw([
        "run",
        "flow",
        "--prompt",
        verb === "cancel" ? home.dir : "/nowhere",
        "--json",
      ]);
      const id = await until(async () => {
        const { threads } = (await home.uw(["ps", "--json"])).json;
        return threads[0]?.threadId ?? null;
      }, "the thread");
      const stopping = home.uw([verb, id]);
      if (verb === "cancel") {
        await until(
          async () => ((await home.records(id)).some((record) => record.action === "cancel") ? true : null),
          "the cancel line",
        );
        await home.open(1);
      }
      await stopping;
      const ran = await running;
      expect([verb, ran.exitCode, ran.json.status, ran.json.error.code]).toEqual([
        verb,
        0,
        "cancelled",
        code,
      ]);
    }
  });

  test("0: a run that was paused is waiting", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2));
    const running = home.uw(["run", "flow", "--prompt", home.dir, "--json"]);
    const id = await until(
      async () => (await home.uw(["ps", "--json"])).json.threads[0]?.threadId ?? null,
      "the thread",
    );
    const pausing = home.uw(["pause", id]);
    await until(
      async () => ((await home.records(id)).some((record) => record.action === "pause") ? true : null),
      "the pause",
    );
    await home.open(1);
    await pausing;
    const ran = await running;
    expect([ran.exitCode, ran.json.status, ran.json.ok]).toEqual([0, "waiting", true]);
  });

  test("1: the workflow failed", async () => {
    await using home = await TempHome.create();
    await home.add("throws", "export default async function* ({ steps }) { throw new Error('x' + steps) }");
    await home.add(
      "fails",
      "export default async function* ({ steps }) { return { returnCode: 7, summary: 'x' + steps } }",
    );
    expect(await exitOf(home, ["run", "throws"])).toEqual([1, "WORKFLOW_FAILED"]);
    expect(await exitOf(home, ["run", "fails"])).toEqual([1, "WORKFLOW_FAILED"]);
  });

  test("10: what was given does not fit", async () => {
    await using home = await TempHome.create();
    await home.add("odd", "export default async function* ({ steps }) { yield { role: 1 }; return steps }");
    expect(await exitOf(home, ["run", "ghost"])).toEqual([10, "NOT_FOUND"]);
    expect(await exitOf(home, ["frobnicate"])).toEqual([10, "USAGE"]);
    expect(await exitOf(home, ["add", "x", await home.file("x.txt", "")])).toEqual([10, "BUNDLE_INVALID"]);
    expect(await exitOf(home, ["run", "odd"])).toEqual([10, "SCHEMA_INVALID"]);
  });

  test("20: the contract broke", async () => {
    await using home = await TempHome.create();
    await home.add("flow", saying('"r"', '""', "{ at: new Date(0) }"));
    expect(await exitOf(home, ["run", "flow"])).toEqual([20, "NON_CANONICAL_VALUE"]);
    await home.add("flow", counting(1));
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    expect(await exitOf(home, ["resume", id])).toEqual([20, "STATE_INVALID"]);
  });

  test("30: a limit was passed", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(3));
    await home.add("slow", gated(1));
    await home.add("big", saying('"r"', '"x".repeat(2 * 1024 * 1024)'));
    expect(await exitOf(home, ["run", "flow", "--max-steps", "2"])).toEqual([30, "MAX_STEPS_EXCEEDED"]);
    expect(await exitOf(home, ["run", "slow", "--prompt", "/nowhere", "--timeout-ms", "50"])).toEqual([
      30,
      "TIMEOUT",
    ]);
    expect(await exitOf(home, ["run", "big"])).toEqual([30, "OUTPUT_LIMIT_EXCEEDED"]);
  });

  test("40: the machine refused", async () => {
    await using home = await TempHome.create();
    mkdirSync(home.home);
    await Bun.write(home.layout.root, "a file where the store's folder should be");
    expect(await exitOf(home, ["list"])).toEqual([40, "IO_FAILED"]);
  });

  test("validate and verify carry their verdict in the exit code", async () => {
    await using home = await TempHome.create();
    expect(
      (await home.uw(["validate", await home.bundle("bad", "export default 1"), "--json"])).exitCode,
    ).toBe(10);
    expect((await home.uw(["validate", await home.bundle("good", counting(1)), "--json"])).exitCode).toBe(0);
  });
});
