import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { counting } from "../../../tests/support/bundles.ts";
import { cli } from "../../../tests/support/in-process.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";

const PROMPT = "a prompt that is much longer than the sixteen columns which a narrow screen has left for it";

test("threads shows a program the whole prompt, and a person what fits", async () => {
  await using home = await TempHome.create();
  await home.add("flow", counting(1));
  await home.uw(["run", "flow", "--prompt", PROMPT, "--json"]);
  await home.untilQuiet();
  expect((await home.uw(["threads"])).stdout).toContain(PROMPT);
  expect((await home.uw(["threads", "--all"])).stdout).toMatch(
    /^THREAD +WORKFLOW +STATUS +STEPS +STARTED +PROMPT\n/,
  );
  // Nobody opens a journal that fits its row, but whoever asks for damage is told of it.
  const path = await home.journalPath((await home.uw(["threads", "--json"])).json.threads[0].threadId);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.toString().replace("step 1", "step X"));
  expect((await home.uw(["threads", "--status", "corrupt", "--json"])).json.threads).toHaveLength(1);
  writeFileSync(path, bytes);
  expect((await home.uw(["threads", "--status", "corrupt", "--json"])).json.threads).toEqual([]);
  const shown = await cli(home, ["threads"], { isInteractive: true, columns: 80, rows: 50 });
  expect(shown.stdout).toContain(`${PROMPT.slice(0, 33)}…`);
  expect(shown.stdout).not.toContain(PROMPT);
});
