// Small parts of a live thread: refusals, the input of a generator, states of files, the queue of several threads.
import { describe, expect, test } from "bun:test";
import type { KeptState } from "#contract/record.ts";
import { only } from "#testing/suite-looks.ts";
import { BundleQueue } from "#thread/bundle-queue.ts";
import type { ThreadFiles } from "#thread/ports.ts";
import * as refusals from "#thread/refusals.ts";
import { inputOf, optionsOf } from "#thread/routine-input.ts";
import { done, HASH, isPending, put, Rig, step, THREAD, thrown } from "./thread-rig.ts";

describe("PROMISE-5: a refusal has a code and the next command", () => {
  test.each([
    ["ended", refusals.alreadyEnded(THREAD, "failed"), "thread", { status: "failed" }],
    ["paused twice", refusals.alreadyPaused(THREAD), "resume", { status: "paused" }],
    ["paused", refusals.isPaused(THREAD), "resume", { status: "paused" }],
    ["running", refusals.isRunning(THREAD), "follow", { status: "running" }],
    ["held", refusals.isHeld(THREAD), "follow", {}],
    ["not running, paused", refusals.notRunning(THREAD, "paused"), "resume", { status: "paused" }],
    ["interrupted", refusals.notRunning(THREAD, "interrupted"), "resume", { status: "interrupted" }],
    ["not running, waiting", refusals.notRunning(THREAD, "waiting"), "thread", { status: "waiting" }],
    ["not here", refusals.notHosted(THREAD), "thread", { notHosted: true }],
    ["in doubt", refusals.isInDoubt(THREAD), "reconcile", {}],
  ] as const)("%s", (_, error, verb, details) => {
    expect(error.code).toBe("STATE_INVALID");
    expect(error.message).toContain(THREAD);
    expect(error.hint).toBe(`uncaged-workflow ${verb} ${THREAD}`);
    expect(error.details).toEqual(details);
  });
});

describe("what a generator is given", () => {
  const { start } = new Rig(async function* () {
    yield step("a");
    return done();
  });
  const steps = new TextEncoder().encode("[]");

  test("RFC-8: a plain thread has its prompt and its steps, and no other key", () => {
    expect(inputOf(start, steps, undefined)).toEqual({ prompt: "go", stepsJson: steps });
    expect(Object.keys(inputOf(start, steps, undefined))).toEqual(["prompt", "stepsJson"]);
  });

  test("variables, key and state are there when they are set; a state of null is one", () => {
    const parameters = { ...start.parameters, variables: { a: "1" }, key: "k" };
    const input = inputOf({ ...start, parameters }, steps, null);
    expect(input).toEqual({ prompt: "go", stepsJson: steps, variables: { a: "1" }, key: "k", state: null });
  });

  test("RFC-9: its options are the dry run, the rounds and its id", () => {
    expect(optionsOf(start)).toEqual({ isDryRun: false, maxRounds: 50, threadId: THREAD });
  });
});

describe("the states of its files", () => {
  const kept = (kind: ThreadFiles["kind"], keep: () => Promise<KeptState | null>) => {
    const titles: string[] = [];
    const files: ThreadFiles = {
      kind,
      keep: (_, title) => {
        titles.push(title);
        return keep();
      },
    };
    const rig = new Rig(
      async function* () {
        yield step("a");
        yield put("one");
        yield step("b");
        yield step("c");
        return done();
      },
      { ports: { filesOf: () => files } },
    );
    return { rig, titles };
  };
  const trees = (rig: Rig) => only(rig.lines, "control").filter(({ action }) => action === "tree");

  test("a folder has none before an effect is finished; then one, and no second without another receipt", async () => {
    const { rig, titles } = kept("folder", async () => ({ files: "f".repeat(64) }));
    expect(await rig.through()).toBe("completed");
    expect(titles).toEqual([`flow ${THREAD} after yield 3`]);
    expect(trees(rig)).toMatchObject([{ at: 3, files: "f".repeat(64) }]);
  });

  test("a worktree has one from its first step", async () => {
    const { rig } = kept("worktree", async () => ({ commit: "c".repeat(40) }));
    await rig.through();
    expect(trees(rig).map(({ at }) => at)).toEqual([1, 3]);
  });

  test("a state that cannot be kept is a line, and stops nobody", async () => {
    const { rig } = kept("folder", () => Promise.reject(new Error("x".repeat(900))));
    expect(await rig.through()).toBe("completed");
    expect(trees(rig)).toMatchObject([{ lost: "x".repeat(500) }]);
    expect(rig.said.some((line) => line.startsWith("T5WQ8ZNC"))).toBe(true);
  });
});

describe("RFC-84: threads of one bundle that allows one at a time", () => {
  test("run in the order they came, and one that is stopped in the queue is passed over", async () => {
    const queue = new BundleQueue(1);
    const order: number[] = [];
    const going = Promise.withResolvers<void>();
    const rigs = [1, 2, 3].map((n) => {
      const threadId = `01S1MTHREAD00000000000000${n}`;
      const code = async function* () {
        order.push(n);
        yield step("a");
        await going.promise;
        return done();
      };
      return new Rig(code, { queue, threadId });
    });
    const [first, second, third] = rigs as [Rig, Rig, Rig];
    await first.begin();
    await first.stepped(1);
    await second.begin();
    await second.recorded("queue");
    await third.begin();
    await third.recorded("queue");
    await second.host.stop("kill", {});
    expect(await second.left).toBe("killed");
    expect(await isPending(third.left)).toBe(true);
    going.resolve();
    expect(await third.left).toBe("completed");
    expect(order).toEqual([1, 3]);
    expect(third.controls).toEqual(["queue", "start"]);
  });
});

test("a thread that has ended is not taken up in any way", async () => {
  const rig = new Rig(async function* () {
    yield step("a");
    return done();
  });
  await rig.through();
  rig.open();
  const before = rig.lines;
  for (const how of ["start", "resume", "restart"] as const)
    expect(await thrown(rig.host.begin(how, "ann"))).toMatchObject({ code: "STATE_INVALID" });
  expect(rig.lines).toEqual(before);
  expect(rig.host.start.hash).toBe(HASH);
});
