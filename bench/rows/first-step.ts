import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openStore, type Store } from "../../packages/workflow/src/host/open/store.ts";
import { startThread } from "../../packages/workflow/src/host/start/start-thread.ts";
import { TempHome } from "../../tests/support/temp-home.ts";
import { launched, startedBy, timeOf } from "../lib/commands.ts";
import { byRatio, type Row } from "../lib/figure.ts";
import { bareLinesPerSecond, bunStartsBun } from "../lib/floors.ts";
import { medians } from "../lib/median.ts";

const ROUNDS = 15;

/**
 * The second step tells when it was asked for, which is when the first was on disk. A prompt that names a file is of a
 * thread that waits for it, so that the worker stays.
 */
const FIRST_STEP_BUNDLE = `
import { existsSync } from "node:fs";
export default async function* ({ prompt, steps }) {
  while (prompt !== "" && !existsSync(prompt)) await new Promise((resolve) => setTimeout(resolve, 50));
  if (steps.length === 0) yield { role: "worker", content: "0123456789abcdef".repeat(12), meta: {} };
  yield { role: "clock", content: String(performance.timeOrigin + performance.now()), meta: {} };
  return { returnCode: 0, summary: "done" };
}
`;

export const row: Row = {
  name: "first-step",
  async run() {
    await using home = await TempHome.create();
    await home.add("first", FIRST_STEP_BUNDLE);
    const starting = bunStartsBun(home);
    const cold = async () => {
      await home.untilQuiet();
      return byCommand(home);
    };
    const [startMs = 0, coldMs = 0] = await medians(ROUNDS, [() => timeOf(starting), cold]);
    const gate = join(home.dir, "gate");
    await home.start("first", "--prompt", gate);
    const store = openStore({ home: home.home });
    const bare = () => 1000 / bareLinesPerSecond(home, 20, 300);
    // One after the other, as the peers do it: a process that starts in between takes the processor's memory with it.
    const [bareMs = 0, liveMs = 0] = await medians(ROUNDS, [bare, () => inProcess(home, store)]);
    const [commandMs = 0] = await medians(ROUNDS, [() => byCommand(home)]);
    store.close();
    await writeFile(gate, "");
    await home.untilQuiet();
    return [
      byRatio(
        {
          row: "start to first durable step, nothing alive",
          floorIs: "a bun that starts a bun",
          unit: "ms",
          ours: coldMs,
          floor: startMs,
          peers: { value: "coldMs", better: "less", goal: 1 },
        },
        { atMost: 2.5 },
      ),
      byRatio(
        {
          row: "start to first durable step, engine live",
          floorIs: "write + fdatasync",
          unit: "ms",
          ours: liveMs,
          floor: bareMs,
          peers: { value: "liveMs", better: "less", goal: 1 },
        },
        null,
      ),
      byRatio(
        {
          row: "the same by the command line",
          floorIs: "a bun that starts a bun",
          unit: "ms",
          ours: commandMs,
          floor: startMs,
        },
        null,
      ),
    ];
  },
};

const clock = () => performance.timeOrigin + performance.now();

async function byCommand(home: TempHome): Promise<number> {
  const from = clock();
  const id = startedBy(launched(home, "run", "first", "--prompt", "", "--json"));
  return (await firstDurableAt(home, id)) - from;
}

/** As another program calls the engine: this process has done it before, and a worker of the bundle runs. */
async function inProcess(home: TempHome, store: Store): Promise<number> {
  const from = clock();
  const { place, client } = await startThread(store, { name: "first", prompt: "" });
  client.close();
  for (;;) {
    const records = await home.records(place.threadId);
    if (records.some((record) => record.kind === "result")) break;
    await Bun.sleep(2);
  }
  return (await firstDurableAt(home, place.threadId)) - from;
}

async function firstDurableAt(home: TempHome, threadId: string): Promise<number> {
  const told = (await home.records(threadId)).find((record) => record.role === "clock");
  return Number(told.content);
}
