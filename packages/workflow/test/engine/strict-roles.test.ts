import { expect, test } from "bun:test";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const BUNDLE = `export const descriptor = { description: "typed", roles: { planner: { description: "plans", schema: { type: "object", properties: { files: { type: "array", items: { type: "string" } } }, required: ["files"] } } } };
export default async function* (input) {
  if (input.steps.length === 0) yield { role: input.prompt === "ghost" ? "ghost" : "planner", content: "", meta: { files: input.prompt === "good" ? ["a.ts"] : [1] } };
  return { returnCode: 0, summary: "done" };
}`;

test("RFC-25: with --strict-roles a meta that does not fit its schema fails the thread and names the field; without, it does not matter", async () => {
  await using home = await TempHome.create();
  await home.add("typed", BUNDLE);
  expect((await home.uw(["run", "typed", "--prompt", "bad", "--json"])).json.status).toBe("ok");
  expect((await home.uw(["run", "typed", "--prompt", "good", "--strict-roles", "--json"])).json.status).toBe(
    "ok",
  );
  const bad = await home.uw(["run", "typed", "--prompt", "bad", "--strict-roles", "--json"]);
  expect(bad.exitCode).toBe(10);
  expect(bad.json.error).toMatchObject({
    code: "SCHEMA_INVALID",
    details: { role: "planner", field: "meta.files.0" },
  });
  expect(await home.roles(bad.json.executionId)).toEqual([]);
  const ghost = await home.uw(["run", "typed", "--prompt", "ghost", "--strict-roles", "--json"]);
  expect(ghost.json.error.message).toContain('no role "ghost"');
});
