// H2, H3, H4, H9: everything at once. Many people type anything at any thread, processes are killed, the catalogue is
// edited meanwhile. What was done stands in a ledger outside.

import { withHome } from "../lib/home.ts";
import { type Mode, sizeOf, type Torment } from "../lib/mode.ts";
import { blow, type Figures, give } from "../storm/blow.ts";
import { endProblems, judgeStorm } from "../storm/judge.ts";
import { nextGust, wordsFor } from "../storm/verbs.ts";
import { knownThreads, openSky, type Sky } from "../storm/world.ts";

const GUSTS = 160;
const GUSTS_FULL = 8_000;
const GUSTS_PER_HOME = 40;
const GUSTS_AT_ONCE = 3;
const PASSES_MAX = 40;
/** From here on, people give up on what still waits. */
const PASSES_OF_PATIENCE = 25;

export const mode: Mode = {
  name: "storm",
  async run(torment) {
    const sums = { commands: 0, killedCommands: 0, killedWorkers: 0, threads: 0, calls: 0, decisions: 0 };
    for (let left = sizeOf(torment, GUSTS, GUSTS_FULL); left > 0; left -= GUSTS_PER_HOME)
      await withHome(torment.tally, async (home) => {
        const sky = await openSky(home);
        await storm(sky, Math.min(left, GUSTS_PER_HOME), torment, sums);
        const { calls, decisions } = judgeStorm(sky).figures;
        sums.threads += knownThreads(sky).length;
        sums.calls += calls;
        sums.decisions += decisions;
      });
    if (sums.calls === 0) torment.tally.fail("progress", "the run is void: no effect was called");
    return [
      `${sums.commands} commands, ${sums.killedCommands} of them and ${sums.killedWorkers} workers killed,`,
      `${sums.threads} threads, ${sums.calls} calls of effects, ${sums.decisions} decisions; ${torment.tally.failed} wrong`,
    ].join(" ");
  },
};

async function storm(sky: Sky, gusts: number, { random, tally }: Torment, sums: Figures): Promise<void> {
  for (let done = 0; done < gusts; done += GUSTS_AT_ONCE) {
    const together = Array.from({ length: GUSTS_AT_ONCE }, () => nextGust(sky, random));
    const problems = await blow(sky, together, random, sums);
    tally.judge(`gust ${done}`, [...problems, ...judgeStorm(sky).problems]);
  }
  tally.judge("the calm", [
    ...(await bringToEnd(sky, { random }, sums)),
    ...judgeStorm(sky).problems,
    ...(await endProblems(sky)),
  ]);
}

/** People answer everything that waits; what cannot come back is denied, then cancelled. */
async function bringToEnd(sky: Sky, { random }: Pick<Torment, "random">, sums: Figures): Promise<string[]> {
  const problems: string[] = [];
  const say = async (...args: string[]) => {
    problems.push(...(await give(sky, args, false, random, sums)).problems);
  };
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    await say("resume", "--all");
    await say("tick");
    const open = knownThreads(sky).filter(({ hasEnded }) => !hasEnded);
    if (open.length === 0) break;
    for (const one of open) {
      for (const words of wordsFor(one, sky, random)) await say(...words);
      if (pass >= PASSES_OF_PATIENCE) await say("cancel", one.threadId);
    }
  }
  return problems;
}
