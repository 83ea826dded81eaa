// The real engine in one process, with a seeded disk, clock, scheduler, executors and people: killed at any moment, with
// torn and lost writes, late and double answers, and clocks that jump.
// A world that went wrong is named; bun torture/sim/one.ts <world> lives it once more, alone, and shows its journal.
import { type Mode, sizeOf } from "../lib/mode.ts";
import { campaign } from "../sim/campaign.ts";

const CRASH_POINTS = 20_000;
const CRASH_POINTS_FULL = 1_000_000;

export const mode: Mode = {
  name: "sim",
  async run({ random, full, share, tally }) {
    const wanted = sizeOf({ full, share }, CRASH_POINTS, CRASH_POINTS_FULL);
    const { worlds, counts, ended } = await campaign(random.int(0, 2 ** 32), wanted, (failed) => {
      if (failed === null) return void tally.judge("a world", []);
      tally.judge(`world ${failed.seed}, ${failed.scenario}`, failed.problems);
    });
    // A campaign that got nowhere has shown nothing.
    if (counts.crashes < wanted && tally.failed === 0)
      tally.fail("progress", `${counts.crashes} of ${wanted} crash points`);
    if ((ended.completed ?? 0) * 4 < worlds && tally.failed === 0)
      tally.fail("progress", `${ended.completed ?? 0} of ${worlds} threads completed`);
    const { crashes, lostWrites, tornTails, zeroTails, shortWrites, writeErrors, syncErrors } = counts;
    const { late, double, clockJumps, sent, peopleActs, lines, forks } = counts;
    return [
      `${crashes} crash points in ${worlds} threads and ${forks} forks of them (${lines} lines, ${sent} effects sent, ${peopleActs} acts of people)`,
      `${lostWrites} lost writes, ${tornTails} torn and ${zeroTails} zeroed tails, ${shortWrites} short writes`,
      `${writeErrors + syncErrors} disk errors, ${late} late and ${double} double receipts, ${clockJumps} clock jumps`,
      `${tally.failed} wrong`,
    ].join("; ");
  },
};
