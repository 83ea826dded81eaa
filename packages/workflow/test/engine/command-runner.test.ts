// What comes at the same moment: two ends of a race, a stop, a decision. Whoever is later leaves no line.
import { expect, test } from "bun:test";
import { FinishedEffects } from "#engine/reuse-effects.ts";
import type { Leaf } from "#replay/fold-yield.ts";
import { effect, runnerRig } from "./runner-rig.ts";

const done = async () => ({ status: "ok" as const, payload: null });
const kinds = (lines: { kind: string }[]) => lines.map(({ kind }) => kind);
/** Long enough for every promise that is ready to be served. */
const settled = () => Bun.sleep(1);

test("COMMAND-4: of an `any` whose effects end at the same moment, one leaves a receipt", async () => {
  const { perform, lines } = runnerRig(done);
  expect(await perform({ do: "any", of: [effect("a"), effect("b")] })).toBeNull();
  await settled();
  expect(kinds(lines)).toEqual(["intent", "intent", "receipt"]);
});

test("COMMAND-4: a receipt that is being signed when the thread is stopped is not written", async () => {
  const signing = Promise.withResolvers<void>();
  const signed = Promise.withResolvers<string>();
  const sign = () => {
    signing.resolve();
    return signed.promise;
  };
  const { runner, perform, lines } = runnerRig(done, { sign });
  const performed = perform(effect("a"));
  await signing.promise;
  runner.stop({ stopped: true });
  expect(await performed).toEqual({ stopped: true });
  signed.resolve("signed");
  await settled();
  expect(kinds(lines)).toEqual(["intent"]);
});

test("COMMAND-3: a decision that comes while the thread is about to park is acted upon", async () => {
  const parking = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<void>();
  let syncs = 0;
  const { runner, perform, lines, append } = runnerRig(done, {
    // The first is that of the intent, the second comes before the thread parks.
    syncs: async () => {
      syncs += 1;
      if (syncs !== 2) return;
      parking.resolve();
      await slow.promise;
    },
  });
  const performed = perform({ do: "approve", prompt: "go on?" });
  await parking.promise;
  const { id } = lines[0] as { id: string };
  const at = new Date(0).toISOString();
  await append([{ kind: "decision", n: 1, index: 0, intent: id, decision: "approve", actor: "a", at }]);
  runner.changed();
  slow.resolve();
  expect(await performed).toBeNull();
});

test("E7: in a dry run nothing is in doubt: what was under way when the process died is simulated again", async () => {
  const simulated = runnerRig(async () => ({ status: "ok", payload: null }), { isDryRun: true });
  const once = { ...(effect("a") as object), class: "once" };
  await simulated.append([
    {
      kind: "intent",
      do: "effect",
      n: 1,
      index: 0,
      id: "1".repeat(64),
      origin: "workflow",
      effect: "test/do@1",
      executor: "test",
      params: { name: "a" },
      class: "once",
      risk: "write",
      timeoutMs: 1000,
      attempt: 1,
    },
  ]);
  expect(await simulated.perform(once as never)).toBeNull();
  const kinds = simulated.lines.map((line) => ("status" in line ? line.status : line.kind));
  expect(kinds).toEqual(["intent", "started", "ok"]);
});

const marked = (more: { reused: string } | { blocked: "LOOP_DETECTED" }) => ({
  kind: "intent" as const,
  do: "effect" as const,
  n: 1,
  index: 0,
  id: "2".repeat(64),
  origin: "workflow" as const,
  effect: "test/do@1",
  executor: "test",
  params: { name: "a" },
  class: "idempotent" as const,
  risk: "write" as const,
  timeoutMs: 1000,
  ...more,
});

test("COMMAND-5: an effect that was found again is not performed, though a crash tore its receipt off", async () => {
  const before = runnerRig(async () => ({ status: "ok", payload: "paid" }));
  await before.perform(effect("a"));
  const finished = new FinishedEffects(() => true);
  finished.begin([before.state()]);
  const intent = (before.lines[0] as { id: string }).id;
  const { perform, lines, append } = runnerRig(() => Promise.reject(new Error("performed")), { finished });
  await append([marked({ reused: intent })]);
  expect(await perform(effect("a"))).toBeNull();
  expect(kinds(lines)).toEqual(["intent", "receipt"]);
  expect(lines[1]).toMatchObject({ intent: "2".repeat(64), status: "ok", payload: "paid" });
});

test("COMMAND-5: an effect that a limit held back is not performed, though a crash tore its receipt off", async () => {
  const { perform, lines, append } = runnerRig(() => Promise.reject(new Error("performed")));
  await append([marked({ blocked: "LOOP_DETECTED" })]);
  expect(await perform(effect("a"))).toBeNull();
  expect(lines[1]).toMatchObject({ kind: "receipt", status: "error", error: { code: "LOOP_DETECTED" } });
});

test("COMMAND-5: what was given out is not given out again when the thread comes back", async () => {
  const first = runnerRig(async () => ({ status: "ok", payload: 1 }));
  await first.perform([effect("a"), effect("a")]);
  const [one, two] = first.lines.filter(({ kind }) => kind === "intent") as { id: string }[];
  const asked = { do: "effect", effect: "test/do@1", params: { name: "a" } } as never;
  const finished = new FinishedEffects(() => true);
  const taken = () => [finished.take(asked)?.intent, finished.take(asked)?.intent, finished.take(asked)];
  finished.begin([first.state()]);
  expect(taken()).toEqual([one?.id, two?.id, null]);
  finished.begin([first.state()], new Set([first.state().leaves.get(0) as Leaf]));
  expect(taken()).toEqual([two?.id, undefined, null]);
});

test("P6: a command that waits for nothing and that nobody carries out is INTERNAL at once, never a loop", async () => {
  const rig = runnerRig(async () => ({ status: "ok", payload: null }));
  const stray = { group: null, leaves: [{ asked: { do: "effect", effect: "test/do@1", params: {} } }] };
  // Admitted without its definition, as by somebody who forgot a part of a new command.
  await expect(rig.runner.perform(stray as never, 1, "hash")).rejects.toMatchObject({ code: "INTERNAL" });
});
