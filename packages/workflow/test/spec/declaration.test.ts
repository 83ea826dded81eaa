// AOS 2.7: what a bundle says about itself, and what it can learn about where it runs.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { yielding } from "../../../../tests/support/bundles.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const DONE = `return { returnCode: 0, summary: "done" };`;
const STATE = {
  type: "object",
  properties: { count: { type: "integer" } },
  required: ["count"],
  additionalProperties: false,
};

describe("AOS-55: a declared state schema holds for every checkpoint", () => {
  test.each([
    ["checkpoint", `{ do: "checkpoint", state: { count: "one" } }`],
    ["continue", `{ do: "continue", state: { count: 1, more: 2 } }`],
    ["checkpoint in a list", `[{ do: "now" }, { do: "checkpoint", state: {} }]`],
  ])("AOS-55: a %s that does not fit fails the thread", async (_, value) => {
    await using home = await TempHome.create();
    await home.add("flow", yielding(`yield ${value}; ${DONE}`, { state: STATE }));
    const ran = await home.uw(["run", "flow", "--json"]);
    expect([ran.exitCode, ran.json.status, ran.json.error.code]).toEqual([10, "failed", "SCHEMA_INVALID"]);
    expect(ran.json.error.message).toContain("descriptor.state");
    const kinds = (await home.records(ran.json.executionId)).flatMap((record) => record.kind ?? []);
    expect(kinds).toEqual(["reject", "result", "seal"]);
  });

  test("AOS-55: one that fits is recorded with its hash, and its line is the answer", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      yielding(
        `const { seq } = yield { do: "checkpoint", state: { count: 1 } }; return { returnCode: 0, summary: String(seq) };`,
        { state: STATE },
      ),
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    const records = await home.records(ran.json.executionId);
    const at = records.findIndex((record) => record.kind === "checkpoint");
    expect(ran.json.output.summary).toBe(String(at + 1));
    const hash = new Bun.CryptoHasher("sha256").update('{"count":1}').digest("hex");
    expect(records[at]).toMatchObject({ state: { count: 1 }, stateHash: hash, seq: at + 1 });
  });

  test("AOS-55: without a schema any state goes", async () => {
    await using home = await TempHome.create();
    await home.add("flow", yielding(`yield { do: "checkpoint", state: [null, "x"] }; ${DONE}`));
    expect((await home.uw(["run", "flow", "--json"])).json.status).toBe("ok");
  });

  test("AOS-55: a thread that comes back finds its last state", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      yielding(
        `if (steps.length === 0) {
          yield { do: "checkpoint", state: { count: 41 } };
          yield { role: "counter", content: "", meta: {} };
        }
        yield { do: "approve", prompt: "?" };
        return { returnCode: 0, summary: String(state?.count ?? "nothing") };`,
        { state: STATE, determinism: "steps" },
      ),
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    expect((await home.uw(["approve", ran.json.executionId, "--json"])).json.output.summary).toBe("41");
  });
});

describe("AOS-57: notes for readers", () => {
  const BODY = `const answer = yield { do: "annotate", topic: "speed", ms: 12, deep: { b: 1, a: 2 } }; return { returnCode: 0, summary: String(answer) };`;

  test("AOS-57: an annotation is listed, and the generator is told nothing", async () => {
    await using home = await TempHome.create();
    await home.add("flow", yielding(BODY));
    const ran = await home.uw(["run", "flow", "--json"]);
    expect(ran.json.output.summary).toBe("undefined");
    const view = (await home.uw(["thread", ran.json.executionId, "--json"])).json;
    expect(view.annotations).toMatchObject([
      { n: 1, note: { topic: "speed", ms: 12, deep: { a: 2, b: 1 } } },
    ]);
    expect((await home.uw(["thread", ran.json.executionId, "--annotations"])).stdout).toContain("speed");
    expect((await home.uw(["replay", ran.json.executionId, "--json"])).json.status).toBe("identical");
  });

  test("AOS-57: in a list it is answered with null, in its place", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      yielding(
        `const all = yield [{ do: "annotate", a: 1 }, { do: "now" }]; return { returnCode: 0, summary: JSON.stringify(all.map((one) => typeof one)) };`,
      ),
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    expect(ran.json.output.summary).toBe(`["object","number"]`);
    expect((await home.uw(["replay", ran.json.executionId, "--json"])).json.status).toBe("identical");
  });
});

test("AOS-59: a bundle without a default export is no bundle", async () => {
  await using home = await TempHome.create();
  const path = await home.bundle("flow", `export async function* flow() {}`);
  const added = await home.uw(["add", "flow", path, "--json"]);
  expect([added.exitCode, added.json.error.code]).toEqual([10, "BUNDLE_INVALID"]);
  expect(added.json.error.message).toContain("default");
});

describe("AOS-60: context", () => {
  test("AOS-60: everything a workflow may know of where it runs, recorded once", async () => {
    await using home = await TempHome.create();
    const hash = await home.add(
      "flow",
      yielding(
        `const context = yield { do: "context" }; return { returnCode: 0, summary: JSON.stringify(context) };`,
      ),
    );
    const before = Date.now();
    const ran = await home.uw(["run", "flow", "--json"]);
    const context = JSON.parse(ran.json.output.summary);
    const registry = new Bun.CryptoHasher("sha256").update(readFileSync(home.layout.registry)).digest("hex");
    expect(context).toEqual({
      now: expect.any(Number),
      entropy: expect.stringMatching(/^[0-9a-f]{128}$/),
      seq: 1,
      eventHash: null,
      registryHash: registry,
      workflow: "flow",
      hash,
      key: null,
      cellMode: false,
    });
    expect(context.now).toBeWithin(before, Date.now() + 1);
    const intents = (await home.records(ran.json.executionId)).filter((record) => record.kind === "intent");
    expect(intents).toMatchObject([{ do: "context", answer: context }]);
    expect((await home.uw(["replay", ran.json.executionId, "--json"])).json.status).toBe("identical");
  });

  test("AOS-60: two threads have different entropy, two reads of one as well", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      yielding(
        `return { returnCode: 0, summary: [yield { do: "context" }, yield { do: "context" }].map((one) => one.entropy).join() };`,
      ),
    );
    const seen = new Set<string>();
    for (let run = 0; run < 2; run++)
      for (const one of (await home.uw(["run", "flow", "--json"])).json.output.summary.split(","))
        seen.add(one);
    expect(seen.size).toBe(4);
  });
});

describe("commands of later versions", () => {
  test.each(["emit", "handoff", "propose"])("%s is refused as not supported yet, by name", async (name) => {
    await using home = await TempHome.create();
    await home.add("flow", yielding(`yield { do: "${name}" }; ${DONE}`));
    const ran = await home.uw(["run", "flow", "--json"]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([30, "RUNTIME_DISABLED"]);
    expect(ran.json.error.message).toContain(name);
  });
});
