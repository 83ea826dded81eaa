// A stop of a thread that nobody runs, as a power cut would find it.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { yielding } from "../../../../tests/support/bundles.ts";
import { REPO, TempHome } from "../../../../tests/support/temp-home.ts";

const BINARY = join(REPO, "packages/cli-workflow/bin/uncaged-workflow.js");

// What was synced before what, only the kernel can tell.
test.skipIf(Bun.which("strace") === null)(
  "H1, S2: the decision is on disk before the end is written",
  async () => {
    await using home = await TempHome.create();
    await home.add(
      "asks",
      yielding(`yield { do: "approve", prompt: "well?" }; return { returnCode: 0, summary: "" };`),
    );
    const id = (await home.uw(["run", "asks", "--json"])).json.executionId;
    await home.untilQuiet();
    const [log, path] = [join(home.dir, "log"), await home.journalPath(id)];
    const words = ["-f", "-y", "-s", "4000", "-P", path, "-o", log, "-e", "trace=write,fdatasync"];
    const ran = Bun.spawnSync(["strace", ...words, BINARY, "kill", id, "--json"], {
      env: { ...process.env, UNCAGED_HOME: home.home },
    });
    expect(ran.exitCode).toBe(0);
    const calls = [...readFileSync(log, "utf8").matchAll(/ (write|fdatasync)\(.*?(control|result|$)/gm)].map(
      ([, call, kind]) => `${call} ${kind}`.trim(),
    );
    expect(calls).toEqual(["write control", "fdatasync", "write result", "fdatasync"]);
  },
);
