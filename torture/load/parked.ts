// Ten thousand threads that wait for a person are files, and nothing else.
import { footprintOf } from "../../tests/support/footprint.ts";
import { startMany } from "../../tests/support/start-many.ts";
import { type TempHome, until } from "../../tests/support/temp-home.ts";
import { readJudged, verifyProblems } from "../lib/home.ts";
import { resultsOf } from "../lib/journal.ts";
import type { Torment } from "../lib/mode.ts";
import { spread } from "../lib/spread.ts";

const ANSWERED = 20;
const LEAVE_MS_MAX = 60_000;

const WAITING_BUNDLE = `
export default async function* (input) {
  if (input.steps.length === 0) yield { role: "worker", content: crypto.randomUUID(), meta: {} };
  yield { do: "approve", prompt: "go on?" };
  return { returnCode: 0, summary: "went on: " + input.prompt };
}
`;

/** Answers what can be said against it. */
export async function parkMany(home: TempHome, count: number, random: Torment["random"]): Promise<string[]> {
  await home.add("waits", WAITING_BUNDLE);
  const prompts = Array.from({ length: count }, (_, number) => `thread ${number}`);
  const ids = await startMany(home, "waits", prompts);
  if (footprintOf(home.home).processes === 0) return ["void: no process was seen while they ran"];
  const gone = async () => (footprintOf(home.home).processes === 0 ? true : null);
  const left = await until(gone, "the worker to leave", LEAVE_MS_MAX).catch(() => false);
  if (!left) return [`${footprintOf(home.home).processes} processes stay for threads that only wait`];
  const problems: string[] = [];
  const { approvals } = (await home.uw(["approvals", "--json"])).json;
  if (approvals.length !== count) problems.push(`${approvals.length} of ${count} threads wait`);
  const asleep = await home.uw(["resume", "--all", "--json"]);
  if (asleep.exitCode !== 0)
    problems.push(`resume --all: exit ${asleep.exitCode} ${asleep.stdout.slice(0, 200)}`);
  for (const id of spread(ids, ANSWERED, random)) problems.push(...(await goesOn(home, id)));
  return problems;
}

async function goesOn(home: TempHome, id: string): Promise<string[]> {
  const ran = await home.uw(["approve", id, "--json"]);
  if (ran.json.status !== "ok") return [`approve ${id}: exit ${ran.exitCode} ${ran.stdout.trim()}`];
  const { lines, problems } = await readJudged(home, id);
  const summary = resultsOf(lines)[0]?.summary;
  const { prompt } = (lines[0]?.record.parameters ?? {}) as { prompt?: string };
  if (summary !== `went on: ${prompt}`) problems.push(`${id} ended with ${JSON.stringify(summary)}`);
  return [...problems, ...(await verifyProblems(home, id))];
}
