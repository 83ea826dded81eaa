// B2, before the first step: the top level of a bundle has a deadline wherever it is loaded.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const MODES = ["strict", "steps"];

function bundle(topLevel: string, determinism: string): string {
  return `import { existsSync } from "node:fs";
${topLevel}
export const descriptor = { description: "d", roles: {}, determinism: "${determinism}" };
export default async function* ({ steps, prompt }) {
  for (let at = ${determinism === "strict" ? "0" : "steps.length"}; at < 2; at++) {
    yield { role: "r", content: String(at), meta: {} };
  }
  return { returnCode: 0, summary: "done" };
}`;
}

describe("B2: a top level that does not end", () => {
  for (const determinism of MODES)
    test.concurrent(`B2: it fails the threads of a ${determinism} bundle with TIMEOUT, and leaves nothing running`, async () => {
      await using home = await TempHome.create();
      await home.add("stuck", bundle("while (true) {}", determinism));
      const run = () => home.uw(["run", "stuck", "--json"]);
      for (const ran of await Promise.all([run(), run()])) {
        expect([ran.exitCode, ran.json.error.code]).toEqual([30, "TIMEOUT"]);
        expect(ran.json.error.message).toContain("did not end within 10000 ms");
        expect(ran.json.error.hint).toContain("into the generator");
        expect(await home.status(ran.json.executionId)).toBe("failed");
      }
      await home.untilQuiet();
    }, 60_000);

  test.concurrent("B2: a thread whose code is loading can be killed", async () => {
    await using home = await TempHome.create();
    await home.add("stuck", bundle("while (true) {}", "strict"));
    const id = await home.start("stuck");
    expect((await home.uw(["kill", id, "--json"])).json).toMatchObject({ status: "killed" });
    await home.untilQuiet();
  }, 60_000);

  for (const determinism of MODES)
    test.concurrent(`B2: siblings in the same worker that were loaded before go on (${determinism})`, async () => {
      await using home = await TempHome.create();
      const [stuck, calm] = ["stuck", "calm"].map((name) => JSON.stringify(join(home.dir, name)));
      // `steady` steps along until it is told to end; `wild` blocks the Worker of both, so that each gets one of its own.
      const source = `import { existsSync } from "node:fs";
if (existsSync(${stuck})) while (true) {}
export const descriptor = { description: "d", roles: {}, determinism: "${determinism}", limits: { stepTimeoutMs: 2000 } };
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export default async function* ({ steps, prompt }) {
  for (let at = ${determinism === "strict" ? "0" : "steps.length"}; ; at++) {
    await pause(50);
    if (prompt === "wild") for (;;);
    yield { role: "r", content: String(at), meta: {} };
    if (existsSync(${calm})) return { returnCode: 0, summary: "done" };
  }
}`;
      await home.add("flow", source);
      const steady = await home.start("flow", "--prompt", "steady", "--max-rounds", "10000");
      const wild = await home.uw(["run", "flow", "--prompt", "wild", "--json"]);
      expect(wild.json.error.code).toBe("TIMEOUT");
      await home.file("stuck", "");
      const late = await home.uw(["run", "flow", "--json"]);
      expect([late.exitCode, late.json.error.code]).toEqual([30, "TIMEOUT"]);
      expect(late.json.error.message).toContain("top level");
      expect(await home.status(steady)).toBe("running");
      await home.file("calm", "");
      expect(await home.untilStatus(steady, "completed", "failed", "interrupted")).toBe("completed");
    }, 90_000);

  test.concurrent("B2: replay and check of code that does not load say so and end", async () => {
    await using home = await TempHome.create();
    const flag = join(home.dir, "stuck");
    const source = bundle(`if (existsSync(${JSON.stringify(flag)})) while (true) {}`, "strict");
    await home.add("flow", source);
    const ran = await home.uw(["run", "flow", "--json"]);
    await home.file("stuck", "");
    const replayed = await home.uw(["replay", ran.json.executionId, "--json"]);
    expect([replayed.exitCode, replayed.json.error.code]).toEqual([30, "TIMEOUT"]);
    expect(replayed.json.error.message).toContain("top level");
    const checked = await home.uw(["check", "flow", await home.bundle("new", `${source}// new`), "--json"]);
    expect(checked.exitCode).not.toBe(0);
    expect(checked.stdout).toContain("top level");
    const simmed = await home.uw(["sim", "flow", "--seeds", "1", "--json"]);
    expect([simmed.exitCode, simmed.json.error.code]).toEqual([30, "TIMEOUT"]);
    expect(simmed.json.error.message).toContain("top level");
  }, 90_000);
});
