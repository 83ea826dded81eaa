// What models cost: listed with its day, and stored anew from a file.
import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { scriptedModel } from "@uncaged/workflow-agents/testing";
import { modal } from "../../../tests/support/bundles.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";

const TABLE = {
  updated: "2999-01-31",
  models: { "openai/gpt-4o-mini": { input: 100, output: 200 }, "openai/tomorrow": { input: 1, output: 2 } },
};

type Listed = { model: string; from: string; input: number };
const list = async (home: TempHome, ...args: string[]) => (await home.uw(["prices", ...args, "--json"])).json;
const named = (models: Listed[], name: string) => models.find(({ model }) => model === name);

test("prices are listed with the day they are of, and only those with a word", async () => {
  await using home = await TempHome.create();
  const all = await list(home);
  expect(all.updated).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(all.stored).toBeNull();
  for (const name of ["openai/gpt-6.1-sol", "anthropic/claude-opus-5-5", "google/gemini-4-argon"])
    expect(named(all.models, name)).toMatchObject({ from: "list" });
  const some = await list(home, "sonnet");
  expect(some.models.length).toBeLessThan(all.models.length);
  for (const { model } of some.models) expect(model).toContain("sonnet");
  const { stdout } = await home.uw(["prices", "claude-haiku-4-5"]);
  expect(stdout).toMatch(
    /^MODEL +INPUT +CACHED +CACHE WRITE +OUTPUT +FROM\nanthropic\/claude-haiku-4-5 +1 +0\.1 +1\.25 +5 +list\n/,
  );
  expect(stdout).toContain(`prices of ${all.updated}`);
  expect(existsSync(home.layout.root)).toBe(false);
});

test("a table is stored with its day; config.yaml goes before it; what a call costs follows it", async () => {
  await using home = await TempHome.create();
  const file = await home.file("table.json", JSON.stringify(TABLE));
  const stored = await home.uw(["prices", "update", file, "--json"]);
  expect(stored.json).toEqual({ updated: "2999-01-31", before: null, models: 2, path: home.layout.prices });
  const { models, stored: day } = await list(home);
  expect(day).toBe("2999-01-31");
  expect(named(models, "openai/gpt-4o-mini")).toMatchObject({ from: "stored", input: 100 });
  expect(named(models, "openai/gpt-4o")).toMatchObject({ from: "list" });
  await using model = scriptedModel({
    replies: [{ usage: { inputTokens: 1000, outputTokens: 100 }, repeat: true }],
  });
  const env = { OPENAI_API_KEY: "sk-planted-0123456789abcdef", OPENAI_BASE_URL: model.baseUrl };
  const ask = `yield { do: "effect", effect: "sys/llm.generate@1", params: { model: "openai/tomorrow", prompt: "x" } };`;
  await home.add("flow", modal("strict", ask, { effects: ["sys/llm.generate@1"] }));
  expect((await home.uw(["run", "flow", "--json"], { env })).json.output.spent.costUsd).toBe(0.0012);
  writeFileSync(home.layout.config, 'prices: { "openai/tomorrow": { input: 2, output: 2 } }\n');
  expect(named((await list(home)).models, "openai/tomorrow")).toMatchObject({
    from: "config.yaml",
    input: 2,
  });
  await home.untilQuiet();
  expect((await home.uw(["run", "flow", "--json"], { env })).json.output.spent.costUsd).toBe(0.0022);
  expect((await home.uw(["prices", "update", file])).stdout).toContain(
    "stored 2 prices of 2999-01-31, instead of those of 2999-01-31",
  );
});

test("a table that is wrong is refused with its place, and the one that is there stays", async () => {
  await using home = await TempHome.create();
  await home.uw(["prices", "update", await home.file("good.json", JSON.stringify(TABLE))]);
  const kept = readFileSync(home.layout.prices, "utf8");
  const refuse = async (text: string) =>
    (await home.uw(["prices", "update", await home.file("bad.json", text), "--json"])).json.error;
  expect(await refuse("no")).toMatchObject({ code: "INVALID_JSON" });
  expect(await refuse('{"models": {}}')).toMatchObject({
    code: "SCHEMA_INVALID",
    message: expect.stringContaining("updated"),
  });
  expect(
    await refuse('{"updated": "2999-02-01", "models": {"a/b": {"input": -1, "output": 1}}}'),
  ).toMatchObject({
    code: "SCHEMA_INVALID",
    message: expect.stringContaining('models["a/b"].input'),
  });
  expect(await refuse('{"updated": "2020-01-31", "models": {}}')).toMatchObject({ code: "USAGE" });
  expect(readFileSync(home.layout.prices, "utf8")).toBe(kept);
});
