// A thousand threads at work in one worker: each records its own steps, and one of them can be stopped.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startMany } from "../../tests/support/start-many.ts";
import { type TempHome, until } from "../../tests/support/temp-home.ts";
import { killProblems } from "../lib/answered-kill.ts";
import { readJudged, verifyProblems } from "../lib/home.ts";
import { resultsOf, rolesOf } from "../lib/journal.ts";
import type { Torment } from "../lib/mode.ts";
import { spread } from "../lib/spread.ts";
import { doubleWorkers, workerProcesses } from "../lib/workers.ts";
import { peakMb } from "./peak.ts";

const STEPS = 5;
const VERIFIED = 20;
const END_MS_MAX = 180_000;

/** The prompt is `<gate>|<own word>`. A thread does its first step, waits for the gate, and does the others. */
const GATED_BUNDLE = `
import { existsSync } from "node:fs";
export default async function* (input) {
  const [gate, word] = input.prompt.split("|");
  for (let step = input.steps.length; step < ${STEPS}; step++) {
    while (step === 1 && !existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 250));
    yield { role: "worker", content: word + " " + step, meta: {} };
  }
  return { returnCode: 0, summary: word };
}
`;

export type Crowd = { problems: string[]; killMs: number; workerMb: number };

export async function runMany(home: TempHome, count: number, random: Torment["random"]): Promise<Crowd> {
  await home.add("gated", GATED_BUNDLE);
  const gate = join(home.dir, "gate");
  const words = Array.from({ length: count }, () => crypto.randomUUID());
  const ids = await startMany(
    home,
    "gated",
    words.map((word) => `${gate}|${word}`),
  );
  const problems = await atTheGate(home, count);
  const killed = random.pick(ids);
  const kill = await killProblems(home, killed);
  problems.push(...kill.problems);
  const workerMb = Math.max(...[...workerProcesses(home).values()].flat().map(peakMb));
  await writeFile(gate, "");
  await until(async () => ((await home.workers()).length === 0 ? true : null), "the end of all", END_MS_MAX);
  for (const [index, id] of ids.entries()) {
    const judged = await readJudged(home, id);
    problems.push(...judged.problems.map((problem) => `${id}: ${problem}`));
    if (id === killed) continue;
    const wanted = Array.from({ length: STEPS }, (_, step) => `${words[index]} ${step}`);
    const contents = rolesOf(judged.lines).map((record) => record.content);
    if (contents.join() !== wanted.join()) problems.push(`${id} recorded ${contents.join()}`);
    if (resultsOf(judged.lines)[0]?.summary !== words[index]) problems.push(`${id} has no end of its own`);
  }
  for (const id of spread(ids, VERIFIED, random)) problems.push(...(await verifyProblems(home, id)));
  return { problems, killMs: kill.ms, workerMb };
}

/** All of them have recorded a step, run, and are in one worker. */
async function atTheGate(home: TempHome, count: number): Promise<string[]> {
  const { threads } = (await home.uw(["threads", "--all", "--json"])).json;
  const running = threads.filter((thread: { status: string }) => thread.status === "running").length;
  const hosts = workerProcesses(home);
  return [
    ...(running === count ? [] : [`${running} of ${count} threads run`]),
    ...(hosts.size === 1 ? [] : [`${hosts.size} bundles have workers`]),
    ...(await doubleWorkers(home)),
  ];
}
