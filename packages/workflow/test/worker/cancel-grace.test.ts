// OPS-98: cancel is polite for 10 s. It answers when nothing of the thread runs any more.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MODES, type Mode, modal } from "../../../../tests/support/bundles.ts";
import { isRunning } from "../../../../tests/support/is-running.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

/** Takes longer to clean up than programs got before, and says when it is done. Silent: nobody may be there to hear it. */
const CLEANING = `exec >/dev/null 2>&1; trap 'sleep 4; echo > cleaned; exit 0' TERM; echo $$ > pid; while :; do sleep 0.05; done`;
const DEAF = `trap '' TERM; echo $$ > pid; while :; do sleep 0.05; done`;

async function start(home: TempHome, mode: Mode, script: string): Promise<{ id: string; pid: number }> {
  const argv = JSON.stringify(["sh", "-c", script]);
  const body = `yield { role: "first", content: "", meta: {} };
  yield { do: "effect", effect: "sys/exec@1", params: { argv: ${argv} } };`;
  await home.add("runs", modal(mode, body, { effects: ["sys/exec@1"] }));
  const id = await home.start("runs", "--workspace", home.dir);
  const file = join(home.dir, "pid");
  const pid = await until(
    async () => (existsSync(file) ? Number(readFileSync(file, "utf8")) || null : null),
    "the program",
  );
  return { id, pid };
}

describe.each(MODES)("in a bundle that is %s", (mode) => {
  test.concurrent("OPS-98: a program gets 10 s to end, and cancel answers after it has", async () => {
    await using home = await TempHome.create();
    const { id, pid } = await start(home, mode, CLEANING);
    expect((await home.uw(["cancel", id, "--json"])).json).toEqual({ threadId: id, status: "cancelled" });
    expect(existsSync(join(home.dir, "cleaned"))).toBe(true);
    expect(isRunning(pid)).toBe(false);
  }, 30_000);
});

test.concurrent("OPS-98: a program that does not hear is gone when cancel answers", async () => {
  await using home = await TempHome.create();
  const { id, pid } = await start(home, "strict", DEAF);
  expect((await home.uw(["cancel", id, "--json"])).exitCode).toBe(0);
  expect(isRunning(pid)).toBe(false);
  expect(await home.status(id)).toBe("cancelled");
}, 30_000);

test.concurrent("OPS-98: so is one whose worker was killed, and it gets the same time", async () => {
  await using home = await TempHome.create();
  const { id, pid } = await start(home, "strict", CLEANING);
  await home.crash();
  expect((await home.uw(["cancel", id, "--json"])).exitCode).toBe(0);
  expect(existsSync(join(home.dir, "cleaned"))).toBe(true);
  expect(isRunning(pid)).toBe(false);
}, 30_000);
