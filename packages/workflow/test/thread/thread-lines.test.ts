// The lines of a hosted thread over a log that is slow, or breaks.
import { expect, test } from "bun:test";
import { newJournal } from "#journal/file-journal.ts";
import { JournalLog } from "#journal/journal-log.ts";
import { MemoryLines, type ReadableLines } from "#journal/line-store.ts";
import { memoryKeys } from "#journal/memory-keys.ts";
import { stopLog } from "#thread/stop-log.ts";
import { ThreadLines } from "#thread/thread-lines.ts";

const HASH = "0000000000000";
const THREAD = "01S1MTHREAD000000000000000";
const KEYS = memoryKeys(new Uint8Array(32).fill(3));

const START = {
  name: "flow",
  hash: HASH,
  sha256: "0".repeat(64),
  threadId: THREAD,
  parameters: { prompt: "", options: { isDryRun: false, maxRounds: 5 } },
  initiator: { type: "manual" as const, actor: "ann" },
  timestamp: 1000,
};

const bytes = () => Buffer.concat(newJournal(START, [], []).pieces);

function opened(store: ReadableLines = new MemoryLines(bytes())) {
  let time = 1000;
  const clock = { now: () => time++ };
  const place = { threadId: THREAD, hash: HASH, path: "t" };
  const ports = { clock, sealer: KEYS.sealer, sealKey: "", proof: KEYS.proof(store.disk), isStrict: false };
  const log = JournalLog.over(store, place, ports);
  const told: number[] = [];
  const lines = new ThreadLines(log, () => told.push(log.durableBytes));
  return { log, lines, told };
}

const step = (role: string) => JSON.stringify({ content: "", meta: {}, role });

test("what is appended is known at once, and told when it survives", async () => {
  const { lines, told, log } = opened();
  const synced = lines.step(step("a"));
  expect(lines.fold.steps).toBe(1);
  expect(lines.lastSeq).toBe(2);
  expect(told).toEqual([]);
  await synced;
  expect(told).toEqual([log.bytes]);
  await lines.sync();
  expect(told).toHaveLength(1);
});

test("a decision has its actor and its reason; without them it has neither", async () => {
  const { lines, log } = opened();
  await lines.control("pause", { actor: "ann" });
  expect(lines.fold.paused).toBe(true);
  await lines.control("resume");
  await lines.control("kill", { reason: "enough" });
  expect(lines.fold).toMatchObject({ paused: false, stopping: "kill", stopReason: "enough" });
  expect(log.some((record) => "actor" in record && record.actor === "ann")).toBe(true);
});

test("the state of its files survives with what comes next", async () => {
  const { lines, told, log } = opened();
  lines.keepTree(1, { commit: "c".repeat(40) });
  expect(log.isDurable).toBe(false);
  expect(lines.fold.tree).toEqual({ commit: "c".repeat(40) });
  await lines.step(step("a"));
  expect(log.isDurable).toBe(true);
  expect(told).toHaveLength(1);
});

test("a branch takes its steps back", async () => {
  const { lines } = opened();
  await lines.step(step("a"));
  await lines.step(step("b"));
  await lines.branch(2, 1);
  expect(lines.fold).toMatchObject({ steps: 1, yields: 1 });
});

test("a log that breaks is told to whoever waits, and nobody is told of more", async () => {
  const store = new MemoryLines(bytes());
  store.sync = () => Promise.reject(new Error("no space left"));
  const { lines, told } = opened(store);
  await expect(lines.step(step("a"))).rejects.toThrow("no space left");
  await expect(lines.control("pause")).rejects.toThrow("no space left");
  expect(told).toEqual([]);
});

test("what a generator comes back to is read once, and again after that", async () => {
  const { lines, log } = opened();
  await lines.step(step("a"));
  const text = () => new TextDecoder().decode(log.recorded().stepsJson);
  // What was read on open knows nothing of the step: a generator was begun before it.
  expect(text()).toBe("[]");
  expect(JSON.parse(text())).toHaveLength(1);
  await lines.control("restart");
  expect(text()).toBe("[]");
});

test("a thread that nobody runs is stopped in its log: the decision first, then the result and its seal", async () => {
  const { log } = opened();
  expect(await stopLog(log, { action: "cancel", actor: "ann", reason: "late" })).toEqual({
    status: "cancelled",
    again: false,
  });
  expect(log.fold).toMatchObject({ stopping: "cancel", result: { summary: "cancelled: late" } });
  expect(log.isDurable).toBe(true);
  const { bytes: before } = log;
  expect(await stopLog(log, { action: "kill" })).toEqual({ status: "cancelled", again: true });
  expect(log.bytes).toBe(before);
});
