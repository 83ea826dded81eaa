import { TempHome } from "../../tests/support/temp-home.ts";
import { byRatio, type Row } from "../lib/figure.ts";
import { lowerQuartile } from "../lib/median.ts";
import { ROUNDS, STEP_BUNDLE } from "../lib/step-bundle.ts";

const STEPS = 100_000;
const EARLY = 10_000;
const WINDOW = 500;

/** One thread of 100,000 steps: a step near the end must cost what a step among the first 10,000 costs. */
export const row: Row = {
  name: "long",
  async run() {
    await using home = await TempHome.create();
    await home.add("steps", STEP_BUNDLE);
    const id = await home.start("steps", "--prompt", String(STEPS), ...ROUNDS);
    while ((await home.workers()).length > 0) await Bun.sleep(200);
    const stamps = (await home.records(id))
      .filter((record) => "role" in record)
      .map((record) => record.timestamp);
    if (stamps.length !== STEPS) throw new Error(`only ${stamps.length} of ${STEPS} steps were recorded`);
    const early = stepMs(stamps.slice(0, EARLY));
    const late = stepMs(stamps.slice(-EARLY));
    const measured = {
      row: "ms per step, steps 90,000-100,000",
      floorIs: "steps 0-10,000 of the same thread",
      unit: "ms",
    };
    const ratio = {
      row: "cost of a step at 100,000 against 10,000",
      floorIs: "no growth",
      unit: "",
      ours: late / early,
      floor: 1,
    };
    return [
      byRatio({ ...measured, ours: late, floor: early }, null),
      byRatio({ ...ratio, peers: { value: "longRatio", better: "less" } }, { about: 1, within: 0.15 }),
    ];
  },
};

/** The lower quartile over windows: what a step costs when nobody else uses the machine. */
function stepMs(stamps: readonly number[]): number {
  const windows: number[] = [];
  for (let from = 0; from + WINDOW < stamps.length; from += WINDOW)
    windows.push(((stamps[from + WINDOW] as number) - (stamps[from] as number)) / WINDOW);
  return lowerQuartile(windows);
}
