import { TempHome } from "../../tests/support/temp-home.ts";
import { launched, timeOf } from "../lib/commands.ts";
import { byExtra, byRatio, type Row } from "../lib/figure.ts";
import { makeThreads } from "../lib/made-threads.ts";
import { medians } from "../lib/median.ts";
import { STEP_BUNDLE } from "../lib/step-bundle.ts";

const ROUNDS = 21;
const THREADS = 10_000;

export const row: Row = {
  name: "threads",
  async run() {
    await using home = await TempHome.create();
    await using small = await TempHome.create();
    await fill(home, THREADS);
    await fill(small, 1);
    const commands = [
      launched(small, "--help"),
      launched(small, "threads"),
      launched(home, "threads", "--all"),
      launched(home, "threads"),
    ];
    const times = await medians(
      ROUNDS,
      commands.map((command) => () => timeOf(command)),
    );
    const [startMs = 0, oneMs = 0, allMs = 0, pageMs = 0] = times;
    const common = { floorIs: "start-up: --help", unit: "ms", floor: startMs };
    return [
      byExtra({ row: "threads --all, 10,000 threads", ours: allMs, ...common }, 25),
      byExtra(
        {
          row: "threads, a page of 50 of 10,000",
          ours: pageMs,
          ...common,
          floor: oneMs,
          floorIs: "start-up: threads, 1 thread",
        },
        2,
      ),
      byRatio({ row: "threads, 1 thread", ours: oneMs, ...common }, null),
      byRatio(
        {
          row: "list of 10,000 threads, start-up taken out",
          floorIs: "one process start",
          unit: "ms",
          ours: allMs - startMs,
          floor: startMs,
          peers: { value: "listMs", better: "less" },
        },
        null,
      ),
      byRatio(
        {
          row: "page of 50 of 10,000, start-up taken out",
          floorIs: "one process start",
          unit: "ms",
          ours: pageMs - startMs,
          floor: startMs,
          peers: { value: "pageMs", better: "less" },
        },
        null,
      ),
    ];
  },
};

async function fill(home: TempHome, count: number): Promise<void> {
  await home.add("steps", STEP_BUNDLE);
  await makeThreads(home, "steps", count);
}
