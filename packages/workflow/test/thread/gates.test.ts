// Where a thread waits before it runs, and between two yields.
import { describe, expect, test } from "bun:test";
import { BundleQueue } from "#thread/bundle-queue.ts";
import { PauseGate } from "#thread/pause-gate.ts";
import { QueuePlace } from "#thread/queue-place.ts";
import { ThreadClock } from "#thread/thread-clock.ts";
import { limitsOf } from "#thread/thread-limits.ts";

/** Long enough for every promise that is ready to be served. */
const settled = () => Bun.sleep(1);

async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => false), settled().then(() => true)]);
}

describe("the gate of a pause", () => {
  test("whoever comes waits until it is opened", async () => {
    const gate = new PauseGate();
    expect(gate.isClosed).toBe(false);
    gate.close();
    const passed = gate.pass();
    expect(await isOpen(passed)).toBe(true);
    gate.open();
    expect(await passed).toBe(true);
    expect(gate.isClosed).toBe(false);
  });

  test("who is refused does not go on, and the gate stays closed", async () => {
    const gate = new PauseGate();
    gate.close();
    const passed = gate.pass();
    gate.refuse();
    expect(await passed).toBe(false);
    expect(gate.isClosed).toBe(true);
    expect(await gate.pass()).toBe(false);
  });

  test("a refusal that comes before anybody waits is found by who comes", async () => {
    const gate = new PauseGate();
    gate.close();
    gate.refuse();
    expect(await gate.pass()).toBe(false);
  });

  test("who paused learns that the thread has arrived, and again after the next pause", async () => {
    const gate = new PauseGate();
    gate.close();
    const first = gate.reached;
    expect(await isOpen(first)).toBe(true);
    gate.arrive();
    await first;
    expect(gate.hasArrived).toBe(true);
    const passed = gate.pass();
    gate.open();
    await passed;
    expect(gate.hasArrived).toBe(false);
    expect(await isOpen(gate.reached)).toBe(true);
  });

  test("a gate that is open lets everybody pass", async () => {
    expect(await new PauseGate().pass()).toBe(true);
  });
});

describe("the queue of a bundle", () => {
  test("as many as there are places pass, the others in the order they came", async () => {
    const bundleQueue = new BundleQueue(2);
    const order: number[] = [];
    const tickets = [1, 2, 3, 4].map((n) => {
      const ticket = bundleQueue.enter();
      void ticket.passed.then(() => order.push(n));
      return ticket;
    });
    await settled();
    expect(order).toEqual([1, 2]);
    expect(bundleQueue.isFull).toBe(true);
    tickets[1]?.leave();
    await settled();
    expect(order).toEqual([1, 2, 3]);
    tickets[0]?.leave();
    await settled();
    expect(order).toEqual([1, 2, 3, 4]);
  });

  test("who leaves the line before a place was given takes none", async () => {
    const bundleQueue = new BundleQueue(1);
    const [first, second, third] = [bundleQueue.enter(), bundleQueue.enter(), bundleQueue.enter()];
    second.leave();
    first.leave();
    await third.passed;
    expect(await isOpen(second.passed)).toBe(true);
  });

  test("leaving twice frees one place", async () => {
    const bundleQueue = new BundleQueue(1);
    const first = bundleQueue.enter();
    first.leave();
    first.leave();
    await bundleQueue.enter().passed;
    expect(bundleQueue.isFull).toBe(true);
  });
});

describe("a place in the queue", () => {
  const place = (bundleQueue: BundleQueue) => {
    const lines: string[] = [];
    const queue = new QueuePlace(bundleQueue, async (action) => void lines.push(action));
    return { queue, lines };
  };

  test("who need not wait leaves no line", async () => {
    const { queue, lines } = place(new BundleQueue(1));
    await queue.pass();
    expect(lines).toEqual([]);
  });

  test("who waits says so, and says when it goes on", async () => {
    const bundleQueue = new BundleQueue(1);
    const first = place(bundleQueue);
    await first.queue.pass();
    const second = place(bundleQueue);
    const passed = second.queue.pass();
    await settled();
    expect(second.lines).toEqual(["queue"]);
    first.queue.leave();
    await passed;
    expect(second.lines).toEqual(["queue", "start"]);
  });

  test("who is stopped while it waits goes on without a start, and gives no place away", async () => {
    const bundleQueue = new BundleQueue(1);
    const first = place(bundleQueue);
    await first.queue.pass();
    const second = place(bundleQueue);
    const passed = second.queue.pass();
    await settled();
    second.queue.leave();
    await passed;
    expect(second.lines).toEqual(["queue"]);
    expect(bundleQueue.isFull).toBe(true);
  });
});

describe("the clock of a thread", () => {
  const limits = (timeoutMs: number, stepTimeoutMs: number) =>
    limitsOf({ timeoutMs, stepTimeoutMs }, undefined);

  test("a step is overdue only while the generator is entered", () => {
    const clock = new ThreadClock();
    const later = performance.now() + 10_000;
    expect(clock.isStepOverdue(later, limits(1e9, 1_000))).toBe(false);
    clock.enter();
    expect(clock.isResting).toBe(false);
    expect(clock.isStepOverdue(later, limits(1e9, 1_000))).toBe(true);
    clock.rest();
    expect(clock.isStepOverdue(later, limits(1e9, 1_000))).toBe(false);
  });

  test("the time it only waits does not count", () => {
    const clock = new ThreadClock();
    const now = performance.now();
    expect(clock.isOverdue(now + 5_000, limits(10_000, 1e9), false)).toBe(false);
    expect(clock.isOverdue(now + 50_000, limits(10_000, 1e9), true)).toBe(false);
    expect(clock.isOverdue(now + 52_000, limits(10_000, 1e9), false)).toBe(false);
    expect(clock.isOverdue(now + 60_000, limits(10_000, 1e9), false)).toBe(true);
  });

  test("a flag of run only lowers what the bundle says", () => {
    expect(limitsOf({ maxSteps: 5 }, { maxSteps: 9 }).stepsMax).toBe(5);
    expect(limitsOf({ maxSteps: 5 }, { maxSteps: 2 }).stepsMax).toBe(2);
    expect(limitsOf(undefined, undefined).stepsMax).toBe(Infinity);
    expect(limitsOf({ maxCost: 3 }, { maxCost: 1 }).budget).toMatchObject({ costMax: 1, mustKnowCost: true });
    expect(limitsOf({ maxCost: 3 }, undefined).budget.mustKnowCost).toBe(false);
    expect(limitsOf(undefined, { maxCost: 1, allowUnpriced: true }).budget.mustKnowCost).toBe(false);
  });
});
