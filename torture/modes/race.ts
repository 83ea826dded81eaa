// Two command lines at once, in fourteen pairs. One end per thread, one worker per bundle, no torn journal or registry.
import { withHome } from "../lib/home.ts";
import { type Mode, sizeOf } from "../lib/mode.ts";
import { doubleWorkers } from "../lib/workers.ts";
import type { Arena, Pair } from "../race/arena.ts";
import { ONCE_PAIRS } from "../race/once-pairs.ts";
import { REGISTRY_PAIRS } from "../race/registry-pairs.ts";
import { START_PAIRS } from "../race/start-pairs.ts";
import { STOP_PAIRS } from "../race/stop-pairs.ts";

const PAIRS: readonly Pair[] = [...REGISTRY_PAIRS, ...START_PAIRS, ...ONCE_PAIRS, ...STOP_PAIRS];
const ROUNDS = 50;
const ROUNDS_FULL = 2_000;
const ROUNDS_PER_HOME = 50;

export const mode: Mode = {
  name: "race",
  async run({ tally, random, full, share }) {
    const rounds = sizeOf({ full, share }, ROUNDS, ROUNDS_FULL);
    const broken: string[] = [];
    for (const pair of PAIRS) {
      const before = tally.failed;
      for (let done = 0; done < rounds; done += ROUNDS_PER_HOME)
        await withHome(tally, async (home) => {
          const arena: Arena = { home, random, round: 0 };
          const count = Math.min(ROUNDS_PER_HOME, rounds - done);
          await pair.prepare?.(arena, count);
          for (; arena.round < count; arena.round++)
            tally.judge(`${pair.name} ${done + arena.round}`, await meet(pair, arena));
        });
      if (tally.failed > before) broken.push(`${pair.name} ${tally.failed - before}`);
    }
    return `${PAIRS.length} pairs, ${rounds} meetings each, ${tally.failed} wrong${broken.length === 0 ? "" : ` (${broken.join(", ")})`}`;
  },
};

async function meet(pair: Pair, arena: Arena): Promise<string[]> {
  const problems = [...(await pair.meet(arena)), ...(await doubleWorkers(arena.home))];
  const listed = await arena.home.uw(["list", "--json"]);
  if (listed.exitCode !== 0) problems.push(`list: exit ${listed.exitCode} ${listed.stdout.trim()}`);
  return problems;
}
