import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TempHome } from "../../tests/support/temp-home.ts";
import { byRatio, type Figure, type Row } from "../lib/figure.ts";
import { bareLinesPerSecond } from "../lib/floors.ts";
import { medians } from "../lib/median.ts";
import { STEP_BUNDLE } from "../lib/step-bundle.ts";

const REPEATS = 5;
const LINE_BYTES = 300;

/** Threads are started one by one and wait at a gate (a file); the clock runs from the first step to the last result. */
const GATED = STEP_BUNDLE.replace(
  "const count = Number(input.prompt);",
  `const [gate, steps] = input.prompt.split("|");
  const count = Number(steps);
  while (!existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 20));`,
);

export const row: Row = {
  name: "steps-many",
  async run() {
    await using home = await TempHome.create();
    await home.add("gated", `import { existsSync } from "node:fs";\n${GATED}`);
    return [
      await measure(home, { threads: 64, steps: 100 }),
      {
        ...(await measure(home, { threads: 100, steps: 10 })),
        peers: { value: "manyPerSecond", better: "more", goal: 3 },
      },
    ];
  },
};

type Size = { threads: number; steps: number };

async function measure(home: TempHome, size: Size): Promise<Figure> {
  let round = 0;
  const ours = () => stepsPerSecond(home, size, join(home.dir, `gate-${size.threads}-${++round}`));
  const bare = () => bareLinesPerSecond(home, size.threads * size.steps, LINE_BYTES);
  const [floor = 0, rate = 0] = await medians(REPEATS, [bare, ours]);
  const row = `durable steps/s, ${size.threads} threads x ${size.steps} steps`;
  return byRatio(
    { row, floorIs: "write + fdatasync, one file", unit: "/s", ours: rate, floor },
    { atLeast: 1 },
  );
}

async function stepsPerSecond(home: TempHome, { threads, steps }: Size, gate: string): Promise<number> {
  const prompt = `${gate}|${steps}`;
  const ids: string[] = [];
  for (let left = threads; left > 0; left -= 4)
    ids.push(
      ...(await Promise.all(
        [1, 2, 3, 4].map(() => home.start("gated", "--prompt", prompt, "--max-rounds", "1000")),
      )),
    );
  await writeFile(gate, "");
  await home.untilQuiet();
  let first = Infinity;
  let last = 0;
  for (const id of ids) {
    const records = await home.records(id);
    const result = records.find((record) => record.kind === "result");
    if (result?.status !== "completed") throw new Error(`${id} did not complete`);
    first = Math.min(first, records[1].timestamp);
    last = Math.max(last, result.timestamp);
  }
  return (threads * steps * 1000) / (last - first);
}
