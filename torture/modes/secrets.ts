// N13, H7: a planted secret, through every effect and every failure; then it is looked for in all that is left. And every
// way data enters, with a reference in it.
import { existsSync, readFileSync, truncateSync } from "node:fs";
import { until } from "../../tests/support/temp-home.ts";
import { killWorkers } from "../lib/home.ts";
import type { Mode } from "../lib/mode.ts";
import { partOf } from "../lib/spread.ts";
import { twoAtOnce } from "../lib/two-at-once.ts";
import { makeCanary } from "../secrets/canary.ts";
import { ENTRIES } from "../secrets/entries.ts";
import { casesOf, lingering } from "../secrets/uses.ts";
import { World } from "../secrets/world.ts";

/** Each with another secret. */
const ROUNDS_FULL = 20;

type Trial = { name: string; run(world: World): Promise<string[]>; isUsed: boolean };

export const mode: Mode = {
  name: "secrets",
  async run(torment) {
    const { random, tally, full } = torment;
    let tried = 0;
    for (let round = 0; round < (full ? ROUNDS_FULL : 1); round++) {
      const canary = makeCanary(random);
      await twoAtOnce(partOf(allTrials(canary), torment), async (trial) => {
        const determinism = random.pick(["strict", "steps"] as const);
        await using world = await World.make(canary, determinism);
        tally.judge(`${trial.name} (${determinism})`, await judge(trial, world));
        tried += 1;
      });
    }
    return `${tried} trials, ${tally.failed} gave it away`;
  },
};

async function judge(trial: Trial, world: World): Promise<string[]> {
  const problems = await trial.run(world);
  await killWorkers(world.home);
  const unused = trial.isUsed && !world.wasUsed() ? ["nothing ever had the secret: nothing was tried"] : [];
  return [...problems, ...unused, ...world.leaks()];
}

function allTrials(canary: string): Trial[] {
  const names = casesOf({ own: "", ledger: "" }, canary).map(({ name }) => name);
  const uses = names.map((name, index) => ({
    name,
    isUsed: true,
    async run(world: World) {
      const { uses, flags = [] } = casesOf(world, canary)[index] as ReturnType<typeof casesOf>[number];
      const ran = await world.use(uses, ...flags);
      return ran.json.ok === true ? [] : [`run: ${ran.stdout.slice(0, 300)}`];
    },
  }));
  const ends = ["kill -9", "kill", "cancel", "timeout of the thread", "torn tail"].map((name) => ({
    name: `ended by ${name}`,
    isUsed: true,
    run: (world: World) => endedBy(name, world),
  }));
  return [...uses, ...ends, ...ENTRIES.map((entry) => ({ ...entry, isUsed: false }))];
}

/** Ended while a program that printed the secret runs, and taken up again. */
async function endedBy(how: string, world: World): Promise<string[]> {
  const prompt = JSON.stringify([lingering(world.ledger)]);
  const flags = how === "timeout of the thread" ? ["--timeout-ms", "1500"] : [];
  const started = await world.uw(["run", "use", "--prompt", prompt, "--detach", "--json", ...flags]);
  const id = started.json.executionId as string;
  await until(async () => (existsSync(world.ledger) ? true : null), "the program to have the secret");
  if (how === "kill" || how === "cancel") await world.uw([how, id, "--json"]);
  else if (how === "timeout of the thread") await world.home.untilStatus(id, "failed");
  else await world.home.crash();
  if (how === "torn tail") {
    const path = await world.home.journalPath(id);
    truncateSync(path, readFileSync(path).length - 7);
  }
  await world.uw(["resume", id, "--detach", "--json"]);
  // What the tear took was never acknowledged: the program is started once more.
  if (how === "torn tail")
    await until(async () => (timesUsed(world) > 1 ? true : null), "the second program");
  for (const verb of ["thread", "why", "logs", "verify"]) await world.uw([verb, id, "--json"]);
  await world.uw(["approvals", "--json"]);
  await world.uw(["kill", id, "--json"]);
  return [];
}

function timesUsed({ ledger }: World): number {
  return readFileSync(ledger, "utf8").split("\n").length - 1;
}
