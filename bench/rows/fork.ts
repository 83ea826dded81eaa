import { TempHome } from "../../tests/support/temp-home.ts";
import { launched, startedBy, timeOf } from "../lib/commands.ts";
import { byRatio, type Row } from "../lib/figure.ts";
import { bunStartsBun, copyMs } from "../lib/floors.ts";
import { medians } from "../lib/median.ts";
import { ROUNDS, STEP_BUNDLE } from "../lib/step-bundle.ts";

const REPEATS = 9;
const STEPS = 10_000;

/** From the command to the stamp of the first step the fork makes itself. */
export const row: Row = {
  name: "fork",
  async run() {
    await using home = await TempHome.create();
    await home.add("steps", STEP_BUNDLE);
    const ran = await home.uw(["run", "steps", "--prompt", String(STEPS), "--json", ...ROUNDS]);
    const source = ran.json.executionId as string;
    const path = await home.journalPath(source);
    const start = bunStartsBun(home);
    const floor = () => copyMs(home, path) + timeOf(start);
    const [floorMs = 0, forkMs = 0] = await medians(REPEATS, [floor, () => forkOnce(home, source)]);
    const name = "fork of a 10,000-step thread to its first new step";
    return [
      byRatio(
        {
          row: name,
          floorIs: "copy + fsync + a bun that starts a bun",
          unit: "ms",
          ours: forkMs,
          floor: floorMs,
          peers: { value: "forkMs", better: "less" },
        },
        { atMost: 2 },
      ),
    ];
  },
};

async function forkOnce(home: TempHome, source: string): Promise<number> {
  await home.untilQuiet();
  const flags = ["--from-step", String(STEPS), "--prompt", String(STEPS + 1), "--detach", "--json"];
  const from = Date.now();
  const id = startedBy(launched(home, "fork", source, ...flags));
  await home.untilQuiet();
  const records = await home.records(id);
  const fresh = records.filter((record) => "role" in record)[STEPS];
  return fresh.timestamp - from;
}
