import { TempHome } from "../../tests/support/temp-home.ts";
import { byRatio, byValue, type Row } from "../lib/figure.ts";
import { bareLinesPerSecond } from "../lib/floors.ts";
import { medians } from "../lib/median.ts";
import { BARE_RECORD, ROUNDS, STEP_BUNDLE } from "../lib/step-bundle.ts";
import { warmMsPer } from "../lib/warm-rate.ts";

const REPEATS = 7;
const STEPS = 1_000;

/** Nobody watches, and the code is warm: by the stamps of the second thousand steps. */
export const row: Row = {
  name: "steps-one",
  async run() {
    await using home = await TempHome.create();
    await home.add("steps", STEP_BUNDLE);
    const lineBytes = await bytesPerStep(home);
    const bare = () => bareLinesPerSecond(home, STEPS, Math.round(lineBytes));
    const steps = async () => 1000 / (await warmMsPer(home, "steps", STEPS, (record) => "role" in record));
    const [floor = 0, ours = 0] = await medians(REPEATS, [bare, steps]);
    return [
      byRatio(
        {
          row: "durable steps/s, one thread, 1,000 steps",
          floorIs: "write + fdatasync",
          unit: "/s",
          ours,
          floor,
          peers: { value: "stepsPerSecond", better: "more", goal: 3 },
        },
        { atLeast: 0.8 },
      ),
      byValue(
        {
          row: "bytes per step",
          floorIs: "the record as bare JSON",
          unit: "B",
          ours: lineBytes,
          floor: BARE_RECORD.length,
          peers: { value: "bytesPerStep", better: "less" },
        },
        { atMost: 340 },
      ),
    ];
  },
};

async function bytesPerStep(home: TempHome): Promise<number> {
  const sizeOf = async (steps: number) => {
    const ran = await home.uw(["run", "steps", "--prompt", String(steps), "--json", ...ROUNDS]);
    return Bun.file(await home.journalPath(ran.json.executionId)).size;
  };
  return ((await sizeOf(2 * STEPS)) - (await sizeOf(STEPS))) / STEPS;
}
