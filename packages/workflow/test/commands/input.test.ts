import { describe, expect, test } from "bun:test";
import { input } from "#commands/input.ts";
import type { InputCommand, Json } from "#contract/command.ts";
import type { InputIntent } from "#contract/record.ts";
import { answerOf } from "#replay/answer-of.ts";
import { admitted, folded, leafOf, NOTHING_FITS, opened, settlePorts, TOOLS } from "./command-rig.ts";

const ask: InputCommand = { do: "input", prompt: "which?", schema: { type: "object" } };
const waiting = input.waiting ?? expect.unreachable("it waits");
const open = (more: Partial<InputCommand> = {}) => opened<InputIntent>({ ...ask, ...more });
const answer = (value: Json) => ({ type: "answer", value }) as const;

test("a default of null is a default", async () => {
  expect((await admitted({ ...ask, defaults: null })).asked).toHaveProperty("defaults", null);
  expect((await admitted(ask)).asked).not.toHaveProperty("defaults");
});

test("it waits for a person, for ever", async () => {
  const leaf = leafOf<InputIntent>(await open());
  expect(waiting.waitOf(leaf)).toEqual({ on: "input", wakeAt: null });
  await expect(waiting.due(leaf, TOOLS)).rejects.toMatchObject({ code: "INTERNAL" });
});

describe("an answer", () => {
  test("is what the generator is given, with the defaults of members that were left out", async () => {
    const line = await open({ defaults: { a: 1, b: 2 } });
    const { records } = await waiting.settle(leafOf(line), answer({ b: 3 }), settlePorts());
    expect(records).toMatchObject([{ decision: "answer", actor: "ann", value: { a: 1, b: 3 } }]);
    expect(answerOf(folded(line, records[0] as object))).toEqual({ a: 1, b: 3 });
  });

  test("that is no object takes no defaults", async () => {
    const line = await open({ defaults: { a: 1 } });
    const { records } = await waiting.settle(leafOf(line), answer([1]), settlePorts());
    expect(records).toMatchObject([{ value: [1] }]);
  });

  test("SETTLE-2: that does not fit the schema is refused, with the field", async () => {
    const { normalise } = NOTHING_FITS as { normalise: () => never };
    const settled = waiting.settle(leafOf(await open()), answer({ a: { b: 2 } }), settlePorts({ normalise }));
    await expect(settled).rejects.toMatchObject({
      code: "SCHEMA_INVALID",
      message: "the answer at `a.b`: must be 1",
      details: { field: "a.b" },
    });
  });

  test("names no secret: only the code of a bundle may", async () => {
    const settled = waiting.settle(leafOf(await open()), answer({ x: { $secret: "KEY" } }), settlePorts());
    await expect(settled).rejects.toMatchObject({ code: "SECRET_IN_DATA" });
  });

  test("what is no answer is our own mistake", async () => {
    const settled = waiting.settle(
      leafOf(await open()),
      { type: "decide", decision: "approve" },
      settlePorts(),
    );
    await expect(settled).rejects.toMatchObject({ code: "INTERNAL" });
  });
});

describe("a dry run", () => {
  const stubbed = (value: Json | undefined) => ({ ...TOOLS, events: undefined, stub: async () => value });

  test("answers with the defaults, or with a value that fits", async () => {
    const preset = await waiting.dryRun(leafOf(await open({ defaults: 5 })), stubbed(6));
    expect(preset).toMatchObject([{ decision: "answer", value: 5, simulated: true, actor: "dry-run" }]);
    expect(await waiting.dryRun(leafOf(await open()), stubbed(6))).toMatchObject([{ value: 6 }]);
    const none = await waiting.dryRun(leafOf(await open({ defaults: null })), stubbed(6));
    expect(none).toMatchObject([{ value: null }]);
  });

  test("says so when nothing fits", async () => {
    const line = await open({ id: "which" });
    expect(await waiting.dryRun(leafOf(line), stubbed(undefined))).toMatchObject({
      unanswerable: { code: "STUB_NOT_FOUND", message: expect.stringContaining("which") },
    });
  });
});

test("a simulation draws a value, and falls back to the defaults", async () => {
  const tools = (value: Json | undefined) =>
    ({ stub: async () => value, noStub: (what: string) => new Error(what) }) as never;
  const line = await open({ defaults: "d" });
  expect(await waiting.simulate(leafOf(line), tools(null))).toMatchObject({ value: null });
  expect(await waiting.simulate(leafOf(line), tools("drawn"))).toMatchObject({
    type: "answer",
    value: "drawn",
  });
  expect(await waiting.simulate(leafOf(line), tools(undefined))).toMatchObject({
    value: "d",
    stepId: line.id,
  });
  await expect(waiting.simulate(leafOf(await open()), tools(undefined))).rejects.toThrow("the question n3");
});

test("who is asked sees the schema and the defaults", async () => {
  const line = await open({ defaults: { a: 1 } });
  expect(waiting.question(leafOf(line), "input")).toEqual({
    kind: "input",
    prompt: "which?",
    items: [],
    schema: { type: "object" },
    defaults: { a: 1 },
  });
  expect(waiting.required(await open())).toEqual({
    type: "input.required",
    prompt: "which?",
    schema: { type: "object" },
  });
  expect(input.shown.brief({ prompt: "which?" })).toBe("which?");
});
