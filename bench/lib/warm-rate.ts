// How fast a thread goes on, by its own stamps: nobody watches, and its code is warm.
import type { TempHome } from "../../tests/support/temp-home.ts";
import { ROUNDS } from "./step-bundle.ts";

/** Runs twice as many. Returns the milliseconds that each of the second half took. `ends`: the line that ends one of them. */
export async function warmMsPer(
  home: TempHome,
  name: string,
  count: number,
  ends: (record: Record<string, unknown>) => boolean,
  ...flags: string[]
): Promise<number> {
  await home.untilQuiet();
  const run = ["run", name, "--prompt", String(2 * count), "--detach", "--json", ...ROUNDS, ...flags];
  const ran = await home.uw(run);
  await home.untilQuiet();
  const stamps = (await home.records(ran.json.executionId))
    .filter(ends)
    .map((record) => record.timestamp as number);
  if (stamps.length !== 2 * count) throw new Error(`${name}: ${stamps.length} of ${2 * count} were done`);
  return ((stamps.at(-1) as number) - (stamps[count - 1] as number)) / count;
}
