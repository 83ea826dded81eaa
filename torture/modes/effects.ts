// E1, E2, A2, H3: effects and approvals under kill -9, of threads that come back and of threads that cannot. An outside
// ledger says what was done, and how often.
import { campaign } from "../effects/campaign.ts";
import { raceDecisions } from "../effects/decision-races.ts";
import { type Figures, judgeEffects, type World } from "../effects/judge.ts";
import { killAt, POINTS } from "../effects/points.ts";
import { CALLS, type Cut, cutDecision, cutResume, nameOf } from "../effects/sweep.ts";
import { FLOWS, openWorld } from "../effects/world.ts";
import { stormForgetful } from "../forgetful/storm.ts";
import { withHome } from "../lib/home.ts";
import { type Mode, sizeOf, type Torment } from "../lib/mode.ts";
import { spread } from "../lib/spread.ts";
import { straceMissing } from "../lib/strace.ts";

const RACES = 500;
const RACES_FULL = 5_000;
const KILLS = 300;
const KILLS_FULL = 10_000;
const KILLS_PER_HOME = 40;
/** A decision, its consequence, and what follows. */
const DECISION_CALLS = 4;

export const mode: Mode = {
  name: "effects",
  async run(torment) {
    const sums: Figures = { calls: 0, applied: 0, receipts: 0, decisions: 0, seen: 0 };
    const points = await tryPoints(torment, sums);
    const cuts = await tryCuts(torment, sums);
    const races = sizeOf(torment, RACES, RACES_FULL);
    await inWorld(torment.tally, sums, async (world) =>
      torment.tally.judge(`${races} races`, await raceDecisions(world, races, torment.random)),
    );
    const kills = await tryCampaigns(torment, sums);
    const storms = await stormForgetful(torment);
    const { calls, applied, receipts, decisions, seen } = sums;
    if (applied < points || receipts === 0)
      torment.tally.fail("progress", `the run is void: ${applied} applications, ${receipts} receipts`);
    return [
      `${points} kills at points, ${cuts} at calls of the kernel, ${kills} at random times; ${races} races of decisions;`,
      `${calls} calls, ${applied} applied, ${receipts} receipts, ${decisions} decisions, ${seen} answers given;`,
      `${storms.threads} threads that cannot come back, ${storms.kills} of their workers killed, ${storms.words} verbs;`,
      `${torment.tally.failed} cases lost, repeated or silently resent`,
    ].join(" ");
  },
};

async function tryPoints({ tally, random, full, share }: Torment, sums: Figures): Promise<number> {
  const points = full ? POINTS : spread(POINTS, Math.ceil(POINTS.length * share), random);
  const repeats = full ? 20 : 1;
  for (let repeat = 0; repeat < repeats; repeat++)
    await inWorld(tally, sums, async (world) => {
      for (const point of points)
        tally.judge(`${point.kind} (${point.flow}) at ${point.at}`, await killAt(world, point, random));
    });
  return repeats * points.length;
}

async function tryCuts(torment: Torment, sums: Figures): Promise<number> {
  const { tally, random } = torment;
  const missing = straceMissing();
  if (missing !== null) {
    tally.skip(`kills at calls of the kernel: ${missing}`);
    return 0;
  }
  const resumes = cutsOf(CALLS, torment);
  const decisions = cutsOf(DECISION_CALLS, torment);
  for (const cut of decisions)
    await inWorld(tally, sums, async (world) =>
      tally.judge(`approve, ${nameOf(cut)}`, await cutDecision(world, cut, random)),
    );
  for (const cut of resumes)
    await inWorld(tally, sums, async (world) =>
      tally.judge(`resume, ${nameOf(cut)}`, await cutResume(world, cut, random)),
    );
  return resumes.length + decisions.length;
}

/** Each call once, the flows in turn; every call of both in the long form. */
function cutsOf(calls: number, { full, share, random }: Torment): Cut[] {
  const cuts: Cut[] = [];
  for (let at = 1; at <= calls; at++)
    for (const [index, call] of (["write", "fdatasync"] as const).entries())
      for (const [other, flow] of FLOWS.entries())
        if (full || (at + index) % 2 === other) cuts.push({ call, at, flow });
  for (const flow of FLOWS) cuts.push({ call: "mkdir", at: 1, flow });
  return full ? cuts : spread(cuts, Math.ceil(cuts.length * share), random);
}

async function tryCampaigns(torment: Torment, sums: Figures): Promise<number> {
  const { tally } = torment;
  let kills = 0;
  for (let left = sizeOf(torment, KILLS, KILLS_FULL); left > 0; left -= KILLS_PER_HOME)
    await inWorld(tally, sums, async (world) => {
      kills += await campaign(world, torment, Math.min(left, KILLS_PER_HOME));
    });
  return kills;
}

async function inWorld(
  tally: Torment["tally"],
  sums: Figures,
  work: (world: World) => Promise<unknown>,
): Promise<void> {
  await withHome(tally, async (home) => {
    const world = await openWorld(home);
    await work(world);
    const { figures } = judgeEffects(world);
    for (const key of Object.keys(sums) as (keyof Figures)[]) sums[key] += figures[key];
  });
}
