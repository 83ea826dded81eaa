// Every command that a generator yields, and every verb that reaches a waiting thread, in every way a bundle comes back.
// The outside ledger says how often an effect was performed. What differs is said in each test.
import { describe, expect, test } from "bun:test";
import { commandingIn, MODES, type Mode } from "../../../tests/support/bundles.ts";
import { LEDGER_EFFECTS, Ledger } from "../../../tests/support/ledger.ts";
import { type Ran, TempHome } from "../../../tests/support/temp-home.ts";

const APPROVE = `{ do: "approve", prompt: "ship?" }`;
const DELIVER = `{ do: "approve", prompt: "ship?", onDeny: "deliver" }`;
const INPUT = `{ do: "input", prompt: "how many?", schema: { type: "integer" } }`;
const SLEEP = `{ do: "sleep", ms: 3600000 }`;
const NAP = `{ do: "sleep", ms: 50 }`;
const charge = (nonce = "card", more = "") =>
  `{ do: "effect", effect: "ledger/once@1", params: { nonce: "${nonce}", stop: "${more}" } }`;
const LATER = String(Date.now() + 90_000_000);

class Scene implements AsyncDisposable {
  private constructor(
    readonly home: TempHome,
    readonly ledger: Ledger,
    readonly ran: Ran,
  ) {}

  static async open(mode: Mode, commands: string[], ...flags: string[]): Promise<Scene> {
    const home = await TempHome.create();
    const ledger = await Ledger.open(home);
    await home.add("flow", commandingIn(mode, commands, [...LEDGER_EFFECTS]));
    return new Scene(home, ledger, await home.uw(["run", "flow", "--json", ...flags]));
  }

  get id(): string {
    return this.ran.json.executionId;
  }

  async say(verb: string, ...more: string[]): Promise<Ran["json"]> {
    return (await this.home.uw([verb, this.id, ...more, "--json"])).json;
  }

  /** Its worker leaves, or stays for a thread that could not come back without it. */
  async untilParked(mode: Mode): Promise<void> {
    if (mode !== "forgetful") return this.home.untilQuiet();
    expect((await this.home.uw(["ps", "--json"])).json.threads).toMatchObject([{ threadId: this.id }]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.home[Symbol.asyncDispose]();
  }
}

/** The answers its last step tells of. */
function answers(json: Ran["json"]): unknown[] {
  expect(json.status).toBe("ok");
  return JSON.parse(json.output.last.content);
}

describe.each(MODES)("in a bundle that is %s,", (mode) => {
  test("an effect is performed once and answered", async () => {
    await using scene = await Scene.open(mode, [charge()]);
    expect(answers(scene.ran.json)).toMatchObject([{ status: "ok", payload: { nonce: "card" } }]);
    expect(scene.ledger.called()).toHaveLength(1);
  });

  test("approve waits, and a yes goes on", async () => {
    await using scene = await Scene.open(mode, [charge(), APPROVE]);
    expect(scene.ran.json.status).toBe("needs_approval");
    await scene.untilParked(mode);
    expect(answers(await scene.say("approve"))).toMatchObject([{}, { decision: "approve" }]);
    expect(scene.ledger.called()).toHaveLength(1);
    expect(await scene.home.roles(scene.id)).toEqual(["begin", "end"]);
  });

  test("a no is delivered to who wants to hear it, and ends the others", async () => {
    await using told = await Scene.open(mode, [charge(), DELIVER]);
    expect(answers(await told.say("deny"))).toMatchObject([{}, { decision: "deny" }]);
    await using ended = await Scene.open(mode, [charge(), APPROVE]);
    expect((await ended.say("deny")).status).toBe("cancelled");
    for (const { ledger } of [told, ended]) expect(ledger.called()).toHaveLength(1);
  });

  test("input waits, and an answer goes on", async () => {
    await using scene = await Scene.open(mode, [INPUT]);
    expect(scene.ran.json.status).toBe("needs_input");
    await scene.untilParked(mode);
    expect(answers(await scene.say("answer", "--value", "7"))).toEqual([7]);
  });

  test("a nap is slept through; a long sleep waits for the tick", async () => {
    await using scene = await Scene.open(mode, [NAP, SLEEP]);
    const { home, id, ran } = scene;
    expect(ran.json.status).toBe("waiting");
    await scene.untilParked(mode);
    expect((await home.uw(["tick", "--now", LATER, "--json"])).json.woken).toEqual([id]);
    await home.untilStatus(id, "completed");
  });

  test("a list waits for the last of it", async () => {
    await using scene = await Scene.open(mode, [`[${charge()}, ${APPROVE}, ${INPUT}]`]);
    expect((await scene.say("answer", "--value", "7")).status).toBe("needs_approval");
    await scene.untilParked(mode);
    expect(answers(await scene.say("approve"))).toMatchObject([
      [{ status: "ok" }, { decision: "approve" }, 7],
    ]);
    expect(scene.ledger.called()).toHaveLength(1);
  });

  test("of an any the first wins: a person, or the time", async () => {
    await using person = await Scene.open(mode, [`{ do: "any", of: [${APPROVE}, ${SLEEP}] }`]);
    await person.untilParked(mode);
    expect(answers(await person.say("approve"))).toMatchObject([{ index: 0 }]);
    await using time = await Scene.open(mode, [`{ do: "any", of: [${APPROVE}, ${NAP}] }`]);
    expect(answers(time.ran.json)).toMatchObject([{ index: 1 }]);
  });

  test("H3: a yes after a crash goes on where it can, and repeats nothing anywhere", async () => {
    await using scene = await Scene.open(mode, [charge(), APPROVE]);
    await scene.home.crash();
    const said = await scene.say("approve");
    if (mode === "forgetful") {
      expect(said.error.hint).toContain("--from-start");
      expect((await scene.say("deny")).status).toBe("cancelled");
    } else expect(answers(said)).toMatchObject([{}, { decision: "approve" }]);
    expect(scene.ledger.called()).toHaveLength(1);
  });

  test("an effect in doubt waits for word of it; where the code cannot come back, nobody is asked", async () => {
    await using scene = await Scene.open(mode, [charge("card", "before")], "--detach");
    const { home, ledger } = scene;
    await ledger.untilAt("card");
    await home.crash();
    const resumed = await scene.say("resume");
    if (mode === "forgetful") {
      expect(resumed.error.hint).toContain("--from-start");
      expect((await scene.say("reconcile", "--retry")).error.hint).toContain("--from-start");
      expect((await scene.say("cancel")).status).toBe("cancelled");
    } else {
      expect(resumed.status).toBe("waiting");
      const said = await scene.say("reconcile", "--ok", `{"nonce":"seen"}`);
      expect(answers(said)).toMatchObject([{ payload: { nonce: "seen" } }]);
    }
    expect(ledger.called()).toHaveLength(1);
  }, 60_000);

  test("a pause while it waits holds it behind the decision, until resume", async () => {
    await using scene = await Scene.open(mode, [charge(), APPROVE], "--detach");
    const { home, id } = scene;
    await home.untilStatus(id, "waiting");
    await scene.untilParked(mode);
    // What is parked has no process that could be paused.
    if (mode !== "forgetful") {
      expect((await scene.say("pause")).error.code).toBe("STATE_INVALID");
      return;
    }
    expect((await scene.say("pause")).status).toBe("paused");
    expect((await scene.say("approve")).status).toBe("waiting");
    expect(await home.status(id)).toBe("paused");
    expect(answers(await scene.say("resume"))).toMatchObject([{}, { decision: "approve" }]);
    expect(scene.ledger.called()).toHaveLength(1);
  });

  test.each(["cancel", "kill"])("%s ends it while it waits", async (verb) => {
    await using scene = await Scene.open(mode, [charge(), APPROVE]);
    expect((await scene.say(verb)).status).toBe(verb === "cancel" ? "cancelled" : "killed");
    expect((await scene.say("approve")).error.code).toBe("STATE_INVALID");
    expect(scene.ledger.called()).toHaveLength(1);
    await scene.home.untilQuiet();
  });

  test("an approval that runs out ends it, and tick --dry-run only says so", async () => {
    await using scene = await Scene.open(mode, [charge(), APPROVE]);
    const { home, id } = scene;
    const before = await home.records(id);
    const dry = await home.uw(["tick", "--now", LATER, "--dry-run", "--json"]);
    expect(dry.json).toMatchObject({ due: 1, expired: [id], woken: [] });
    expect((await home.uw(["tick", "--now", LATER, "--dry-run"])).stdout).toContain(`would expire ${id}`);
    expect(await home.records(id)).toEqual(before);
    expect((await home.uw(["tick", "--now", LATER, "--json"])).json).toEqual(dry.json);
    await home.untilStatus(id, "cancelled");
    expect(scene.ledger.called()).toHaveLength(1);
  });

  test("tick --dry-run tells of a sleep that is over, and of a race what the time brings first", async () => {
    const race = `{ do: "any", of: [${SLEEP}, ${APPROVE}] }`;
    for (const wait of [SLEEP, race]) {
      await using scene = await Scene.open(mode, [wait]);
      const { home, id } = scene;
      const before = await home.records(id);
      const dry = (await home.uw(["tick", "--now", LATER, "--dry-run", "--json"])).json;
      expect(dry).toMatchObject({ due: 1, woken: [id], expired: [] });
      expect(await home.records(id)).toEqual(before);
      expect((await home.uw(["tick", "--now", LATER, "--json"])).json).toEqual(dry);
      await home.untilStatus(id, "completed");
    }
  });
});
