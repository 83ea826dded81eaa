// Templates do what the documents say of them: strict where it holds.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { TempHome } from "../../../tests/support/temp-home.ts";

async function added(home: TempHome, template: string): Promise<string> {
  const dir = join(home.dir, template);
  await home.uw(["init", dir, "--template", template, "--json"]);
  const file = join(dir, "flow.ts");
  const ran = await home.uw(["add", template, file, "--json"]);
  expect(ran.exitCode).toBe(0);
  return file;
}

for (const template of ["yield", "roles"])
  test(`a thread of the template ${template} is repeated by replay and check`, async () => {
    await using home = await TempHome.create();
    const file = await added(home, template);
    const { executionId } = (await home.uw(["run", template, "--prompt", "open the door", "--json"])).json;
    const replayed = await home.uw(["replay", executionId, "--json"]);
    expect([replayed.exitCode, replayed.json.status]).toEqual([0, "identical"]);
    const checked = await home.uw(["check", template, file, "--json"]);
    expect([checked.exitCode, checked.json.identical]).toEqual([0, 1]);
  });

for (const template of ["yield", "roles", "agent"])
  test(`the template ${template} comes back the same from every place`, async () => {
    await using home = await TempHome.create();
    const file = await added(home, template);
    const ran = await home.uw(["sim", file, "--seeds", "4", "--prompt", "open the door", "--json"]);
    expect(ran.json).toMatchObject({ status: "same", reached: 4 });
  });

test("a fork of the template agent with another model keeps the draft", async () => {
  await using home = await TempHome.create();
  await added(home, "agent");
  const { executionId } = (await home.uw(["run", "agent", "--dry-run", "--prompt", "sky", "--json"])).json;
  const forked = await home.uw([
    "fork",
    executionId,
    "--from-role",
    "writer",
    "--var",
    "model=openai/gpt-5",
    "--json",
  ]);
  const records = await home.records(forked.json.executionId);
  const asked = records.filter(({ kind }) => kind === "intent").map(({ params }) => params.model);
  expect(asked).toEqual(["openai/gpt-5-mini", ...asked.slice(1).map(() => "openai/gpt-5")]);
});
