// Where two command lines meet.
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Ran, type TempHome, until } from "../../tests/support/temp-home.ts";
import { findJournals, killWorkers, readJudged, verifyProblems } from "../lib/home.ts";
import { resultsOf, rolesOf } from "../lib/journal.ts";
import { PACED_BUNDLE } from "../lib/paced-bundle.ts";
import type { Random } from "../lib/random.ts";

export type Arena = { home: TempHome; random: Random; round: number };

export type Pair = {
  name: string;
  /** Before the rounds of one home. */
  prepare?(arena: Arena, rounds: number): Promise<void>;
  /** One meeting. Returns what was wrong. */
  meet(arena: Arena): Promise<string[]>;
};

/** When each answered, too: what happens later must agree with it. */
export type Answered = Ran & { at: number };

/** The second starts up to so many milliseconds after the first, or before it. */
export async function both(
  arena: Arena,
  first: string[],
  second: string[],
  spreadMs = 30,
): Promise<[Answered, Answered]> {
  const { home, random } = arena;
  const gap = random.int(-spreadMs, spreadMs + 1);
  const later = async (args: string[], ms: number) => {
    if (ms > 0) await Bun.sleep(ms);
    const ran = await home.uw([...args, "--json"]);
    return Object.assign(ran, { at: Date.now() });
  };
  return Promise.all([later(first, -gap), later(second, gap)]);
}

/** Every answer is one JSON document and one of our exit codes; 40 is a bug whatever else happened. */
export function answerProblems(what: string, ran: Ran, allowed: readonly number[]): string[] {
  const said = `${what}: exit ${ran.exitCode} ${ran.stdout.trim().slice(0, 400)} ${ran.stderr.trim().slice(-200)}`;
  try {
    JSON.parse(ran.stdout);
  } catch {
    return [`${said} (not JSON)`];
  }
  return allowed.includes(ran.exitCode) ? [] : [said];
}

export async function startPaced(arena: Arena, prompt: string): Promise<string> {
  return arena.home.start("paced", "--prompt", prompt, "--max-rounds", "100000");
}

export async function addPaced({ home }: Arena): Promise<void> {
  await home.add("paced", PACED_BUNDLE);
}

const interruptedOf = new WeakMap<TempHome, string[]>();

/** Threads of five steps that lost their worker after two. */
export async function prepareInterrupted(arena: Arena, count: number): Promise<void> {
  await addPaced(arena);
  const gate = join(arena.home.dir, "gate");
  const ids: string[] = [];
  while (ids.length < count) ids.push(await startPaced(arena, `5|2|${gate}|${ledgerOf(arena)}`));
  for (const id of ids) await arena.home.untilSteps(id, 2);
  await killWorkers(arena.home);
  await arena.home.untilQuiet();
  await writeFile(gate, "");
  interruptedOf.set(arena.home, ids);
}

/** When the thread began its steps, in milliseconds. */
export function stepTimes(arena: Arena, id: string): number[] {
  const path = `${ledgerOf(arena)}-${id}`;
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean).map(Number) : [];
}

function ledgerOf({ home }: Arena): string {
  return join(home.dir, "ledger");
}

export function takeInterrupted({ home }: Arena): string {
  const id = interruptedOf.get(home)?.pop();
  if (id === undefined) throw new Error("no interrupted thread is left");
  return id;
}

/** The one end of a thread, and everything else that must be true of it. */
export async function endProblems(arena: Arena, id: string, wanted: readonly string[]): Promise<string[]> {
  const { home } = arena;
  await until(
    async () => (resultsOf((await readJudged(home, id)).lines).length > 0 ? true : null),
    `${id} to end`,
    15_000,
  ).catch(() => {});
  const judged = await readJudged(home, id);
  const results = resultsOf(judged.lines);
  const problems = [...judged.problems, ...stepProblems(judged.lines)];
  if (results.length !== 1) problems.push(`${id}: ${results.length} results`);
  else if (!wanted.includes(String(results[0]?.status)))
    problems.push(`${id}: ended as ${results[0]?.status}, not ${wanted.join(" or ")}`);
  // The seal is written a moment after the result; what is judged is the thread at rest.
  await until(
    async () => ((await readJudged(home, id)).lines.at(-1)?.record.kind === "seal" ? true : null),
    `the seal of ${id}`,
    3_000,
  ).catch(() => {});
  return [...problems, ...(await verifyProblems(home, id))];
}

export async function endOf(arena: Arena, id: string): Promise<string> {
  return String(resultsOf((await readJudged(arena.home, id)).lines)[0]?.status);
}

export function stepProblems(lines: Parameters<typeof rolesOf>[0]): string[] {
  const steps = rolesOf(lines).map((record) => (record.meta as { step: number }).step);
  return steps.some((step, index) => step !== index) ? [`steps ${steps.join(" ")}`] : [];
}

export function hasJournal({ home }: Arena, id: string): boolean {
  return findJournals(home).some(({ threadId }) => threadId === id);
}
