// C38: after a failure. `retry`, and `fork` of a thread that failed, keep everything finished and do the failed thing again.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cli } from "../../../../tests/support/in-process.ts";
import { installProbe } from "../../../../tests/support/probe.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

const MODES = ["steps", "strict"] as const;
type Mode = (typeof MODES)[number];

/** `step(k, code)`: what comes before the k-th step, and the step. */
function flow(mode: Mode, body: string, effects = ["sys/exec@1"]): string {
  return `export const descriptor = ${JSON.stringify({ description: "d", roles: {}, effects, determinism: mode })};
const sh = (id, script) => ({ do: "effect", id, effect: "sys/exec@1", params: { argv: ["sh", "-c", script] } });
const put = (kind, id, more = {}) => ({ do: "effect", id, effect: "t/" + kind + "@1", params: { id, ...more } });
export default async function* ({ prompt, steps }) {
  const at = ${mode === "strict" ? "0" : "steps.length"};
${body}
  return { returnCode: 0, summary: "done" };
}
`;
}

/** Builds, asks, ships; fails while there is no file \`fixed\`. */
const SHIPPING = `
  if (at < 1) { yield sh("build", "echo built >> log"); yield { role: "builder", content: "built", meta: {} }; }
  yield sh("pack", "echo packed >> log");
  yield { do: "approve", id: "ok", prompt: "ship it?" };
  const shipped = yield sh("ship", "test -e fixed || { echo no disk >&2; exit 3; }; echo shipped >> log");
  if (shipped.payload.exitCode !== 0) throw new Error("shipping failed");
  yield { role: "shipper", content: "shipped", meta: {} };`;

const logOf = (home: TempHome) =>
  existsSync(join(home.dir, "log")) ? readFileSync(join(home.dir, "log"), "utf8").trim().split("\n") : [];

const uw = (home: TempHome, ...args: string[]) => cli(home, [...args, "--json"]);

/** A thread that was approved and then failed. */
async function failed(home: TempHome, source: string): Promise<string> {
  await home.add("flow", source);
  const id = (await uw(home, "run", "flow", "--prompt", "p", "--workspace", home.dir)).json.executionId;
  const ended = (await uw(home, "approve", id)).json;
  expect([ended.thread ?? ended.status, logOf(home)]).toEqual(["failed", ["built", "packed"]]);
  return id;
}

for (const mode of MODES)
  describe(`C38: retry (${mode})`, () => {
    test("C38: keeps every finished step, effect and yes, and does again what failed", async () => {
      await using home = await TempHome.create();
      const id = await failed(home, flow(mode, SHIPPING));
      for (const verb of ["retry", "fork"]) {
        const plan = (await uw(home, verb, id, "--plan")).json;
        expect(plan).toMatchObject({ kept: { steps: 1, commands: 3 }, waits: [] });
        expect(plan.runs).toMatchObject([{ stepId: "ship", why: "it failed (exit 3)" }]);
        expect(plan.reused.map(({ stepId }: { stepId: string }) => stepId)).toEqual(["build", "pack", "ok"]);
      }
      // The same failure, until it is mended.
      const again = (await uw(home, "retry", id)).json;
      expect(again.status).toBe("failed");
      await home.file("fixed", "");
      const done = await uw(home, "retry", again.executionId);
      expect([done.exitCode, done.json.status]).toEqual([0, "ok"]);
      expect(logOf(home)).toEqual(["built", "packed", "shipped"]);
      const fork = (await uw(home, "fork", id)).json;
      expect([fork.status, logOf(home).length]).toEqual(["ok", 4]);
      expect((await uw(home, "verify", done.json.executionId)).json.ok).toBe(true);
      // What was taken over is marked as such.
      const shown = (await uw(home, "thread", done.json.executionId)).json.commands;
      expect(
        shown.map((one: { stepId: string; reused?: true }) => [one.stepId, one.reused === true]),
      ).toEqual([
        ["build", true],
        ["pack", true],
        ["ok", true],
        ["ship", false],
      ]);
    });

    test("C38: a version that was added since is what runs, and says so; --same-code keeps the old one", async () => {
      await using home = await TempHome.create();
      const id = await failed(home, flow(mode, SHIPPING));
      const mended = flow(mode, SHIPPING.replace("test -e fixed", "true"));
      const hash = JSON.parse(
        (await home.uw(["add", "flow", await home.bundle("mended", mended), "--json"])).stdout,
      ).hash;
      const old = (await uw(home, "retry", id, "--same-code")).json;
      expect(old.status).toBe("failed");
      const plan = (await uw(home, "retry", old.executionId, "--plan")).json;
      expect(plan).toMatchObject({ kept: { steps: 1, commands: 3 }, code: { hash, newer: true }, waits: [] });
      const done = await cli(home, ["retry", old.executionId]);
      expect(done.exitCode).toBe(0);
      expect(done.stderr).toContain(hash);
      expect(done.stderr).toContain("--same-code");
      expect(logOf(home)).toEqual(["built", "packed", "shipped"]);
      // A version that was there before the thread began is no newer one.
      const other = await home.bundle("other", `${mended}//\n`);
      await home.uw(["add", "flow", other, "--json"]);
      const late = (await uw(home, "run", "flow", "--prompt", "p", "--workspace", home.dir)).json.executionId;
      expect((await uw(home, "deny", late)).json.status).toBe("cancelled");
      expect((await uw(home, "retry", late, "--plan")).json.code.newer).toBe(false);
    });

    test("C38: a thread is retried once, however often and by however many it is asked for", async () => {
      await using home = await TempHome.create();
      const id = await failed(home, flow(mode, SHIPPING));
      await home.file("fixed", "");
      const both = await Promise.all([1, 2].map(() => home.uw(["retry", id, "--json"])));
      expect(both.map(({ exitCode }) => exitCode).sort()).toEqual([0, 20]);
      expect(logOf(home)).toEqual(["built", "packed", "shipped"]);
      const retry = both.find(({ exitCode }) => exitCode === 0)?.json.executionId;
      for (const args of [
        ["retry", id],
        ["retry", id, "--plan"],
      ]) {
        const { error } = (await uw(home, ...args)).json;
        expect([error.code, error.hint]).toEqual(["STATE_INVALID", `uncaged-workflow thread ${retry}`]);
      }
      expect((await uw(home, "why", id)).json).toMatchObject({ hint: `uncaged-workflow thread ${retry}` });
      // A fork is another piece of work, and so is what somebody wants done again.
      expect((await uw(home, "retry", id, "--redo", "ship")).json.status).toBe("ok");
      expect((await uw(home, "fork", id)).json.status).toBe("ok");
      // Once its retry is gone, it can be retried.
      await uw(home, "thread", "rm", retry);
      expect((await uw(home, "retry", id, "--plan")).json.kept.steps).toBe(1);
    });

    test("C38: a yes that was the last word before the failure is not asked for again", async () => {
      await using home = await TempHome.create();
      const asking = `yield { do: "approve", id: "ok", prompt: "go?" }; throw new Error("no");`;
      await home.add("flow", flow(mode, asking));
      const id = (await uw(home, "run", "flow")).json.executionId;
      expect((await uw(home, "approve", id)).json.thread ?? "failed").toBe("failed");
      await home.add("flow", flow(mode, asking.replace('throw new Error("no");', "")));
      expect((await uw(home, "retry", id)).json.status).toBe("ok");
    });

    test("C38: a newer version that asks in other words asks, and what it lets happen is done then", async () => {
      await using home = await TempHome.create();
      const id = await failed(home, flow(mode, SHIPPING));
      await home.file("fixed", "");
      await home.add("flow", flow(mode, SHIPPING.replace("ship it?", "ship it now?")));
      const plan = (await uw(home, "retry", id, "--plan")).json;
      // What code that goes by its steps will ask is not known before it does.
      if (mode === "strict") expect(plan.waits).toMatchObject([{ stepId: "ok", do: "approve" }]);
      expect(plan.note).toBeString();
      const asked = (await uw(home, "retry", id)).json;
      expect([asked.status, logOf(home)]).toEqual(["needs_approval", ["built", "packed"]]);
      expect((await uw(home, "approve", asked.executionId)).json.status).toBe("ok");
      expect(logOf(home)).toEqual(["built", "packed", "shipped"]);
    });

    test("OPS-79: what a thread's own limit cut off is retried with a larger one", async () => {
      await using home = await TempHome.create();
      const source = flow(
        mode,
        `yield sh("one", "echo one >> log"); yield sh("slow", "sleep 1; echo slow >> log");`,
      );
      await home.add("flow", source);
      const args = ["run", "flow", "--timeout-ms", "400", "--workspace", home.dir];
      const { error, executionId: id } = (await uw(home, ...args)).json;
      expect([error.code, error.message]).toEqual(["TIMEOUT", expect.stringContaining("--timeout-ms")]);
      const retried = (await uw(home, "retry", id, "--timeout-ms", "60000")).json;
      expect(retried.status).toBe("waiting");
      await uw(home, "reconcile", retried.executionId, "--retry");
      expect([await home.status(retried.executionId), logOf(home)]).toEqual(["completed", ["one", "slow"]]);
    });

    test("C38: the printed next line leads to the end, and nothing is done twice", async () => {
      await using home = await TempHome.create();
      const id = await failed(home, flow(mode, SHIPPING));
      const next =
        /uncaged-workflow (.*)/
          .exec((await cli(home, ["why", id])).stdout)?.[1]
          ?.trim()
          .split(" ") ?? [];
      expect(next).toEqual(["retry", id]);
      await home.file("fixed", "");
      expect((await cli(home, next)).exitCode).toBe(0);
      expect(logOf(home)).toEqual(["built", "packed", "shipped"]);
      const refused = await uw(home, "resume", id);
      expect(refused.json.error.hint).toBe(`uncaged-workflow retry ${id}`);
    });

    test("C38: what the workflow went on from counts as answered; --redo and --redo-failed do it again", async () => {
      await using home = await TempHome.create();
      const source = flow(
        mode,
        `if (at < 1) {
           yield sh("one", "echo one >> log; exit $(cat code)");
           yield sh("two", "echo two >> log");
           yield { role: "r", content: "both", meta: {} };
         }
         throw new Error("no");`,
      );
      await home.file("code", "1");
      await home.add("flow", source);
      const id = (await uw(home, "run", "flow", "--workspace", home.dir)).json.executionId;
      const plain = await cli(home, ["retry", id]);
      expect(plain.stderr).toContain(`--redo one`);
      expect(logOf(home)).toEqual(["one", "two"]);
      const plan = (await uw(home, "retry", id, "--redo-failed", "--plan")).json;
      expect(plan.runs).toMatchObject([{ stepId: "one", why: "it is to be done again" }]);
      expect(plan).toMatchObject({ kept: { steps: 0, commands: 1 } });
      await home.file("code", "0");
      await uw(home, "retry", id, "--redo-failed");
      expect(logOf(home)).toEqual(["one", "two", "one"]);
      await uw(home, "retry", id, "--redo", "n2");
      expect(logOf(home)).toEqual(["one", "two", "one", "two"]);
      const unknown = (await uw(home, "retry", id, "--redo", "three")).json.error;
      expect([unknown.code, unknown.hint.includes("n1 to n3")]).toEqual(["NOT_FOUND", true]);
      const both = (await uw(home, "fork", id, "--redo", "n1", "--from-step", "0")).json.error;
      expect(both.code).toBe("USAGE");
    });

    test("C38: a failure that the workflow returned and told of in a step: that step is made anew, and nothing before", async () => {
      await using home = await TempHome.create();
      const source = flow(
        mode,
        `if (at < 1) { yield sh("one", "echo one >> log"); yield { role: "first", content: "1", meta: {} }; }
         yield sh("two", "echo two >> log; exit 1");
         yield { do: "approve", id: "ok", prompt: "push?" };
         const { payload } = yield sh("push", "test -e '" + prompt + "/fixed' && echo pushed >> log");
         yield sh("tidy", "echo tidied >> log");
         yield { role: "second", content: payload.exitCode === 0 ? "pushed" : "not pushed", meta: {} };
         if (payload.exitCode !== 0) return { returnCode: 2, summary: "not pushed" };`,
      );
      await home.add("flow", source);
      const id = (await uw(home, "run", "flow", "--prompt", home.dir, "--workspace", "own")).json.executionId;
      expect((await uw(home, "approve", id)).exitCode).toBe(1);
      const plan = (await uw(home, "retry", id, "--plan")).json;
      expect(plan).toMatchObject({ kept: { steps: 1 }, waits: [], runs: [{ stepId: "push" }] });
      await home.file("fixed", "");
      const done = (await uw(home, "retry", id)).json;
      expect(done.status).toBe("ok");
      const log = await Bun.file(join(home.layout.workspace(done.executionId), "log")).text();
      expect(log.trim().split("\n")).toEqual(["one", "two", "tidied", "pushed"]);
      expect(await home.roles(done.executionId)).toEqual(["first", "second"]);
    });

    test("FINISHED-4: an approval that is asked again is not answered by what was done behind the first", async () => {
      await using home = await TempHome.create();
      await home.file("fixed", "");
      await home.add("flow", flow(mode, SHIPPING));
      const id = (await uw(home, "run", "flow", "--workspace", home.dir)).json.executionId;
      expect((await uw(home, "approve", id)).json.status).toBe("ok");
      const plan = (await uw(home, "fork", id, "--redo", "pack", "--plan")).json;
      expect(plan.waits).toMatchObject([{ stepId: "ok", do: "approve" }]);
      expect(plan.runs.map(({ stepId }: { stepId: string }) => stepId)).toEqual(["pack", "ship"]);
      const forked = (await uw(home, "fork", id, "--redo", "pack")).json;
      expect([forked.status, logOf(home).length]).toEqual(["needs_approval", 4]);
      expect((await uw(home, "approve", forked.executionId)).json.status).toBe("ok");
      expect(logOf(home)).toEqual(["built", "packed", "shipped", "packed", "shipped"]);
    });

    test("a plan of a fork names the questions it comes to; --from-step 0 keeps nothing", async () => {
      await using home = await TempHome.create();
      const id = await failed(home, flow(mode, SHIPPING));
      const none = (await uw(home, "fork", id, "--from-step", "0", "--plan")).json;
      expect(none).toMatchObject({
        kept: { steps: 0, commands: 0 },
        waits: [{ stepId: "ok", do: "approve" }],
      });
      expect(none.runs.map(({ stepId }: { stepId: string }) => stepId)).toEqual(["build", "pack", "ship"]);
      const one = (await uw(home, "fork", id, "--from-step", "n2", "--plan")).json;
      expect(one).toMatchObject({ kept: { steps: 1, commands: 1 }, waits: [{ stepId: "ok" }] });
      const forked = (await uw(home, "fork", id, "--from-step", "n2")).json;
      expect([forked.status, logOf(home)]).toEqual(["needs_approval", ["built", "packed", "packed"]]);
    });

    test("a fork begins at any yield: n6, or the author's own name for it", async () => {
      await using home = await TempHome.create();
      const id = await failed(home, flow(mode, SHIPPING));
      await home.file("fixed", "");
      for (const point of ["n3", "pack"]) {
        const { status, executionId } = (await uw(home, "fork", id, "--from-step", point)).json;
        expect(status).toBe("needs_approval");
        await uw(home, "cancel", executionId);
      }
      expect(logOf(home)).toEqual(["built", "packed"]);
      const behind = (await uw(home, "fork", id, "--from-step", "ok")).json;
      expect([behind.status, logOf(home)]).toEqual(["ok", ["built", "packed", "shipped"]]);
      for (const point of ["n9", "2", "nobody", "n3.4", "-1"]) {
        const { error } = (await uw(home, "fork", id, `--from-step=${point}`)).json;
        expect([point, error.code]).toEqual([point, "NOT_FOUND"]);
        expect(error.hint).toContain("n1 to n5");
      }
    });

    test("E3: what timed out, or was under way, is sent again with the same key", async () => {
      await using home = await TempHome.create();
      const probe = await installProbe(home, {
        "t/keyed@1": { class: "idempotent" },
      });
      const source = flow(
        mode,
        `if (at < 1) yield { role: "r", content: "", meta: {} };
         const put1 = yield { ...put("keyed", "a", { gate: "go" }), retry: false, timeoutMs: 300 };
         if (put1.status !== "ok") throw new Error(put1.status);`,
        ["t/keyed@1"],
      );
      await home.add("flow", source);
      const id = (await uw(home, "run", "flow")).json.executionId;
      expect((await uw(home, "retry", id, "--plan")).json.runs).toMatchObject([
        { stepId: "a", why: expect.stringContaining("with the same key") },
      ]);
      await probe.open("go");
      expect((await uw(home, "retry", id)).json.status).toBe("ok");
      const keys = (await probe.calls()).map(({ idempotencyKey }) => idempotencyKey);
      expect([keys.length >= 2, new Set(keys).size]).toEqual([true, 1]);
    });

    test("retry is of what has ended badly: everything else is refused, with what to type instead", async () => {
      await using home = await TempHome.create();
      await home.add("flow", flow(mode, SHIPPING));
      const waiting = (await uw(home, "run", "flow", "--workspace", home.dir)).json.executionId;
      const { error } = (await uw(home, "retry", waiting)).json;
      expect([error.code, error.hint]).toEqual(["STATE_INVALID", `uncaged-workflow why ${waiting}`]);
      await home.file("fixed", "");
      await uw(home, "approve", waiting);
      const completed = await uw(home, "retry", waiting);
      expect([completed.exitCode, completed.json.error.hint]).toEqual([
        20,
        `uncaged-workflow retry ${waiting} --redo-failed --plan`,
      ]);
      expect((await uw(home, "threads")).json.threads).toHaveLength(1);
      // A no is asked again, and nothing before it is done again.
      const denied = (await uw(home, "run", "flow", "--workspace", home.dir)).json.executionId;
      await uw(home, "deny", denied);
      const before = logOf(home);
      expect((await uw(home, "retry", denied)).json.status).toBe("needs_approval");
      expect(logOf(home)).toEqual(before);
    });
  });

test("C38: code that never reads its steps begins anew, and finds its finished effects", async () => {
  await using home = await TempHome.create();
  const source = `export const descriptor = { description: "d", roles: {}, effects: ["sys/exec@1"] };
const sh = (script) => ({ do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", script] } });
export default async function* () {
  yield sh("echo one >> log");
  yield { role: "first", content: "1", meta: {} };
  const { payload } = yield sh("test -e fixed && echo two >> log");
  if (payload.exitCode !== 0) throw new Error("no");
  yield { role: "second", content: "2", meta: {} };
  return { returnCode: 0, summary: "done" };
}`;
  await home.add("flow", source);
  const id = (await uw(home, "run", "flow", "--workspace", home.dir)).json.executionId;
  expect(logOf(home)).toEqual(["one"]);
  await home.file("fixed", "");
  const done = await cli(home, ["retry", id]);
  expect([done.exitCode, logOf(home)]).toEqual([0, ["one", "two"]]);
  expect(done.stderr).toContain("begins anew");
  const forked = (await uw(home, "threads")).json.threads[0].threadId;
  expect(await home.roles(forked)).toEqual(["first", "second"]);
});

test("E3: code that comes back another way sends an effect that was under way with the key of then", async () => {
  await using home = await TempHome.create();
  const probe = await installProbe(home, {
    "t/keyed@1": { class: "idempotent" },
    "t/read@1": { class: "read" },
  });
  const source = flow(
    "steps",
    `if (await Bun.file(prompt + "/other").exists()) yield put("read", "look", { say: 1 });
     yield put("keyed", "a", { gate: "go" });
     yield { role: "r", content: "", meta: {} };`,
    ["t/keyed@1", "t/read@1"],
  );
  await home.add("flow", source);
  const id = await home.start("flow", "--prompt", home.dir);
  await until(async () => ((await probe.ids()).includes("a") ? true : null), "the call");
  await home.crash();
  await home.file("other", "");
  await probe.open("go");
  expect((await uw(home, "resume", id)).json.status).toBe("ok");
  const calls = (await probe.calls()).filter(({ params }) => params.id === "a");
  expect(calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
    calls[0]?.intent,
    calls[0]?.intent,
  ] as string[]);
  expect(calls[1]?.intent).not.toBe(calls[0]?.intent as string);
  expect((await uw(home, "verify", id)).json.ok).toBe(true);
});
