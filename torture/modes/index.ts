// H4, H5: the index is lost, old, ahead, nonsense, held or full beside threads that wait. The journals decide: nothing sleeps
// past its time, and no worker dies of it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TempHome, until } from "../../tests/support/temp-home.ts";
import { ASKING, STAYING, sleeper } from "../index/flow.ts";
import { backUp, HARMS, type Harm, obstruct } from "../index/harm.ts";
import { readJudged, withHome } from "../lib/home.ts";
import { resultsOf } from "../lib/journal.ts";
import { type Mode, sizeOf } from "../lib/mode.ts";
import type { Random } from "../lib/random.ts";

const ROUNDS = 28;
const ROUNDS_FULL = 1_000;
const DAY_MS = 86_400_000;

export const mode: Mode = {
  name: "index",
  async run({ tally, random, full, share }) {
    const rounds = Math.max(HARMS.length, sizeOf({ full, share }, ROUNDS, ROUNDS_FULL));
    for (let round = 0; round < rounds; round++) {
      const harm = HARMS[round % HARMS.length] as Harm;
      await withHome(tally, async (home) => {
        tally.judge(`${round}: ${harm.name}`, await tryHarm(home, random, harm, round));
      });
    }
    return `${rounds} homes, ${HARMS.length} harms, ${tally.failed} wrong`;
  },
};

async function tryHarm(home: TempHome, random: Random, harm: Harm, round: number): Promise<string[]> {
  await home.add("strict", sleeper("strict"));
  await home.add("steps", sleeper("steps"));
  await home.add("asking", ASKING);
  await home.add("staying", STAYING);
  const gate = join(home.dir, "gate");
  const copies = [backUp(home, "first.db")];
  const staying = await home.start("staying", "--prompt", gate);
  const [worker] = await home.workers();
  const asleep = [await ran(home, "strict"), await ran(home, "steps")];
  copies.push(backUp(home, "second.db"));
  // While these start and park, their rows cannot be written.
  const letGo = obstruct(home, round % 2 === 0 ? "held" : "full");
  asleep.push(await ran(home, random.pick(["strict", "steps"])));
  const asking = await ran(home, "asking");
  const answered = (await home.uw(["ps", "--json"])).json.threads.length;
  letGo();
  await harm.do(home, random, copies);
  const problems = answered === 1 ? [] : [`ps shows ${answered} threads while the index cannot be written`];
  problems.push(...(await lookProblems(home, { staying, asleep, asking })));
  const tick = await home.uw(["tick", "--now", String(Date.now() + DAY_MS), "--json"]);
  if (tick.exitCode !== 0) problems.push(`tick: exit ${tick.exitCode} ${tick.stdout.trim()}`);
  for (const id of asleep)
    problems.push(...(await endProblems(home, id, "completed", "sleeps past its time")));
  problems.push(...(await endProblems(home, asking, "cancelled", "was not let expire")));
  if (!(await home.workers()).includes(worker as number))
    problems.push(`the worker ${worker} of a thread that runs died`);
  writeFileSync(gate, "");
  problems.push(...(await endProblems(home, staying, "completed", "did not go on")));
  return problems;
}

/** Whether its worker wrote it down or not. */
async function ran(home: TempHome, name: string): Promise<string> {
  const { exitCode, stdout, json } = await home.uw(["run", name, "--json"]);
  if (exitCode !== 0) throw new Error(`run ${name}: exit ${exitCode} ${stdout}`);
  return json.executionId;
}

type Threads = { staying: string; asleep: readonly string[]; asking: string };

/** What lists say before anything is woken. */
async function lookProblems(home: TempHome, { staying, asleep, asking }: Threads): Promise<string[]> {
  const listed = await home.uw(["threads", "--all", "--json"]);
  if (listed.exitCode !== 0) return [`threads: exit ${listed.exitCode} ${listed.stdout.trim()}`];
  const statuses = new Map(
    (listed.json.threads as { threadId: string; status: string }[]).map((one) => [one.threadId, one.status]),
  );
  const expected = [[staying, "running"], ...[...asleep, asking].map((id) => [id, "waiting"])];
  const problems = expected.flatMap(([id, status]) =>
    statuses.get(id as string) === status
      ? []
      : [`${id} is listed as ${statuses.get(id as string)}, not ${status}`],
  );
  const { approvals } = (await home.uw(["approvals", "--json"])).json;
  if (approvals.length !== 1 || approvals[0].threadId !== asking)
    problems.push(`${asking} waits for a person and approvals shows ${approvals.length}`);
  return problems;
}

/** From the journal alone. */
async function endProblems(home: TempHome, id: string, status: string, what: string): Promise<string[]> {
  const results = async () => resultsOf((await readJudged(home, id)).lines);
  await until(async () => ((await results()).length > 0 ? true : null), id, 15_000).catch(() => {});
  const ends = (await results()).map((result) => String(result.status));
  if (ends.length === 0) return [`${id} ${what}`];
  return ends.length === 1 && ends[0] === status ? [] : [`${id} ended as ${ends.join(" ")}, not ${status}`];
}
