import { TempHome } from "../../tests/support/temp-home.ts";
import { launched, timeOf } from "../lib/commands.ts";
import { byRatio, type Row } from "../lib/figure.ts";
import { bunStartsBun } from "../lib/floors.ts";
import { medians } from "../lib/median.ts";
import { STEP_BUNDLE } from "../lib/step-bundle.ts";

const ROUNDS = 21;

export const row: Row = {
  name: "run",
  async run() {
    await using home = await TempHome.create();
    await home.add("steps", STEP_BUNDLE);
    const floor = bunStartsBun(home);
    const cold = async () => {
      await home.untilQuiet();
      return timeOf(launched(home, "run", "steps", "--prompt", "3"));
    };
    const warm = () => timeOf(launched(home, "run", "steps", "--prompt", "3"));
    const [floorMs = 0, coldMs = 0, warmMs = 0] = await medians(ROUNDS, [() => timeOf(floor), cold, warm]);
    const common = { floorIs: "a bun that starts a bun", unit: "ms", floor: floorMs };
    return [
      byRatio({ row: "run of 3 steps, no worker alive", ours: coldMs, ...common }, { atMost: 2.5 }),
      byRatio({ row: "run of 3 steps, worker alive", ours: warmMs, ...common }, null),
    ];
  },
};
