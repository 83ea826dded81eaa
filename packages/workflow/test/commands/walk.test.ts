// Every command that waits, and every word it waits on, through the real binary in both modes: it parks, says what it waits
// for everywhere a person or a program looks, is brought on, and is stood in for where nothing real happens. A command that
// is new in the registry has to have a line in WAITING here.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { approved, driveWorkflow, type Flow, okReceipt } from "@uncaged/workflow/testing";
import { COMMANDS, fileOf, WAITS } from "#commands/registry.ts";
import type { SingleCommand } from "#contract/command.ts";
import type { WaitingOn } from "#contract/status.ts";
import { yielding } from "../../../../tests/support/bundles.ts";
import { putEvent } from "../../../../tests/support/put-event.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

type Sample = {
  command: SingleCommand;
  on: WaitingOn;
  /** In policy.yaml of the store. */
  policy?: string;
  /** The worker is killed while the effect runs. */
  crashes?: true;
  /** How the thread ends after that: completed unless told otherwise. */
  ends?: "cancelled";
  /** What brings it on. */
  bring(home: TempHome, id: string): Promise<string[]>;
  /** In a unit test, when the drive has no answer of its own. */
  given?: unknown;
};

const exec = (script: string, more: object = {}) =>
  ({ do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", script] }, ...more }) as SingleCommand;
const ran = okReceipt({ exitCode: 0, stdout: "", stderr: "" });
const LATER = "2100-01-01T00:00:00Z";
const tick = async () => ["tick", "--now", LATER];

const WAITING: Record<string, Sample> = {
  "approve on approval": {
    command: { do: "approve", prompt: "may it?", onDeny: "deliver" },
    on: "approval",
    bring: async (_home, id) => ["approve", id],
    given: approved(),
  },
  "input on input": {
    command: { do: "input", prompt: "which?", schema: { type: "string" } },
    on: "input",
    bring: async (_home, id) => ["answer", id, "--value", '"this"'],
    given: "this",
  },
  "sleep on timer": { command: { do: "sleep", ms: 3_600_000 }, on: "timer", bring: tick },
  "receive on event": {
    command: { do: "receive", event: "shop/Paid@1", timeoutMs: 3_600_000 },
    on: "event",
    async bring(home, id) {
      await putEvent(await home.journalPath(id), {
        event: "shop/Paid@1",
        value: { cents: 5 },
        key: "k",
        seq: 7,
      });
      return ["resume", id];
    },
    given: { event: "shop/Paid@1", value: 1, key: null, seq: 1 },
  },
  "effect on approval": {
    command: exec("true"),
    on: "approval",
    policy: "risks: { admin: approve, write: approve, destructive: approve }\n",
    bring: async (_home, id) => ["approve", id],
    given: ran,
  },
  "effect on reconcile": {
    command: exec("touch begun; sleep 30"),
    on: "reconcile",
    crashes: true,
    bring: async (_home, id) => ["reconcile", id, "--ok", '{"exitCode":0,"stdout":"","stderr":""}'],
    given: ran,
  },
  "effect on timer": {
    command: exec("sleep 5", {
      class: "idempotent",
      timeoutMs: 50,
      retry: { max: 2, delayMs: 3_600_000, maxDelayMs: 3_600_000 },
    }),
    on: "timer",
    // The attempt is made when the worker's own clock says so, an hour from now.
    bring: async (_home, id) => ["cancel", id],
    ends: "cancelled",
    given: ran,
  },
};

const MODES = ["strict", "steps"] as const;
const homes: TempHome[] = [];
afterAll(async () => {
  for (const home of homes) await home[Symbol.asyncDispose]();
});

/** One step with the answer. */
function bundleOf(command: SingleCommand, determinism: string): string {
  const body = `
  if (steps.length > 0) return { returnCode: 0, summary: "done" };
  const answer = yield ${JSON.stringify(command)};
  yield { role: "told", content: JSON.stringify(answer ?? null), meta: {} };
  return { returnCode: 0, summary: "done" };`;
  return yielding(body, {
    determinism,
    effects: ["sys/exec@1"],
    events: { "shop/Paid@1": { type: "object" } },
  });
}

async function homeOf({ policy }: Sample): Promise<TempHome> {
  const home = await TempHome.create();
  homes.push(home);
  mkdirSync(home.layout.root, { recursive: true, mode: 0o700 });
  if (policy !== undefined) writeFileSync(join(home.layout.root, "policy.yaml"), policy, { mode: 0o600 });
  return home;
}

test("every command that waits, on every word it waits on, is walked here", () => {
  const known = Object.values(COMMANDS).flatMap(({ word, waiting }) =>
    (waiting?.on ?? []).map((on) => `${word} on ${on}`),
  );
  expect(Object.keys(WAITING).sort()).toEqual(known.sort());
});

describe.each(Object.entries(WAITING))("%s", (_name, sample) => {
  const { command, on } = sample;
  const facts = WAITS[on];

  describe.each(MODES)("%s", (mode) => {
    test("parks, says what it waits for, and goes on", async () => {
      const home = await homeOf(sample);
      await home.add("flow", bundleOf(command, mode));
      const id = await park(home, sample);
      await home.untilQuiet();

      expect((await home.uw(["threads", "--json"])).json.threads).toMatchObject([
        { status: "waiting", waitingOn: on },
      ]);
      expect((await home.uw(["threads"])).stdout).toContain(`waiting(${on})`);
      const shown = (await home.uw(["thread", id])).stdout;
      expect(shown).toContain(`waiting(${on})`);
      expect(shown).not.toContain("undefined");

      const why = (await home.uw(["why", id, "--json"])).json;
      expect(why).toMatchObject({ status: "waiting", cause: facts.cause });
      expect(why.message).not.toMatch(/undefined|null/);
      expect(why.hint).toContain(facts.by === "person" ? `${facts.verb} ${id}` : "uncaged-workflow");

      const plan = (await home.uw(["resume", id, "--plan", "--json"])).json;
      expect(plan.waits).toMatchObject([{ do: command.do, stepId: "n1" }]);
      expect((await home.uw(["approvals", "--json"])).json.approvals).toHaveLength(
        facts.by === "person" ? 1 : 0,
      );
      if (facts.by === "person") {
        const refused = await home.uw(["resume", id, "--json"]);
        expect(refused.json.error).toMatchObject({ code: "STATE_INVALID", details: { waitingOn: on } });
      }

      expect((await home.uw([...(await sample.bring(home, id)), "--json"])).exitCode).toBe(0);
      await home.untilStatus(id, sample.ends ?? "completed");
      if (sample.ends === undefined) expect(await home.roles(id)).toEqual(["told"]);
      if (mode === "strict") expect((await home.uw(["replay", id, "--json"])).exitCode).toBe(0);
      expect((await home.uw(["verify", id, "--json"])).exitCode).toBe(0);
    });

    test("a dry run and a simulation stand in for what it waits for", async () => {
      const home = await homeOf(sample);
      await home.add("flow", bundleOf(command, mode));
      const dry = await home.uw(["run", "flow", "--dry-run", "--json"]);
      expect(dry.json).toMatchObject({ status: "ok" });
      const sim = await home.uw(["sim", "flow", "--seeds", "3", "--json"]);
      expect([sim.exitCode, sim.stdout]).toEqual([0, expect.any(String)]);
    });
  });

  test("a unit test is told that it needs an answer, or has one", async () => {
    const flow: Flow = async function* () {
      return { returnCode: 0, summary: JSON.stringify(yield command) };
    };
    const drive = (answers: unknown[]) => driveWorkflow(flow, { prompt: "", answers });
    if (fileOf(command).standIn.answer === null)
      await expect(drive([])).rejects.toMatchObject({ code: "USAGE" });
    expect(await drive(sample.given === undefined ? [] : [sample.given])).toMatchObject({
      status: "completed",
    });
  });
});

/** A thread that waits; programs that watched it were told what for. */
async function park(home: TempHome, { command, on, crashes }: Sample): Promise<string> {
  if (crashes) {
    const id = await home.start("flow", "--workspace", home.dir);
    await until(async () => ((await Bun.file(join(home.dir, "begun")).exists()) ? true : null), "the effect");
    await home.crash();
    await home.uw(["resume", id, "--json"]);
    return id;
  }
  const ran = await home.uw(["run", "flow", "--workspace", home.dir, "--json"]);
  expect(ran.json).toMatchObject({ ok: true, status: WAITS[on].envelope });
  const told = ran.events.map(({ type }) => type);
  expect(told).toContain("execution.finished");
  if (WAITS[on].by !== "time") expect(told.filter((type) => type.endsWith(".required"))).toHaveLength(1);
  expect(ran.events.find(({ type }) => type === "step.started" || type.endsWith(".required"))?.stepId).toBe(
    "n1",
  );
  expect(command.do).toBeString();
  return ran.json.executionId;
}
