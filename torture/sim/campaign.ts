// Many worlds, one after the other, until so many crash points were lived through.
import type { Random } from "../../packages/workflow/src/sim/random.ts";
import { randomFrom } from "../../packages/workflow/src/sim/random.ts";
import { drawProgram, PROGRAM_KINDS } from "./programs.ts";
import { type Kept, type Lived, liveThrough, type WorldCounts } from "./world.ts";

export type Campaign = {
  worlds: number;
  counts: WorldCounts;
  /** By how the threads ended. */
  ended: Record<string, number>;
  failures: { seed: number; scenario: string; problems: string[] }[];
};

const TWICE_EVERY = 10;
/** One world in four keeps its lines in batches. */
const BATCHES = 0.25;
const FAILURES_MAX = 12;

/** `seed`: of the campaign; every world has one of its own, drawn from it. */
export async function campaign(
  seed: number,
  crashPoints: number,
  onWorld: (failed: Campaign["failures"][number] | null) => void = () => {},
  only?: Kept,
): Promise<Campaign> {
  const sum: Campaign = { worlds: 0, counts: noCounts(), ended: {}, failures: [] };
  for (let index = 0; sum.counts.crashes < crashPoints && sum.failures.length < FAILURES_MAX; index++) {
    const worldSeed = (seed + index * 7919) >>> 0;
    const { scenario, lived } = await oneWorld(worldSeed, index % TWICE_EVERY === 0, only);
    sum.worlds += 1;
    for (const key of Object.keys(lived.counts) as (keyof WorldCounts)[])
      sum.counts[key] += lived.counts[key];
    sum.ended[lived.status] = (sum.ended[lived.status] ?? 0) + 1;
    const failed =
      lived.problems.length === 0 ? null : { seed: worldSeed, scenario, problems: lived.problems };
    if (failed !== null) sum.failures.push(failed);
    onWorld(failed);
    // A world that never crashes would be lived for ever.
    if (index > 100 && sum.counts.crashes * 10 < index) break;
  }
  return sum;
}

/** The same seed is the same world, byte for byte. */
export async function oneWorld(
  seed: number,
  isTwice: boolean,
  only?: Kept,
): Promise<{ scenario: string; lived: Lived }> {
  const random = randomFrom(seed).branch("program");
  const kind = random.pick(PROGRAM_KINDS);
  const isStrict = random.chance(0.5);
  const draw = (from: Random) => drawProgram(kind, isStrict, from);
  const kept = only ?? (randomFrom(seed).branch("kept").chance(BATCHES) ? "batches" : "file");
  const lived = await liveThrough(draw(random.branch("draw")), seed, kept);
  if (isTwice) {
    const again = await liveThrough(draw(random.branch("draw")), seed, kept);
    if (!again.bytes.equals(lived.bytes)) lived.problems.push("the same seed gave other bytes");
  }
  const where = kept === "file" ? "" : ", in batches";
  return { scenario: `${kind} ${isStrict ? "strict" : "steps"}${where}`, lived };
}

function noCounts(): WorldCounts {
  return {
    crashes: 0,
    lives: 0,
    clockJumps: 0,
    routinesLost: 0,
    peopleActs: 0,
    sent: 0,
    late: 0,
    double: 0,
    appliedAfterCrash: 0,
    lines: 0,
    forks: 0,
    batches: 0,
    lostWrites: 0,
    tornTails: 0,
    zeroTails: 0,
    shortWrites: 0,
    writeErrors: 0,
    syncErrors: 0,
  };
}
