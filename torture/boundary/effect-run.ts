// A run with effects, killed at one call after the other: command line or worker. The ledger says what was done.

import type { Round } from "../effects/flow.ts";
import { judgeEffects } from "../effects/judge.ts";
import { bringToEnd, openWorld, promptOf } from "../effects/world.ts";
import { withHome } from "../lib/home.ts";
import type { Torment } from "../lib/mode.ts";
import { partOf } from "../lib/spread.ts";
import { twoAtOnce } from "../lib/two-at-once.ts";
import { cutAt, findCuts, nameOf } from "./cut.ts";
import type { Sums } from "./try-script.ts";

const ROUNDS: Round[] = [{ do: "keyed" }, { do: "once" }, { do: "all" }];

export async function tryEffectRun(torment: Torment, sums: Sums): Promise<void> {
  const { tally, random } = torment;
  for (const scope of ["command", "syncs"] as const) {
    const cuts = await withHome(tally, async (home) => {
      const world = await openWorld(home);
      const found = await findCuts(home, argsOf(promptOf(world, ROUNDS)), scope, []);
      await home.untilQuiet();
      return found;
    });
    sums.calls += cuts.length;
    await twoAtOnce(partOf(cuts, torment), async (cut) => {
      const own = tally.branch();
      await withHome(own, async (home) => {
        const world = await openWorld(home);
        const killed = await cutAt(home, argsOf(promptOf(world, ROUNDS)), cut, []);
        if (killed.wasKilled) sums.cuts += 1;
        else sums.missed += 1;
        await home.untilQuiet();
        const problems = judgeEffects(world).problems;
        problems.push(...(await bringToEnd(world, random)), ...judgeEffects(world).problems);
        own.judge(`run with effects, ${nameOf(cut)}`, problems);
      });
    });
  }
}

function argsOf(prompt: string): string[] {
  return ["run", "strict", "--prompt", prompt, "--workspace", "own", "--json"];
}
