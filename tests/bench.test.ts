// The bench's own arithmetic: what it says about who wins must follow from what it measured.
import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { byRatio, byValue, type Figure } from "../bench/lib/figure.ts";
import type { Machine } from "../bench/lib/machine.ts";
import { MEASURES } from "../bench/lib/measures.ts";
import { PEERS } from "../bench/peers/catalogue.ts";
import type { PeerResult } from "../bench/peers/run-peers.ts";
import { bestPeer } from "../bench/report/best-peer.ts";
import { describeDrift } from "../bench/report/drift.ts";
import { notesOf } from "../bench/report/peer-notes.ts";
import { tableCells } from "../bench/report/table.ts";
import { renderFigures } from "../bench/report/write-document.ts";
import { REPO } from "./support/temp-home.ts";

const peer = (label: string, values: PeerResult["values"]): PeerResult => ({
  name: label.toLowerCase(),
  label,
  runtime: "bun 1",
  durability: "synced",
  versions: { it: "1.0.0" },
  values,
  notes: {},
});
const rate: Figure = byRatio(
  {
    row: "steps",
    floorIs: "a loop",
    unit: "/s",
    ours: 300,
    floor: 400,
    peers: { value: "stepsPerSecond", better: "more", goal: 2 },
  },
  { atLeast: 0.8 },
);
const time: Figure = byRatio(
  {
    row: "fork",
    floorIs: "a copy",
    unit: "ms",
    ours: 30,
    floor: 20,
    peers: { value: "forkMs", better: "less" },
  },
  { atMost: 2 },
);
const A = peer("A", { stepsPerSecond: 100, forkMs: 10 });
const B = peer("B", { stepsPerSecond: 200 });

describe("the best peer", () => {
  test("of a rate is the fastest, and the goal is a multiple of it", () => {
    expect(bestPeer(rate, [A, B])).toEqual({
      label: "B",
      value: 200,
      ratio: 1.5,
      weWin: true,
      goal: ">= 2x",
      met: false,
    });
  });

  test("of a time is the shortest, and one that beats us is told", () => {
    expect(bestPeer(time, [A, B])).toMatchObject({ label: "A", ratio: 3, weWin: false, met: null });
  });

  test("there is none when nobody was measured", () => {
    expect(bestPeer(time, [B])).toBeNull();
    expect(bestPeer({ ...time, ours: 1 }, [])).toBeNull();
  });
});

describe("the table", () => {
  test("has a column per peer that was measured, and says so of one that was not", () => {
    const skipped = { ...peer("C", {}), skipped: "no server" };
    const [head, steps, fork] = tableCells([rate, time], [A, B, skipped]);
    expect(head).toEqual([
      "row",
      "ours",
      "floor",
      "ratio",
      "goal",
      "met",
      "A",
      "B",
      "to the best",
      "goal",
      "met",
      "floor is",
    ]);
    expect(steps).toContain("200 /s");
    expect(fork?.slice(6)).toEqual(["10.0 ms", "-", "3.00 A", "-", "-", "a copy"]);
    const machine = { date: "2026-01-02T03:04:05Z", version: "0.1.0" } as Machine;
    const text = renderFigures({ machine, figures: [rate, time], peers: [A, B, skipped] });
    expect(text).toContain("- C skipped: no server");
    expect(text).toContain("A peer wins in 1 rows:\n\n- fork: A, ours is 3.00 of it");
  });

  test("a note stands under the name of the row it is about", () => {
    const noted: PeerResult = {
      ...A,
      notes: { forkMs: "by reference", liveMs: "of a row that was not asked for" },
    };
    expect(notesOf(noted, [rate, time])).toEqual(["fork: by reference"]);
  });

  test("a floor of nothing has no ratio, and something is then too much", () => {
    const nothing = { row: "waiting", floorIs: "nothing", unit: "MB", floor: 0 };
    expect(byValue({ ...nothing, ours: 0 }, { atMost: 0 })).toMatchObject({ ratio: null, met: true });
    expect(byValue({ ...nothing, ours: 1 }, { atMost: 0 })).toMatchObject({ ratio: null, met: false });
  });
});

test("a machine that changed between ours and theirs is told", () => {
  const machine = { date: "2026-01-02T03:04:05Z" } as Machine;
  const drift = (bare: number) =>
    describeDrift({ machine, bare: 3_000, figures: [], peers: [{ ...A, bare }] });
  expect(drift(2_500)).not.toContain("changed too much");
  expect(drift(1_500)).toContain("changed too much: ratios to A say little");
  expect(drift(6_000)).toContain("changed too much: ratios to A say little");
});

test("every driver has every measure, or gives its values with another", async () => {
  for (const { name } of PEERS) {
    const source = await readFile(join(REPO, "bench/peers", name, "driver.mjs"), "utf8");
    const has =
      /await drive\(\{([^}]*)\}\)/
        .exec(source)?.[1]
        ?.split(",")
        .map((word) => word.trim()) ?? [];
    for (const measure of MEASURES) {
      const isGiven = measure.gives.every((value) => source.includes(value));
      expect([name, measure.name, has.includes(measure.name) || isGiven]).toEqual([name, measure.name, true]);
    }
  }
});

test("peers are pinned to exact versions, and their lockfiles name no other source", async () => {
  for (const { name, packages } of PEERS) {
    const folder = join(REPO, "bench/peers", name);
    const { dependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const lock = await readFile(join(folder, "bun.lock"), "utf8");
    expect(lock).not.toContain("://");
    for (const known of packages) expect(lock).toContain(`"${known}"`);
  }
});

test("a row or a peer that is not there ends the bench with 10, before anything is measured", () => {
  for (const flag of ["--only=nonsense", "--peers=nonsense", "--nonsense"]) {
    const ran = Bun.spawnSync([process.execPath, "bench/run.ts", flag], { cwd: REPO });
    expect([flag, ran.exitCode, ran.stdout.toString()]).toEqual([flag, 10, ""]);
    expect(ran.stderr.toString()).toContain("nonsense");
  }
});
