// Lines that become durable in batches.
import { expect, test } from "bun:test";
import { BatchLines } from "#journal/batch-lines.ts";
import { MemoryLines } from "#journal/line-store.ts";

const none = () => new BatchLines(new Uint8Array());
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
/** Long enough for every promise that is ready to be served. */
const settled = () => Bun.sleep(1);

async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => false), settled().then(() => true)]);
}

test("BATCH-1: a batch has all lines so far, once somebody waits for them", async () => {
  const lines = none();
  const next = lines.nextBatch();
  lines.append("one\n");
  expect(await isOpen(next)).toBe(true);
  lines.append("zwei ä\n");
  const synced = lines.sync();
  expect(await next).toEqual({ from: 0, until: 12, text: "one\nzwei ä\n" });
  expect(await isOpen(synced)).toBe(true);
});

test("BATCH-1: what is appended while a batch is out is in the next one", async () => {
  const lines = none();
  lines.append("one\n");
  const first = lines.sync();
  const batch = await lines.nextBatch();
  lines.append("two\n");
  const second = lines.sync();
  lines.committed(batch);
  await first;
  expect(await isOpen(second)).toBe(true);
  const after = await lines.nextBatch();
  expect(after).toEqual({ from: 4, until: 8, text: "two\n" });
  lines.committed(after);
  await second;
  expect(lines.isSynced).toBe(true);
});

test("BATCH-2: one batch is out at a time", async () => {
  const lines = none();
  lines.append("one\n");
  void lines.sync();
  await lines.nextBatch();
  lines.append("two\n");
  void lines.sync();
  expect(await isOpen(lines.nextBatch())).toBe(true);
});

test("BATCH-2: a sync of what is committed already is in no need of a batch, and one committed batch answers all who wait", async () => {
  const lines = none();
  lines.append("one\n");
  const syncs = [lines.sync(), lines.sync(), lines.sync()];
  lines.committed(await lines.nextBatch());
  await Promise.all(syncs);
  expect(lines.isSynced).toBe(true);
});

test("BATCH-3: of a store that was fenced no sync resolves, though its batch is committed later", async () => {
  const lines = none();
  lines.append("one\n");
  const synced = lines.sync();
  const batch = await lines.nextBatch();
  lines.fence();
  lines.committed(batch);
  expect(await isOpen(synced)).toBe(true);
  expect(text(lines.kept)).toBe("");
});

test("only committed lines are kept; a reader of this host sees all", async () => {
  const lines = new BatchLines(Buffer.from("zero\n"));
  lines.append("one\n");
  void lines.sync();
  lines.committed(await lines.nextBatch());
  lines.append("lost\n");
  expect(text(lines.kept)).toBe("zero\none\n");
  const file = lines.disk.openRead("any");
  const into = new Uint8Array(32);
  expect(text(into.subarray(0, file.read(into, 0, 32, 5)))).toBe("one\nlost\n");
});

test("lines in memory are kept once they are synced, however many they are", async () => {
  const lines = new MemoryLines(Buffer.from("zero\n"));
  for (let n = 0; n < 1000; n++) lines.append(`${n}\n`);
  expect(lines.isSynced).toBe(false);
  expect(text(lines.kept)).toBe("zero\n");
  await lines.sync();
  expect(text(lines.kept).split("\n")).toHaveLength(1002);
  expect(lines.kept.length).toBe(lines.size);
});
