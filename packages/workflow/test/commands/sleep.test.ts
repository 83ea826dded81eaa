import { expect, test } from "bun:test";
import { shapeProblem } from "#commands/shape.ts";
import { sleep, timer } from "#commands/sleep.ts";
import type { SleepCommand } from "#contract/command.ts";
import type { SleepIntent } from "#contract/record.ts";
import { answerOf } from "#replay/answer-of.ts";
import { admitted, folded, leafOf, NOW, opened, settlePorts, TOOLS } from "./command-rig.ts";

const waiting = sleep.waiting ?? expect.unreachable("it waits");
const open = (command: SleepCommand) => opened<SleepIntent>(command);

test("it takes a span or a moment, and not both", () => {
  expect(shapeProblem({ do: "sleep" }, sleep.shape)).toMatchObject({ field: "ms" });
  expect(shapeProblem({ do: "sleep", ms: 1, until: 1 }, sleep.shape)).toMatchObject({ field: "until" });
  expect(shapeProblem({ do: "sleep", until: "2030-01-31" }, sleep.shape)).toBeNull();
});

test("a moment is the same in whatever form it is written", async () => {
  const at = Date.UTC(2030, 0, 31);
  expect((await admitted({ do: "sleep", until: "2030-01-31" })).asked).toEqual({ do: "sleep", until: at });
  expect((await admitted({ do: "sleep", until: at })).asked).toEqual({ do: "sleep", until: at });
});

test("its line says until when, counted from when it was opened", async () => {
  const line = await open({ do: "sleep", ms: 500 });
  expect(line).toMatchObject({ effect: "sys/timer.set@1", executor: "engine", until: NOW + 500, ms: 500 });
  expect(waiting.waitOf(leafOf(line))).toEqual({ on: "timer", wakeAt: NOW + 500 });
  expect(sleep.askedOf(line)).toEqual({ do: "sleep", ms: 500 });
  expect(sleep.askedOf(await open({ do: "sleep", until: NOW + 9, id: "nap" }))).toEqual({
    stepId: "nap",
    do: "sleep",
    until: NOW + 9,
  });
});

test("the time, a dry run and nobody else wake it: with a receipt", async () => {
  const line = await open({ do: "sleep", ms: 500 });
  const leaf = leafOf<SleepIntent>(line);
  const due = await waiting.due(leaf, TOOLS);
  expect(due).toMatchObject([
    { kind: "receipt", status: "ok", payload: { until: NOW + 500 }, sig: "signed" },
  ]);
  expect(await waiting.dryRun(leaf, { ...TOOLS, events: undefined, stub: async () => 1 })).toEqual(due);
  expect(await waiting.simulate(leaf, {} as never)).toBeNull();
  expect(waiting.question(leaf, "timer")).toBeNull();
  const said = waiting.settle(leaf, { type: "answer", value: 1 }, settlePorts());
  await expect(said).rejects.toMatchObject({ code: "INTERNAL" });
  expect(answerOf(folded(line, due?.[0] as object))).toMatchObject({
    status: "ok",
    effect: "sys/timer.set@1",
  });
});

test("a short one is not worth a word to those who watch", async () => {
  expect(sleep.shown.opened(await open({ do: "sleep", ms: 999 }), "")).toBeNull();
  const line = await open({ do: "sleep", ms: 1000 });
  expect(sleep.shown.opened(line, "")?.text).toBe(`sleeps until ${new Date(NOW + 1000).toISOString()}`);
  expect(sleep.shown.resting(line, "", (until) => `${until - NOW}ms`)).toBe("sleeps, 1000ms left");
  expect(sleep.shown.brief({ until: 0 })).toBe("until 1970-01-01T00:00:00.000Z");
  expect(sleep.shown.again?.(undefined)).toBe("it begins anew");
  expect(timer.plan(0)).toBe("until 1970-01-01T00:00:00.000Z");
});

test.each([
  [{ do: "sleep", ms: 5 } as const, 105],
  [{ do: "sleep", until: 900 } as const, 900],
  [{ do: "sleep", until: "1970-01-01T00:00:00.700Z" } as const, 700],
])("in a unit test %j moves the time on", (command, to) => {
  const passed: number[] = [];
  const drive = { now: 100, passTo: (time: number) => passed.push(time), receipt: () => "woken" };
  expect(sleep.standIn.answer?.(command, drive as never)).toBe("woken");
  expect(passed).toEqual([to]);
});
