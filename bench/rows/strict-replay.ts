import { readFileSync } from "node:fs";
import { TempHome } from "../../tests/support/temp-home.ts";
import { launched, timeOf } from "../lib/commands.ts";
import { byValue, type Row } from "../lib/figure.ts";
import { medians } from "../lib/median.ts";

const REPEATS = 5;
const YIELDS = 10_000;

/** Half commands, half steps. */
const STRICT_BUNDLE = `
export const descriptor = { description: "d", roles: {}, determinism: "strict", limits: { maxSteps: 1000000 } };
export default async function* (input) {
  for (let step = 0; step < Number(input.prompt) / 2; step++) {
    const at = yield { do: "now" };
    yield { role: "worker", content: "0123456789abcdef".repeat(12), meta: { at, step } };
  }
  return { returnCode: 0, summary: "done" };
}
`;

/** What starting costs is taken out: a replay of all less a replay of two. */
export const row: Row = {
  name: "strict-replay",
  async run() {
    await using home = await TempHome.create();
    await home.add("strict", STRICT_BUNDLE);
    const run = async (yields: number) =>
      (await home.uw(["run", "strict", "--prompt", String(yields), "--max-rounds", "1000000", "--json"])).json
        .executionId;
    const [long, short] = [await run(YIELDS), await run(2)];
    await home.untilQuiet();
    const path = await home.journalPath(long);
    const [longMs = 0, shortMs = 0, readMs = 0] = await medians(REPEATS, [
      () => timeOf(launched(home, "replay", long)),
      () => timeOf(launched(home, "replay", short)),
      () => readAll(path),
    ]);
    return [
      byValue(
        {
          row: "replay of a strict thread of 10,000 yields, yields/s",
          floorIs: "read + JSON.parse of its file",
          unit: "/s",
          ours: (YIELDS / (longMs - shortMs)) * 1000,
          floor: (YIELDS / readMs) * 1000,
          peers: { value: "replayPerSecond", better: "more", goal: 1 },
        },
        { atLeast: 50_000 },
      ),
    ];
  },
};

async function readAll(path: string): Promise<number> {
  const from = performance.now();
  for (const line of readFileSync(path, "utf8").split("\n")) if (line !== "") JSON.parse(line);
  return performance.now() - from;
}
