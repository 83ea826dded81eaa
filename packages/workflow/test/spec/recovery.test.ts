// AOS 2.5: what of open work survives a process, and what does not survive a thread.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { yielding } from "../../../../tests/support/bundles.ts";
import { installProbe, type Probe } from "../../../../tests/support/probe.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

const DONE = `return { returnCode: 0, summary: "done" };`;
const EFFECT = `const effect = (effect, params, more = {}) => ({ do: "effect", effect, params, ...more });`;
const EFFECTS = {
  "test/once@1": {},
  "test/read@1": { class: "read", risk: "read" },
  "test/keyed@1": { class: "idempotent", acceptsKey: true },
};

async function flow(home: TempHome, body: string, more: Record<string, unknown> = {}): Promise<Probe> {
  const probe = await installProbe(home, EFFECTS);
  await home.add(
    "flow",
    yielding(`${EFFECT}\n${body}`, { effects: [...Object.keys(EFFECTS), "sys/exec@1"], ...more }),
  );
  return probe;
}

async function kinds(home: TempHome, id: string): Promise<string[]> {
  return (await home.records(id)).map((record) => record.action ?? record.kind ?? record.role ?? "start");
}

/** A process that is a zombie nobody has fetched yet does nothing any more. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  await until(async () => (isRunning(pid) ? null : true), `the process ${pid} to end`, 20_000);
}

/** A program that ignores SIGTERM and tells its pid. */
const STUBBORN = `["sh", "-c", "trap '' TERM; echo $$ > " + prompt + "/pid; while :; do sleep 0.05; done"]`;

async function stubbornPid(home: TempHome): Promise<number> {
  return until(async () => {
    const file = Bun.file(`${home.dir}/pid`);
    const text = (await file.exists()) ? (await file.text()).trim() : "";
    return text === "" ? null : Number(text);
  }, "the program to start");
}

describe("nothing an effect started outlives what it was started for", () => {
  test("AOS-38: the loser of an `any` is ended, even when it ignores SIGTERM and the thread is done", async () => {
    await using home = await TempHome.create();
    await flow(
      home,
      `yield { do: "any", of: [effect("sys/exec@1", { argv: ${STUBBORN} }), effect("test/once@1", { gate: "win" })] };
      ${DONE}`,
    );
    const running = home.uw(["run", "flow", "--prompt", home.dir, "--json"]);
    const pid = await stubbornPid(home);
    await home.file("open-win", "");
    expect((await running).json.status).toBe("ok");
    await untilGone(pid);
  });

  test.each(["kill", "cancel"])(
    "C9: %s ends the programs of the thread, even those that ignore SIGTERM",
    async (verb) => {
      await using home = await TempHome.create();
      await flow(home, `yield effect("sys/exec@1", { argv: ${STUBBORN} }); ${DONE}`);
      const id = await home.start("flow", "--prompt", home.dir);
      const pid = await stubbornPid(home);
      expect((await home.uw([verb, id, "--json"])).exitCode).toBe(0);
      await untilGone(pid);
      expect(await kinds(home, id)).toEqual(["start", "intent", verb, "result", "seal"]);
    },
  );

  test("C9: killing a thread whose worker was killed ends what the worker left running", async () => {
    await using home = await TempHome.create();
    await flow(home, `yield effect("sys/exec@1", { argv: ${STUBBORN} }); ${DONE}`);
    const id = await home.start("flow", "--prompt", home.dir);
    const pid = await stubbornPid(home);
    await home.crash();
    expect(isRunning(pid)).toBe(true);
    expect((await home.uw(["kill", id, "--json"])).exitCode).toBe(0);
    await untilGone(pid);
  });
});
