// Errors whose hint is what to write, or to type.
import { expect, test } from "bun:test";
import { TempHome } from "../../../tests/support/temp-home.ts";

const asks = (model: string, determinism: string) => `
export const descriptor = { description: "d", roles: {}, determinism: "${determinism}", effects: ["sys/llm.generate@1"] };
export default async function* ({ steps }) {
  yield { do: "effect", effect: "sys/llm.generate@1", params: { model: "${model}", prompt: "hi" } };
  return { returnCode: 0, summary: "" };
}`;

const MODELS: [string, string][] = [
  ["gpt-5", 'write model: "openai/gpt-5"'],
  ["o3", 'write model: "openai/o3"'],
  ["claude-sonnet-4-5", 'write model: "anthropic/claude-sonnet-4-5"'],
  ["gemini-2.5-pro", 'write model: "google/gemini-2.5-pro"'],
  ["qwen3", 'write model: "provider/qwen3", such as openai'],
];

for (const determinism of ["strict", "steps"])
  test(`a model without its provider is told what to write (${determinism})`, async () => {
    await using home = await TempHome.create();
    for (const [model, hint] of MODELS) {
      await home.add("asks", asks(model, determinism));
      const ran = await home.uw(["run", "asks", "--json"]);
      expect([ran.exitCode, ran.json.error.code]).toEqual([10, "SCHEMA_INVALID"]);
      expect(ran.json.error.message).toBe(
        `\`params.model\` of sys/llm.generate@1: "${model}" does not name its provider`,
      );
      expect(ran.json.error.hint).toStartWith(hint);
    }
  });

const PACKAGES: [string, string | undefined][] = [
  [
    'import * as z from "zod"; export const a = z;',
    "zod is not installed beside the entry: npm install zod, or bun add zod",
  ],
  ['import x from "@scope/thing/deep.js"; export const a = x;', "@scope/thing is not installed"],
  ['import x from "one"; import y from "two/sub"; export const a = [x, y];', "one two are not installed"],
  ['import x from "./missing.ts"; export const a = x;', undefined],
];

test("an import of a package that is not installed names it, and the command that installs it", async () => {
  await using home = await TempHome.create();
  for (const [code, hint] of PACKAGES) {
    const entry = await home.file("flow.ts", `${code}\nexport default async function* () {}`);
    for (const verb of [
      ["build", entry],
      ["add", "flow", entry],
      ["sim", entry],
    ]) {
      const { exitCode, json } = await home.uw([...verb, "--json"]);
      expect([exitCode, json.error.code]).toEqual([10, "BUNDLE_INVALID"]);
      if (hint === undefined) expect(json.error.hint).toBeUndefined();
      else expect(json.error.hint).toStartWith(hint);
    }
  }
});
