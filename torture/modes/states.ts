// S2, S3, S9, S16, E2: the power goes. States of the disk that the weakest file system may leave, rebuilt from traces.
import { withHome } from "../lib/home.ts";
import { type Mode, sizeOf, type Torment } from "../lib/mode.ts";
import type { Random } from "../lib/random.ts";
import { straceMissing } from "../lib/strace.ts";
import { crashState, FATES, type Fate, keyOf, materialise } from "../states/crash-state.ts";
import { judgeState, knownAt } from "../states/judge.ts";
import { revive } from "../states/revive.ts";
import type { Session } from "../states/session.ts";
import { recordEffects, recordNames } from "../states/sessions.ts";

const STATES = 2_000;
const STATES_FULL = 20_000;
/** One in so many is also taken up by the binary, and brought to its end. */
const REVIVED_EVERY = 100;
/** Handles of databases are let go by the collector only. */
const COLLECT_EVERY = 50;

type Sums = { states: number; revived: number; promises: number; ops: number };

export const mode: Mode = {
  name: "states",
  async run(torment) {
    const { tally } = torment;
    const missing = straceMissing();
    if (missing !== null) {
      tally.skip(missing);
      return "nothing was tried";
    }
    const sums: Sums = { states: 0, revived: 0, promises: 0, ops: 0 };
    const wanted = Math.ceil(sizeOf(torment, STATES, STATES_FULL) / 2);
    for (const record of [recordNames, recordEffects])
      await withHome(tally, async (home) => trySession(await record(home), torment, wanted, sums));
    if (sums.promises === 0)
      tally.fail("progress", "the run is void: nothing had been promised in any state");
    return `${sums.states} different states of 2 traces of ${sums.ops} operations, ${sums.promises} promises looked for, ${sums.revived} states brought to their end by the binary, ${tally.failed} wrong`;
  },
};

async function trySession(
  session: Session,
  { tally, random }: Torment,
  wanted: number,
  sums: Sums,
): Promise<void> {
  const { history } = session;
  const seen = new Set<bigint>();
  sums.ops += history.ops.length;
  for (let tries = 0; seen.size < wanted && tries < wanted * 10; tries++) {
    const at = random.int(1, history.ops.length + 1);
    const fates = { data: fateOf(random), names: fateOf(random) };
    const state = crashState(history, at, fates, random);
    const key = Bun.hash(`${at} ${keyOf(state)}`) as bigint;
    if (seen.has(key)) continue;
    seen.add(key);
    const known = knownAt(history.ops, at);
    const own = tally.branch();
    await withHome(own, async (home) => {
      materialise(history, state, home.dir);
      const problems = await judgeState(home, session, known);
      if (problems.length === 0 && seen.size % REVIVED_EVERY === 0) {
        problems.push(...(await revive(home)));
        sums.revived += 1;
      }
      own.judge(`after ${at} operations, data ${fates.data}, names ${fates.names}`, problems);
    });
    sums.states += 1;
    sums.promises += known.promised.length + known.performed.length;
    if (sums.states % COLLECT_EVERY === 0) Bun.gc(true);
  }
}

/** The extremes are few states; the weak middle is where the many are. */
function fateOf(random: Random): Fate {
  return random.next() < 0.3 ? random.pick(FATES) : random.pick(["one after the other", "each by itself"]);
}
