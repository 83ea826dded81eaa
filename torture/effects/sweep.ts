// E1, E2: the worker dies at its k-th write or sync of a journal, or when it is about to hand an effect over. From the
// trace it is known what was on disk by then.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { judgeBytes } from "../lib/journal.ts";
import type { Random } from "../lib/random.ts";
import { type Call, type Traced, trace } from "../lib/strace.ts";
import { type Round, readSeen } from "./flow.ts";
import { judgeEffects, type World } from "./judge.ts";
import { commandsOf } from "./threads.ts";
import { bringToEnd, openThreads, promptOf, wordsFor } from "./world.ts";

export type Cut = { call: "write" | "fdatasync" | "mkdir"; at: number; flow: string };

export function nameOf({ call, at, flow }: Cut): string {
  return `${flow} ${call}:signal=KILL:when=${at}`;
}

const ROUNDS: Round[] = [{ do: "keyed" }, { do: "once" }, { do: "any" }];
/** Taken up, the gate, four lines a round (an any has its intents in one), the end. */
export const CALLS = 2 + 4 * ROUNDS.length + 1;

/** The engine makes its folder, and may die right before. */
const OWN = ["--workspace", "own"];

/** A thread that stands at a gate without a worker is resumed under strace. */
export async function cutResume(world: World, cut: Cut, random: Random): Promise<string[]> {
  const { home } = world;
  const gate = join(home.dir, `gate-${random.int(0, 2 ** 31)}`);
  const prompt = promptOf(world, [{ do: "gate", gate }, ...ROUNDS]);
  const id = await home.start(cut.flow, "--prompt", prompt, ...OWN);
  await home.untilStatus(id, "running");
  await home.crash();
  writeFileSync(gate, "");
  return cutWhile(world, cut, id, ["resume", id, "--json"], random);
}

/** A thread that waits for a decision gets one under strace. */
export async function cutDecision(world: World, cut: Cut, random: Random): Promise<string[]> {
  const { home } = world;
  const prompt = promptOf(world, [{ do: "approve" }, { do: "keyed" }]);
  const id = await home.start(cut.flow, "--prompt", prompt, ...OWN);
  await home.untilStatus(id, "waiting");
  await home.untilQuiet();
  const problems = await cutWhile(world, cut, id, ["approve", id, "--json"], random);
  const decided = openThreads(world).length;
  return decided === 0 ? problems : [...problems, "the decision did not bring the thread on"];
}

async function cutWhile(
  world: World,
  cut: Cut,
  id: string,
  args: string[],
  random: Random,
): Promise<string[]> {
  const { home } = world;
  const path = await home.journalPath(id);
  const before = readFileSync(path);
  const watched = cut.call === "mkdir" ? [path, home.layout.workspace(id)] : [path];
  const traced = await trace(home, args, watched, `${cut.call}:signal=KILL:when=${cut.at}`);
  await home.untilQuiet();
  const problems = [...unsafeProblems(world, traced, path, before), ...judgeEffects(world).problems];
  for (const open of openThreads(world)) problems.push(...(await secondWord(world, open, random)));
  return [...problems, ...(await bringToEnd(world, random)), ...judgeEffects(world).problems];
}

/** What is decided is decided: somebody who comes after the crash is refused. */
async function secondWord(
  world: World,
  open: ReturnType<typeof openThreads>[number],
  random: Random,
): Promise<string[]> {
  const decided = open.commands.find((one) => one.do === "approve" && one.decisions.length > 0);
  if (decided === undefined || wordsFor(open, world, random).length > 0) return [];
  const ran = await world.home.uw(["deny", open.threadId, "--json"]);
  return ran.exitCode === 0 ? [`${open.threadId} was decided a second time`] : [];
}

/** What was on disk when the worker died is all that may have had consequences. */
function unsafeProblems(world: World, traced: Traced, path: string, before: Buffer): string[] {
  const own = traced.calls.filter((call) => call.path === path);
  const bytes = readFileSync(path);
  const synced = before.length + syncedBytes(own);
  if (before.length + writtenBytes(own) !== bytes.length)
    return ["the run is void: the trace does not add up to the file"];
  const { lines } = judgeBytes(bytes);
  const safe = judgeBytes(bytes.subarray(0, synced)).lines.length;
  const { commands } = commandsOf(lines);
  const problems: string[] = [];
  for (const command of commands) {
    if (command.seq > safe && world.ledger.called(command.nonce).length > 0 && command.nonce !== "")
      problems.push(`${command.nonce} was performed before its intent was on disk`);
  }
  const unsafe = new Set(
    commands.flatMap(({ id, receipts }) => (receipts.some(({ seq }) => seq > safe) ? [id] : [])),
  );
  for (const { answer } of readSeen(world.seen))
    for (const id of unsafe)
      if (JSON.stringify(answer).includes(id))
        problems.push(`the answer to ${id} was given before it was on disk`);
  for (const { decisions, stepId } of commands)
    if (
      decisions.some(({ seq }) => seq > safe) &&
      readSeen(world.seen).some(({ what }) => what === "approve")
    )
      problems.push(`the decision about ${stepId} had consequences before it was on disk`);
  // Whoever watches syncs what a dead worker left before they tell of it.
  const told = judgeBytes(bytes.subarray(0, before.length + syncedBytes(own.filter(isDone)))).lines.length;
  for (const [, seq] of traced.stderr.matchAll(/"record\.durable"[^\n]*"seq":(\d+)/g))
    if (Number(seq) > told) problems.push(`record ${seq} was called durable before it was`);
  return problems;
}

function isDone({ result }: Call): boolean {
  return result >= 0;
}

function writtenBytes(calls: readonly Call[]): number {
  return calls.reduce((sum, { name, result }) => sum + (name === "write" && result > 0 ? result : 0), 0);
}

/** By the worker: what a reader syncs after its death, that is after the call that did not return, comes too late. */
function syncedBytes(calls: readonly Call[]): number {
  let written = 0;
  let synced = 0;
  for (const { name, result } of calls) {
    if (result < 0) break;
    if (name === "write") written += result;
    else synced = written;
  }
  return synced;
}
