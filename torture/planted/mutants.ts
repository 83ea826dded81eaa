// bun torture/run.ts --mutants: every planted bug is found by its mode, and where nothing is planted nothing is found.
import { twoAtOnce } from "../lib/two-at-once.ts";
import type { Plant } from "./plant.ts";
import { PLANTS } from "./plants.ts";
import { type Sought, seekNothing, seekPlant } from "./seek.ts";

/** Of each mode's short form, in a run that must raise no alarm. */
const CLEAN_SHARE = 0.05;

export type MutantsOptions = {
  /** Plants of which something holds this word. */
  only: string | undefined;
  clean: number;
  seed: number;
};

/** Answers the exit code. */
export async function showMutants({ only, clean, seed }: MutantsOptions): Promise<number> {
  const chosen = PLANTS.filter(
    ({ what, file, mode }) => only === undefined || `${what} ${file} ${mode}`.includes(only),
  );
  console.log(`seed ${seed}, ${chosen.length} plants, ${clean} clean runs`);
  const sought = new Map<Plant, Sought>();
  await twoAtOnce(chosen, async (plant) => {
    const result = await seekPlant(plant, seed);
    sought.set(plant, result);
    console.error(`${result.verdict} in ${result.seconds} s: ${plant.what}: ${result.said.slice(0, 160)}`);
  });
  const alarms = await cleanRuns(clean, seed);
  console.log(`\n${tableOf(chosen, sought).join("\n")}\n`);
  const found = chosen.filter((plant) => sought.get(plant)?.verdict === "found").length;
  console.log(
    `${found} of ${chosen.length} planted bugs found; ${alarms} of ${clean} clean runs raised an alarm`,
  );
  const failed = chosen.length - found + alarms;
  console.log(`${found + clean - alarms} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** Of every mode that a plant is sought by. */
async function cleanRuns(clean: number, seed: number): Promise<number> {
  const modes = [...new Set(PLANTS.map(({ mode }) => mode))];
  let alarms = 0;
  const runs = Array.from({ length: clean }, (_, index) => index + 1);
  await twoAtOnce(runs, async (run) => {
    const said = await seekNothing(modes, seed + run, CLEAN_SHARE);
    console.error(
      `clean run ${run} (seed ${seed + run}): ${said.length === 0 ? "no alarm" : said.join("\n")}`,
    );
    if (said.length > 0) alarms += 1;
  });
  return alarms;
}

function tableOf(chosen: readonly Plant[], sought: ReadonlyMap<Plant, Sought>): string[] {
  const rows = chosen.map((plant) => {
    const { verdict = "", seconds = 0, said = "" } = sought.get(plant) ?? {};
    const mode = plant.mode.replace(/^.*\//, "");
    return [verdict, mode, `${seconds} s`, plant.what, plant.file, wordsOf(said)];
  });
  const all = [["", "by", "after", "what was planted", "in", "what was said"], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...all.map((row) => (row[column] as string).length)),
  );
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Without the name of the mode, and no longer than a line. */
function wordsOf(said: string): string {
  return said.replace(/^.*?(?:FAILED|\(fail\)) /, "").slice(0, 100);
}
