// bun torture/sim/one.ts <world>
//
// One world of the simulation, by the number a failure names: what went wrong, and its journal.
import { oneWorld } from "./campaign.ts";

const seed = Number(process.argv[2]);
if (!Number.isSafeInteger(seed)) throw new Error("usage: bun torture/sim/one.ts <world>");
const { scenario, lived } = await oneWorld(seed, true);
console.log(`${scenario}: ${lived.status}, ${lived.counts.crashes} crashes in ${lived.counts.lives} lives`);
console.log(lived.bytes.toString());
for (const problem of lived.problems) console.log(problem);
process.exit(lived.problems.length === 0 ? 0 : 1);
