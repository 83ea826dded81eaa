import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StartRecord } from "../../packages/workflow/src/contract/record.ts";
import { readThread } from "../../packages/workflow/src/host/open/read-thread.ts";
import { TempHome } from "../../tests/support/temp-home.ts";
import { byValue, type Row } from "../lib/figure.ts";
import { longJournal } from "../lib/made-threads.ts";
import { medians } from "../lib/median.ts";
import { BARE_RECORD } from "../lib/step-bundle.ts";

const REPEATS = 7;
const LINES = 100_000;

export const row: Row = {
  name: "replay",
  async run() {
    await using home = await TempHome.create();
    const path = join(home.dir, "long.data.jsonl");
    await writeFile(path, longJournal(START, BARE_RECORD.trim(), LINES));
    const [parseMs = 0, foldMs = 0] = await medians(REPEATS, [() => parseAll(path), () => foldAll(path)]);
    const measured = { row: "replay of 100,000 lines, lines/s", floorIs: "read + JSON.parse", unit: "/s" };
    return [
      byValue(
        { ...measured, ours: (LINES / foldMs) * 1000, floor: (LINES / parseMs) * 1000 },
        { atLeast: 200_000 },
      ),
    ];
  },
};

const START: StartRecord = {
  name: "steps",
  hash: "0000000000000",
  sha256: "0".repeat(64),
  threadId: "01M7K5BGE4QXD9SW5F80T1ZCK9",
  parameters: { prompt: "", options: { isDryRun: false, maxRounds: 50 } },
  timestamp: 1_800_000_000_000,
};

function parseAll(path: string): number {
  const from = performance.now();
  const records: unknown[] = [];
  for (const line of readFileSync(path, "utf8").split("\n")) if (line !== "") records.push(JSON.parse(line));
  return performance.now() - from;
}

/** What `thread` does: check every sum, fold the thread and read its steps. */
function foldAll(path: string): number {
  const from = performance.now();
  const { steps } = readThread({ path, threadId: START.threadId, hash: START.hash });
  if (steps.length !== LINES) throw new Error(`folded ${steps.length} of ${LINES} steps`);
  return performance.now() - from;
}
