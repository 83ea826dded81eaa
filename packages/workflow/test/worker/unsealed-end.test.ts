// S1, S3: the one write of result and seal was cut between the two, or in the seal. The kernel ends a write at the edge of
// a page when the process is killed there.
import { expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { counting } from "../../../../tests/support/bundles.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

async function cutEnd(home: TempHome, left: "nothing of it" | "a piece of it"): Promise<string> {
  await home.add("flow", counting(2));
  const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
  await home.untilQuiet();
  const path = await home.journalPath(id);
  const bytes = readFileSync(path);
  const sealAt = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  writeFileSync(path, bytes.subarray(0, left === "a piece of it" ? sealAt + 51 : sealAt));
  // The worker died before it could tell the index.
  using database = home.openIndex();
  database.run("UPDATE threads SET status = 'running'");
  return id;
}

for (const left of ["nothing of it", "a piece of it"] as const)
  for (const words of [["resume", "--all"], ["resume"], ["fsck", "--rebuild"]])
    test(`S1: an end with ${left.replace("of it", "of its seal")} is sealed by ${words.join(" ")}`, async () => {
      await using home = await TempHome.create();
      const id = await cutEnd(home, left);
      expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(false);
      await home.uw([...words, ...(words.length === 1 ? [id] : []), "--json"]);
      expect((await home.uw(["verify", id, "--json"])).json).toMatchObject({ ok: true, seals: 1 });
      expect((await home.uw(["thread", id, "--json"])).json).toMatchObject({ status: "completed" });
      expect((await home.uw(["fsck", "--json"])).json.ok).toBe(true);
    });

test("S1: it is sealed in a store that was put back without its run folder, too", async () => {
  await using home = await TempHome.create();
  const id = await cutEnd(home, "nothing of it");
  rmSync(home.layout.run, { recursive: true });
  expect((await home.uw(["fsck", "--rebuild", "--json"])).json).toMatchObject({ rebuilt: 1 });
  expect((await home.uw(["verify", id, "--json"])).json).toMatchObject({ ok: true, seals: 1 });
});
