import { expect, test } from "bun:test";
import { TempHome } from "../../../../tests/support/temp-home.ts";
test("smoke", async () => {
  await using home = await TempHome.create();
  await home.add("a", `export default async function*(i){ for (let n=i.steps.length;n<3;n++) yield {role:"r"+n,content:"",meta:{}}; return {returnCode:0,summary:"ok"} }`);
  const ran = await home.uw(["run", "a", "--json", "--prompt", "x"]);
  expect(ran.json.status).toBe("ok");
});
