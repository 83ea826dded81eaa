// H8, B2: schemas are a bundle's or a user's, and so are the values. A check that takes long is made aside and ended: the
// worker answers meanwhile, its other threads go on, and the outcome is a typed refusal.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Json } from "#contract/command.ts";
import type { JsonSchema } from "#contract/effect.ts";
import { assertSchema } from "#effects/check-schema.ts";
import { isCheap } from "#effects/schema-cost.ts";
import { yielding } from "../../../../tests/support/bundles.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

/** Forty times a, and no end: a backtracking matcher tries for days. */
const ENDLESS = { type: "string", pattern: "^(a+)+$" };
const BAIT = `${"a".repeat(40)}!`;

const STATES: Record<string, { schema: JsonSchema; state: string }> = {
  "a pattern that backtracks": { schema: ENDLESS, state: JSON.stringify(BAIT) },
  "references that branch": {
    schema: {
      $ref: "#/$defs/a0",
      $defs: Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [
          `a${index}`,
          index === 59
            ? {}
            : { allOf: [{ $ref: `#/$defs/a${index + 1}` }, { $ref: `#/$defs/a${index + 1}` }] },
        ]),
      ),
    },
    state: "1",
  },
  "items that are all compared": {
    schema: { type: "array", uniqueItems: true },
    state: "Array.from({ length: 60000 }, (_, index) => [index, [index]])",
  },
};

/** `hard`: a thread whose checkpoint is checked for long; `easy`: one beside it that only steps. */
function bundle({ schema, state }: { schema: JsonSchema; state: string }, determinism: string): string {
  return yielding(
    `  if (prompt === "hard") {
    if (steps.length === 0) yield { role: "before", content: "", meta: {} };
    yield { do: "checkpoint", state: ${state} };
  } else for (let n = steps.length; n < 5; n++) yield { role: "r" + n, content: "", meta: {} };
  return { returnCode: 0, summary: "done" };`,
    { determinism, state: schema, limits: { stepBytes: 4_000_000 } },
  );
}

describe("H8: a check that takes long", () => {
  for (const determinism of ["strict", "steps"])
    test.each(Object.keys(STATES))(
      `H8: %s (${determinism}): ps, kill and other threads are answered meanwhile, and it is refused`,
      async (name) => {
        await using home = await TempHome.create();
        await home.add("flow", bundle(STATES[name] as (typeof STATES)[string], determinism));
        const hard = await home.start("flow", "--prompt", "hard");
        await home.untilSteps(hard, 1);
        const easy = await home.uw(["run", "flow", "--prompt", "easy", "--json"]);
        expect([easy.exitCode, easy.json.status]).toEqual([0, "ok"]);
        const running = (await home.uw(["ps", "--json"])).json.threads;
        const found = running.map(({ threadId }: { threadId: string }) => threadId);
        const ended = (await home.records(hard)).some((record) => record.kind === "reject");
        expect(found.includes(hard) || ended).toBe(true);
        const killed = await home.uw(["kill", hard, "--json"]);
        expect(["killed", "failed", "completed"]).toContain(killed.json.status);
      },
      60_000,
    );

  test("H8: it is ended at its deadline: SCHEMA_INVALID, and the thread fails", async () => {
    await using home = await TempHome.create();
    await home.add("flow", bundle(STATES["references that branch"] as never, "strict"));
    const ran = await home.uw(["run", "flow", "--prompt", "hard", "--json"]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([10, "SCHEMA_INVALID"]);
    expect(ran.json.error.message).toContain("was ended after");
    expect(await home.status(ran.json.executionId)).toBe("failed");
  }, 60_000);

  test("H8: so is the answer of a person, a role of --strict-roles, and a key", async () => {
    await using home = await TempHome.create();
    const body = `  if (prompt === "role") yield { role: "r", content: "", meta: { a: ${JSON.stringify(BAIT)} } };
  else yield { do: "input", prompt: "?", schema: ${JSON.stringify(ENDLESS)} };
  return { returnCode: 0, summary: "done" };`;
    const roles = { r: { description: "r", schema: { type: "object", properties: { a: ENDLESS } } } };
    await home.add("flow", yielding(body, { roles }));
    const role = await home.uw(["run", "flow", "--prompt", "role", "--strict-roles", "--json"]);
    expect([role.exitCode, role.json.error.code]).toEqual([10, "SCHEMA_INVALID"]);
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    const answered = await home.uw(["answer", id, "--value", JSON.stringify(BAIT), "--json"]);
    expect([answered.exitCode, answered.json.error.code]).toEqual([10, "SCHEMA_INVALID"]);
    expect(await until(async () => home.status(id), "its status")).toBe("waiting");
    await home.add("keyed", yielding("return { returnCode: 0, summary: key };", { key: ENDLESS }));
    const keyed = await home.uw(["run", "keyed", "--key", BAIT, "--json"]);
    expect([keyed.exitCode, keyed.json.error.code]).toEqual([10, "USAGE"]);
  }, 120_000);
});

describe("what is checked at once", () => {
  const CHEAP: [string, JsonSchema, Json, boolean][] = [
    ["a plain pattern over a long text", { pattern: "^[a-z]+$" }, "a".repeat(50_000), true],
    ["two quantifiers over a short text", { pattern: "^[a-z]+/.+$" }, "openai/gpt", true],
    ["two quantifiers over a long text", { pattern: "^[a-z]+/.+$" }, "a".repeat(5_000), false],
    ["a group that repeats", { pattern: "^(a+)+$" }, "a", false],
    ["an alternative that repeats", { pattern: "(a|a)*b" }, "a", false],
    ["a back reference", { pattern: "^\\1a$" }, "a", false],
    ["many choices", { pattern: `^${"a?".repeat(30)}$` }, "a".repeat(30), false],
    ["a few items", { uniqueItems: true }, [1, 2, 3], true],
    ["a reference", { $ref: "#/$defs/a", $defs: { a: {} } }, 1, false],
    ["a format", { format: "email" }, "a@b", false],
    ["a pattern of names", { patternProperties: { "(x+x+)+y": {} } }, { x: 1 }, false],
  ];
  test.each(CHEAP)("%s: %#", (_, schema, value, isIt) => {
    expect(isCheap(schema, value)).toBe(isIt);
  });

  test("a pattern that is taken for cheap never tries more often than it was said to", () => {
    const atom = fc.constantFrom("a", "[ab]", ".", "\\w", "[^c]");
    const quantifier = fc.constantFrom("", "", "?", "*", "+", "{0,3}", "{2,}");
    const parts = fc.array(fc.tuple(atom, quantifier), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(parts, fc.boolean(), fc.integer({ min: 1, max: 60 }), (list, isAnchored, length) => {
        const pattern = `${isAnchored ? "^" : ""}${list.map((part) => part.join("")).join("")}$`;
        const text = `${"a".repeat(length)}!`;
        // It ends: that is what is claimed. A wrong yes would hang here.
        if (isCheap({ pattern }, text)) new RegExp(pattern, "u").test(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a schema that branches too often is refused before it is tried", () => {
    expect(() => assertSchema((STATES["references that branch"] as { schema: JsonSchema }).schema)).toThrow(
      "branches into more than",
    );
    expect(() => assertSchema({ anyOf: [{ $ref: "#" }, { type: "string" }] })).not.toThrow("branches");
  });
});
