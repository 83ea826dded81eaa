// H2: a `once` effect that was handed over and has no receipt, and a process that died. Whatever the next process finds
// different, a person says first what became of it, and what the dead one left running is over by then.
import { describe, expect, test } from "bun:test";
import { cli } from "../../../../tests/support/in-process.ts";
import { Ledger } from "../../../../tests/support/ledger.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

const EFFECTS = ["ledger/keyed@1", "ledger/once@1", "ledger/read@1"];

/** `again` is false in the first process, true in those after the crash. `n` is what was asked for then. */
function flow(code: string, isStrict = false): string {
  const mode = isStrict ? `determinism: "strict", ` : "";
  return `import { existsSync } from "node:fs";
export const descriptor = { description: "", roles: {}, ${mode}effects: ${JSON.stringify(EFFECTS)} };
const pay = (nonce, more = {}) => ({ do: "effect", effect: "ledger/once@1", params: nonce === "n" ? { nonce, stop: "before" } : { nonce }, ...more });
const put = (nonce) => ({ do: "effect", effect: "ledger/keyed@1", params: { nonce } });
export default async function* ({ steps, prompt, state }) {
  const again = existsSync(prompt + "/again");
  const tell = (answer) => ({ role: "teller", content: JSON.stringify(answer ?? null), meta: {} });
  if (steps.length === 0${isStrict ? " || true" : ""}) {
    ${code}
  }
  return { returnCode: 0, summary: "done" };
}
`;
}

/** The open yield then, and what stands in its place after the crash. */
const DIFFERENT: Record<string, string> = {
  "another timeoutMs": `yield tell(yield pay("n", { timeoutMs: again ? 50_000 : 60_000 }));`,
  "another id": `yield tell(yield pay("n", { id: again ? "b" : "a" }));`,
  "other params": `yield tell(yield pay(again ? "other" : "n"));`,
  "another retry": `yield tell(yield pay("n", again ? { retry: false } : {}));`,
  "a step in its place": `if (again) yield tell("step"); else yield tell(yield pay("n"));`,
  "a return": `if (again) return { returnCode: 0, summary: "early" }; yield tell(yield pay("n"));`,
  "a throw": `if (again) throw new Error("early"); yield tell(yield pay("n"));`,
  "another effect": `yield tell(yield (again ? put("other") : pay("n")));`,
  "an undeclared effect": `yield tell(yield (again ? { do: "effect", effect: "ledger/none@1", params: {} } : pay("n")));`,
  "a new epoch": `if (state !== undefined) yield tell("anew"); else if (again) yield { do: "continue", state: {} }; else yield tell(yield pay("n"));`,
  "a list with another member": `yield tell(yield [pay("n"), put(again ? "k2" : "k1")]);`,
  "an `any` with another member": `yield tell(yield { do: "any", of: [pay("n"), { do: "sleep", ms: again ? 70_000_000 : 80_000_000 }] });`,
  "what stood before it": `yield put(again ? "k2" : "k1"); yield tell(yield pay("n"));`,
};

const crashed = (code: string, isStrict = false) => crashedSource(flow(code, isStrict));

async function crashedSource(source: string) {
  const home = await TempHome.create();
  const ledger = await Ledger.open(home);
  await home.add("flow", source);
  const ran = await cli(home, ["run", "flow", "--prompt", home.dir, "--detach", "--json"]);
  const id = ran.json.executionId as string;
  await ledger.untilAt("n");
  await home.crash();
  await home.file("again", "");
  return { home, ledger, id };
}

async function expectAsked({ home, ledger, id }: Awaited<ReturnType<typeof crashed>>, before = 1) {
  const plan = (await cli(home, ["resume", id, "--plan", "--json"])).json;
  expect(plan.runs).toEqual([]);
  expect(plan.waits[0].why).toContain("reconcile");
  const resumed = (await cli(home, ["resume", id, "--json"])).json;
  expect({ status: resumed.status, calls: ledger.called().length }).toEqual({
    status: "waiting",
    calls: before,
  });
  expect((await cli(home, ["thread", id, "--json"])).json).toMatchObject({
    status: "waiting",
    waitingOn: "reconcile",
  });
  expect(ledger.running()).toEqual([]);
  // However often it is tried.
  expect((await cli(home, ["resume", id, "--json"])).json.error.code).toBe("STATE_INVALID");
  await cli(home, ["resume", "--all", "--json"]);
  await cli(home, ["tick", "--json"]);
  await home.untilQuiet();
  expect(ledger.called()).toHaveLength(before);
}

describe("H2: the open yield is another after the crash", () => {
  for (const [what, code] of Object.entries(DIFFERENT))
    test(`H2: ${what}: a once effect in flight is not sent again, a person is asked`, async () => {
      const before = what === "what stood before it" || what.startsWith("a list") ? 2 : 1;
      const thread = await crashed(code);
      await using _home = thread.home;
      await expectAsked(thread, before);
      const { home, ledger, id } = thread;
      const said = (await cli(home, ["reconcile", id, "--ok", '{"nonce":"n"}', "--json"])).json;
      expect(["ok", "failed", "waiting"]).toContain(said.status);
      // The payment is known to be made: nobody makes it once more.
      expect(ledger.called("n")).toHaveLength(1);
    });
});

const PAY = `yield tell(yield pay("n"));`;

/** Of all ledger effects. */
async function editCatalogue(home: TempHome): Promise<void> {
  const text = await Bun.file(home.layout.effects).text();
  const edited = text.replaceAll(/risk: write/g, "risk: admin\n    timeoutMs: 77000");
  expect(edited).not.toBe(text);
  await Bun.write(home.layout.effects, edited);
}

describe("H2: effects.yaml says something else after the crash", () => {
  for (const isStrict of [false, true])
    test(`H2: another timeoutMs and risk of a once effect in flight (${isStrict ? "strict" : "steps"}): a person is asked, and the thread goes on`, async () => {
      const thread = await crashed(PAY, isStrict);
      await using home = thread.home;
      await editCatalogue(home);
      await expectAsked(thread);
      const { ledger, id } = thread;
      const said = await cli(home, ["reconcile", id, "--ok", '{"nonce":"n"}', "--json"]);
      expect(said.json.status).toBe("ok");
      expect(ledger.called()).toHaveLength(1);
      expect((await home.records(id)).some(({ action }) => action === "branch")).toBe(false);
    });

  for (const isStrict of [false, true])
    test(`H2: the same of a keyed effect in flight (${isStrict ? "strict" : "steps"}) is no difference: it is sent again with its key`, async () => {
      const code = `yield tell(yield { do: "effect", effect: "ledger/keyed@1", params: { nonce: "n", stop: "before" } });`;
      const { home, ledger, id } = await crashed(code, isStrict);
      await using _home = home;
      await editCatalogue(home);
      expect((await cli(home, ["resume", id, "--json"])).json.status).toBe("ok");
      expect(ledger.called().map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(new Set(ledger.called().map(({ key }) => key)).size).toBe(1);
      if (isStrict) expect((await cli(home, ["replay", id, "--json"])).json.status).toBe("identical");
    });

  test("H2: a yes that policy.yaml wants since the crash is asked for before the effect is sent again", async () => {
    const code = `yield tell(yield { do: "effect", effect: "ledger/keyed@1", params: { nonce: "n", stop: "before" } });`;
    const { home, ledger, id } = await crashed(code, true);
    await using _home = home;
    await Bun.write(home.layout.policy, "risks: { write: approve }\n");
    expect((await cli(home, ["resume", id, "--json"])).json.status).toBe("needs_approval");
    expect(ledger.called()).toHaveLength(1);
    expect((await cli(home, ["approve", id, "--json"])).json.status).toBe("ok");
    expect(ledger.called()).toHaveLength(2);
  });
});

describe("H2: a once effect in flight", () => {
  test("H2: strict code that is another after the crash asks a person first, then says that it diverged", async () => {
    const code = `yield put("k"); yield tell("one"); yield tell(yield pay("n", { timeoutMs: again ? 50_000 : 60_000 }));`;
    const thread = await crashed(code, true);
    await using home = thread.home;
    await expectAsked(thread, 2);
    const { ledger, id } = thread;
    const said = await cli(home, ["reconcile", id, "--ok", '{"nonce":"n"}', "--json"]);
    const { error } = said.json;
    expect({ code: error.code, exitCode: said.exitCode }).toEqual({
      code: "REPLAY_DIVERGENCE",
      exitCode: 20,
    });
    // The next command is real, spends nothing, and what it plans repeats nothing.
    expect(error.hint).toBe(`uncaged-workflow fork ${id} --from-step 1 --plan`);
    const plan = (await cli(home, [...error.hint.split(" ").slice(1), "--json"])).json;
    expect(plan).toMatchObject({ kept: { steps: 1, commands: 2 }, runs: [], waits: [] });
    const forked = (await cli(home, ["fork", id, "--from-step", "1", "--json"])).json;
    expect(forked.status).toBe("ok");
    expect(ledger.called()).toHaveLength(2);
  });

  test("H2: where the way the code takes now would pay again, the hint of a divergence pays nothing, and says so", async () => {
    const code = `const done = again ? "other" : "done"; yield put(done); yield tell("one"); yield tell(yield pay("n"));`;
    const thread = await crashed(code, true);
    await using home = thread.home;
    await expectAsked(thread, 2);
    const { ledger, id } = thread;
    const { error } = (await cli(home, ["reconcile", id, "--ok", '{"nonce":"n"}', "--json"])).json;
    expect(error).toMatchObject({ code: "REPLAY_DIVERGENCE", details: { n: 1, steps: 0 } });
    const plan = (await cli(home, [...error.hint.split(" ").slice(1), "--json"])).json;
    expect(plan.runs).toMatchObject([{ effect: "ledger/keyed@1", asked: { nonce: "other" } }]);
    expect(ledger.called()).toHaveLength(2);
  });

  test("H2: after two crashes, and a crash after a person let it be sent again, a person is asked each time", async () => {
    const thread = await crashed(`yield tell(yield pay("n", { id: String(Date.now()) }));`);
    await using home = thread.home;
    const { ledger, id } = thread;
    await expectAsked(thread);
    await home.crash();
    expect((await cli(home, ["reconcile", id, "--retry", "--detach", "--json"])).json.status).toBe("running");
    await until(async () => (ledger.called("n").length === 2 ? true : null), "the second call");
    await home.untilStatus(id, "completed");
    expect(ledger.called("n")).toHaveLength(2);
  });

  test('H2: with onUnknown "deliver" and another yield, the doubt is recorded and told, and nothing is sent again', async () => {
    const code = `yield tell(yield pay("n", { onUnknown: "deliver", timeoutMs: again ? 50_000 : 60_000 }));`;
    const { home, ledger, id } = await crashed(code);
    await using _home = home;
    const resumed = (await cli(home, ["resume", id, "--json"])).json;
    expect(JSON.parse(resumed.output.last.content)).toMatchObject({
      status: "unknown",
      error: { code: "OUTCOME_UNKNOWN" },
    });
    expect(ledger.called()).toHaveLength(1);
    expect(ledger.running()).toEqual([]);
  });

  test("H2: an effect that was given up, and may be done once only, is not sent again by code that comes back another way", async () => {
    const code = `const paid = yield pay("n", { timeoutMs: 300, id: "pay" + Date.now() });
    yield { do: "approve", prompt: "go on?" };
    yield tell(paid);`;
    await using home = await TempHome.create();
    const ledger = await Ledger.open(home);
    await home.add("flow", flow(code));
    const asked = (await cli(home, ["run", "flow", "--prompt", home.dir, "--json"])).json;
    expect(asked.status).toBe("needs_approval");
    await home.untilQuiet();
    const said = (await cli(home, ["approve", asked.executionId, "--json"])).json;
    // It took another way, so it asks again; the payment is what it was.
    expect(said.status).toBe("needs_approval");
    expect(ledger.called()).toHaveLength(1);
  });

  test("PROMISE-1: a finished effect is found again however often the code comes back another way", async () => {
    const code = `const paid = yield { do: "effect", effect: "ledger/once@1", params: { nonce: "n" }, id: "pay" + Date.now() };
    yield { do: "approve", prompt: "go on?" };
    yield tell(paid);`;
    await using home = await TempHome.create();
    const ledger = await Ledger.open(home);
    await home.add("flow", flow(code));
    const { executionId: id } = (await cli(home, ["run", "flow", "--prompt", home.dir, "--json"])).json;
    for (let times = 0; times < 3; times++) {
      await home.untilQuiet();
      expect((await cli(home, ["approve", id, "--json"])).json.status).toBe("needs_approval");
    }
    expect(ledger.called()).toHaveLength(1);
    await home.untilQuiet();
    expect((await cli(home, ["verify", id, "--json"])).json.ok).toBe(true);
  });

  test("H2: a stop that comes while what a dead process left running is ended begins nothing", async () => {
    const code = `yield tell(yield { do: "effect", effect: "ledger/keyed@1", params: { nonce: "n", stop: "before", how: "deaf" } });`;
    const { home, ledger, id } = await crashed(code);
    await using _home = home;
    await cli(home, ["resume", id, "--detach", "--json"]);
    expect((await cli(home, ["kill", id, "--json"])).json.status).toBe("killed");
    await home.untilQuiet();
    expect(ledger.called()).toHaveLength(1);
    expect(ledger.running()).toEqual([]);
  });
});

describe("H2: a fork of a thread with a once effect in flight", () => {
  for (const isStrict of [false, true])
    for (const how of ["interrupted", "killed", "waiting"])
      test(`H2: of one that is ${how} (${isStrict ? "strict" : "steps"}) waits for a person, and sends it in its own name when told to`, async () => {
        const code = `if (steps.length === 0${isStrict ? " || true" : ""}) yield tell("one"); if (steps.length < 2) yield tell(yield pay("n"));`;
        const source = flow(code, true).replace(
          `determinism: "strict", `,
          isStrict ? `determinism: "strict", ` : "",
        );
        const { home, ledger, id } = await crashedSource(source);
        await using _home = home;
        if (how === "killed") await cli(home, ["kill", id, "--json"]);
        if (how === "waiting") await cli(home, ["resume", id, "--json"]);
        const plan = (await cli(home, ["fork", id, "--plan", "--json"])).json;
        expect(plan).toMatchObject({ kept: { steps: 1 }, runs: [], waits: [{ effect: "ledger/once@1" }] });
        const forked = (await cli(home, ["fork", id, "--json"])).json;
        expect(forked.status).toBe("waiting");
        expect(ledger.called()).toHaveLength(1);
        const fork = forked.executionId as string;
        const said = (await cli(home, ["reconcile", fork, "--retry", "--json"])).json;
        expect(said.status).toBe("ok");
        expect(new Set(ledger.called("n").map(({ intent }) => intent)).size).toBe(2);
        expect((await cli(home, ["verify", fork, "--json"])).json.ok).toBe(true);
      });

  test("H2: with other code a person is asked as well, and told that it was done it is found again", async () => {
    const { home, ledger, id } = await crashed(PAY);
    await using _home = home;
    const other = await home.bundle("other", flow(`yield put("k"); ${PAY}`));
    const forked = (await cli(home, ["fork", id, "--bundle", other, "--json"])).json;
    expect(forked.status).toBe("waiting");
    const said = await cli(home, ["reconcile", forked.executionId, "--ok", '{"nonce":"n"}', "--json"]);
    expect(said.json.status).toBe("ok");
    expect(ledger.called("n")).toHaveLength(1);
    expect(ledger.called("k")).toHaveLength(1);
  });

  test("H2: a program that a live thread runs is not ended by a fork of it", async () => {
    await using home = await TempHome.create();
    const ledger = await Ledger.open(home);
    await home.add("flow", flow(PAY));
    const id = await home.start("flow", "--prompt", home.dir, "--workspace", "own");
    await ledger.untilAt("n");
    // Nobody knows yet which files it leaves behind.
    expect((await cli(home, ["fork", id, "--json"])).json.error.code).toBe("FILES_UNKNOWN");
    expect(ledger.running()).toHaveLength(1);
    ledger.go("n");
    await home.untilStatus(id, "completed");
    expect(ledger.applied("n")).toHaveLength(1);
  });
});

describe("the loser of an `any`", () => {
  for (const isStrict of [false, true])
    test(`H2: is gone when the thread comes back after kill -9, and is not recorded (${isStrict ? "strict" : "steps"})`, async () => {
      // The winner is known, the loser does not hear SIGTERM, and the generator stands still.
      const code = `const won = yield { do: "any", of: [{ do: "effect", effect: "ledger/once@1", params: { nonce: "n", stop: "before", how: "deaf" } }, put("w")] };
    if (!again) { writeFileSync(prompt + "/won", ""); await new Promise(() => {}); }
    yield tell(won);`;
      const source = flow(code, isStrict).replace("{ existsSync }", "{ existsSync, writeFileSync }");
      const home = await TempHome.create();
      await using _home = home;
      const ledger = await Ledger.open(home);
      await home.add("flow", source);
      const id = await home.start("flow", "--prompt", home.dir);
      await ledger.untilAt("n");
      await until(async () => ((await Bun.file(`${home.dir}/won`).exists()) ? true : null), "the winner");
      await home.crash();
      expect(ledger.running()).not.toEqual([]);
      await home.file("again", "");
      const resumed = (await cli(home, ["resume", id, "--json"])).json;
      expect(JSON.parse(resumed.output.last.content).index).toBe(1);
      expect(ledger.running()).toEqual([]);
      ledger.go("n");
      await home.untilQuiet();
      expect(ledger.applied("n")).toEqual([]);
      const receipts = (await home.records(id)).filter(({ kind }) => kind === "receipt");
      expect(receipts).toHaveLength(1);
    });
});
