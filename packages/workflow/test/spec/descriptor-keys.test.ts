// Keys of the descriptor that say how commands are taken, and the timer by its own name.
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { yielding } from "../../../../tests/support/bundles.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const MODES = ["steps", "strict"] as const;
const told = `yield { role: "r", content: JSON.stringify(answer), meta: {} }; return { returnCode: 0, summary: answer.status ?? "" };`;

describe.each(MODES)("AOS-10: sys/timer.set@1 (%s)", (determinism) => {
  const body = (params: string) =>
    `if (steps.length === 0 || ${determinism === "strict"}) { const answer = yield { do: "effect", effect: "sys/timer.set@1", params: ${params}, id: "nap" }; ${told} }`;

  test("a declared timer is a sleep, and its receipt has its name", async () => {
    await using home = await TempHome.create();
    await home.add("timer", yielding(body("{ ms: 1 }"), { determinism, effects: ["sys/timer.set@1"] }));
    const ran = (await home.uw(["run", "timer", "--json"])).json;
    expect(ran.status).toBe("ok");
    expect(JSON.parse(ran.output.last.content)).toMatchObject({ effect: "sys/timer.set@1", status: "ok" });
    const verified = (await home.uw(["verify", ran.executionId, "--json"])).json;
    expect(verified.ok).toBe(true);
    if (determinism === "strict")
      expect((await home.uw(["replay", ran.executionId, "--json"])).json.status).toBe("identical");
  });

  test("a far one parks, and tick wakes it", async () => {
    await using home = await TempHome.create();
    const until = `{ until: "2999-01-01T00:00:00Z" }`;
    await home.add("timer", yielding(body(until), { determinism, effects: ["sys/timer.set@1"] }));
    const ran = (await home.uw(["run", "timer", "--json"])).json;
    expect(ran.status).toBe("waiting");
    const thread = (await home.uw(["thread", ran.executionId, "--json"])).json;
    expect([thread.waitingOn, thread.wakeAt]).toEqual(["timer", "2999-01-01T00:00:00.000Z"]);
    await home.uw(["tick", "--now", "2999-01-02T00:00:00Z"]);
    expect((await home.uw(["follow", ran.executionId, "--json"])).json.status).toBe("ok");
  });

  test("it must be declared, and params that are no time are refused", async () => {
    await using home = await TempHome.create();
    await home.add("bare", yielding(body("{ ms: 1 }"), { determinism }));
    expect((await home.uw(["run", "bare", "--json"])).json.error.code).toBe("EFFECT_NOT_DECLARED");
    for (const params of [`{}`, `{ ms: -1 }`, `{ ms: 1, until: "2999-01-01" }`, `{ until: "soon" }`]) {
      await home.add("timer", yielding(body(params), { determinism, effects: ["sys/timer.set@1"] }));
      expect((await home.uw(["run", "timer", "--json"])).json.error.code).toBe("SCHEMA_INVALID");
    }
  });

  test("one that nobody performs is found by validate already", async () => {
    await using home = await TempHome.create();
    const file = join(home.dir, "x.esm.js");
    writeFileSync(file, yielding(body("{ ms: 1 }"), { determinism, effects: ["sys/timer.set@2"] }));
    const { json } = await home.uw(["validate", file, "--json"]);
    expect(JSON.stringify(json)).toContain("EFFECT_UNKNOWN");
    writeFileSync(file, yielding(body("{ ms: 1 }"), { determinism, effects: ["sys/timer.set@1"] }));
    expect((await home.uw(["validate", file, "--json"])).exitCode).toBe(0);
  });
});

describe.each(MODES)("AOS-32: descriptor.faults (%s)", (determinism) => {
  const EFFECTS = `effects:
  "own/broken@1":
    command: [sh, -c, 'echo "{\\"receipt\\":{\\"status\\":\\"ok\\",\\"payload\\":{\\"n\\":\\"text\\"}}}"']
    class: once
    risk: write
    params: { type: object }
    receipt: { type: object, properties: { n: { type: integer } }, required: [n] }
`;
  const ask = (more = "") =>
    `const answer = yield { do: "effect", effect: "own/broken@1", params: {}${more} }; ${told}`;

  test.each([
    ["deliver", "", "ok", "fault"],
    ["fail", "", "failed", "RECEIPT_FAULT"],
    ["fail", `, onFault: "deliver"`, "ok", "fault"],
  ])("%s%s: the thread is %s with %s", async (faults, more, status, outcome) => {
    await using home = await TempHome.create();
    await home.add("first", yielding("return { returnCode: 0, summary: '' };"));
    writeFileSync(home.layout.effects, EFFECTS);
    await home.add("broken", yielding(ask(more), { determinism, faults, effects: ["own/broken@1"] }));
    const ran = (await home.uw(["run", "broken", "--json"])).json;
    expect([ran.status, ran.error?.code ?? JSON.parse(ran.output.last.content).status]).toEqual([
      status,
      outcome,
    ]);
    if (status === "ok")
      expect(JSON.parse(ran.output.last.content).error.details).toMatchObject({ payloadSize: 12 });
  });
});

describe("AOS-56: descriptor.event", () => {
  const receiving = (event: string, descriptor: object) =>
    yielding(`yield { do: "receive", event: "${event}" }; return { returnCode: 0, summary: "" };`, {
      ...descriptor,
    });
  const validate = async (home: TempHome, source: string) => {
    const file = join(home.dir, "x.esm.js");
    writeFileSync(file, source);
    return home.uw(["add", "x", file, "--json"]);
  };

  test("an undeclared event that is received by name is refused by add", async () => {
    await using home = await TempHome.create();
    const refused = await validate(home, receiving("Other@1", { event: "Order@1" }));
    expect([refused.exitCode, refused.json.error.code]).toEqual([10, "BUNDLE_INVALID"]);
    expect(refused.json.error.message).toContain('"Other@1"');
    for (const event of ["Order@1", ["Order@1", "Paid@1"]])
      expect((await validate(home, receiving("Order@1", { event }))).exitCode).toBe(0);
    expect((await validate(home, receiving("Order@1", { events: { "Order@1": {} } }))).exitCode).toBe(0);
  });

  test("a name that descriptor.events does not describe is refused", async () => {
    await using home = await TempHome.create();
    const descriptor = { event: ["Order@1", "Paid@1"], events: { "Order@1": {} } };
    const refused = await validate(home, receiving("Order@1", descriptor));
    expect(refused.json.error.code).toBe("DESCRIPTOR_INVALID");
    expect(refused.json.error.message).toContain('"Paid@1"');
  });
});

describe("AOS-57: descriptor.context and descriptor.annotations", () => {
  test("notes are kept and listed, and must fit the schema", async () => {
    await using home = await TempHome.create();
    const annotations = { type: "object", properties: { why: { type: "string" } }, required: ["why"] };
    const note = (text: string) =>
      yielding(`yield { do: "annotate", ${text} }; return { returnCode: 0, summary: "" };`, { annotations });
    await home.add("noting", note(`why: "a reason"`));
    const ran = (await home.uw(["run", "noting", "--json"])).json;
    expect(ran.status).toBe("ok");
    expect((await home.uw(["thread", ran.executionId, "--annotations"])).stdout).toContain("a reason");
    await home.add("noting", note(`why: 5`));
    const refused = (await home.uw(["run", "noting", "--json"])).json.error;
    expect([refused.code, refused.message]).toEqual([
      "SCHEMA_INVALID",
      expect.stringContaining("descriptor.annotations"),
    ]);
  });

  test.each([
    [true, "ok"],
    [false, "EFFECT_NOT_DECLARED"],
  ])("context: %p", async (context, outcome) => {
    await using home = await TempHome.create();
    const body = `const { workflow } = yield { do: "context" }; return { returnCode: 0, summary: workflow };`;
    await home.add("asking", yielding(body, { context }));
    const ran = (await home.uw(["run", "asking", "--json"])).json;
    expect(ran.error?.code ?? ran.status).toBe(outcome);
  });
});
