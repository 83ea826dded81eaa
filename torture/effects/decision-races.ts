// A2: a yes and a no at the same moment, again and again. One of them is recorded and carried out.
import { readFileSync } from "node:fs";
import { until } from "../../tests/support/temp-home.ts";
import { judgeBytes, resultsOf } from "../lib/journal.ts";
import type { Random } from "../lib/random.ts";
import type { Round } from "./flow.ts";
import { judgeEffects, type World } from "./judge.ts";
import { settle } from "./settle.ts";
import { commandsOf } from "./threads.ts";
import { FLOWS, promptOf } from "./world.ts";

const THREADS = 10;

/** Answers what went wrong in so many races, spread over threads that run side by side. */
export async function raceDecisions(world: World, races: number, random: Random): Promise<string[]> {
  const rounds = Math.ceil(races / THREADS);
  const problems = await Promise.all(
    Array.from({ length: THREADS }, (_, index) =>
      raceThread(world, FLOWS[index % 2] as string, rounds, random),
    ),
  );
  await world.home.untilQuiet();
  return [...problems.flat(), ...judgeEffects(world).problems];
}

async function raceThread(world: World, flow: string, rounds: number, random: Random): Promise<string[]> {
  const { home } = world;
  const asks = Array.from({ length: rounds }, (): Round => ({ do: "approve" }));
  const id = await home.start(flow, "--prompt", promptOf(world, asks), "--max-rounds", String(rounds + 1));
  const path = await home.journalPath(id);
  const read = () => judgeBytes(readFileSync(path)).lines;
  const problems: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const stepId = `ask-${round}`;
    const find = () => commandsOf(read()).commands.find((one) => one.stepId === stepId);
    await until(async () => find() ?? null, `${stepId} of ${id}`);
    const words = random.next() < 0.5 ? (["approve", "deny"] as const) : (["deny", "approve"] as const);
    const said = await Promise.all(
      words.map((decision) => settle(home, id, { type: "decide", decision, stepId })),
    );
    const winner = words[said.indexOf("ok")];
    const decisions = find()?.decisions ?? [];
    if (said.toSorted().join(" ") !== "STATE_INVALID ok")
      problems.push(`${stepId} of ${id}: the two were answered ${said.join(" and ")}`);
    if (decisions.length !== 1 || decisions[0]?.decision !== winner)
      problems.push(`${stepId} of ${id}: ${winner} was said to be done, ${decisions.length} are recorded`);
  }
  await until(async () => resultsOf(read())[0] ?? null, `the end of ${id}`);
  return problems;
}
