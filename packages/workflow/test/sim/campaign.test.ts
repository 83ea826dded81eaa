// The simulation; `bun run torture --only sim` draws another seed, and goes through a million crash points with `--full`.
import { expect, test } from "bun:test";
import { campaign, oneWorld } from "../../../../torture/sim/campaign.ts";

const SEED = 20_260_401;
const CRASH_POINTS = 20_000;
const BATCH_CRASHES = 3_000;

test("S1, S3, S4, E1, E2, E3, E6, A2, P15: whatever a crash, a late answer or a clock does, nothing acknowledged is lost and nothing is done twice", async () => {
  const { failures, counts, ended, worlds } = await campaign(SEED, CRASH_POINTS);
  expect(failures).toEqual([]);
  expect(counts.crashes).toBeGreaterThanOrEqual(CRASH_POINTS);
  // A run that met no fault, or brought nothing to its end, has shown nothing.
  for (const kind of [
    "lostWrites",
    "tornTails",
    "zeroTails",
    "late",
    "double",
    "clockJumps",
    "forks",
  ] as const)
    expect(counts[kind]).toBeGreaterThan(0);
  expect(ended.completed).toBeGreaterThan(worlds / 4);
}, 300_000);

test("the same holds for lines that are kept in batches, whether the machine dies before one is recorded or behind it", async () => {
  const { failures, counts, ended, worlds } = await campaign(SEED, BATCH_CRASHES, () => {}, "batches");
  expect(failures).toEqual([]);
  expect(counts.crashes).toBeGreaterThanOrEqual(BATCH_CRASHES);
  for (const kind of ["batches", "late", "double", "clockJumps", "forks"] as const)
    expect(counts[kind]).toBeGreaterThan(0);
  expect(ended.completed).toBeGreaterThan(worlds / 4);
}, 300_000);

test("the same seed is the same world, byte for byte; another seed is another", async () => {
  const first = await oneWorld(SEED, false);
  const again = await oneWorld(SEED, false);
  const other = await oneWorld(SEED + 1, false);
  expect(again.lived.bytes.toString()).toBe(first.lived.bytes.toString());
  expect(again.lived.counts).toEqual(first.lived.counts);
  expect(other.lived.bytes.equals(first.lived.bytes)).toBe(false);
});
