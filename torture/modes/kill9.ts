// S1, R1: kill -9 of the worker at random times. Nothing acknowledged is lost, no finished step runs again.
//
// Two judges. The command line prints `record.durable {seq, sum}`; the bundle notes in a ledger outside the store when
// the engine asked for the next step. Both are promises, and both are compared with the bytes on disk before the resume.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { collectPromises, type Promised } from "../lib/acknowledged.ts";
import { findJournals, killWorkers, verifyProblems, withHome } from "../lib/home.ts";
import { type Judged, judgeBytes, resultsOf, rolesOf } from "../lib/journal.ts";
import { type Mode, sizeOf, type Torment } from "../lib/mode.ts";
import { NONCE_BUNDLE, readLedger } from "../lib/nonce-bundle.ts";

const KILLS = 300;
const KILLS_FULL = 10_000;
const KILLS_PER_HOME = 100;
const THREADS_AT_ONCE = 5;
/** A worker is up after about this long, so kills fall before, during and after its start. */
const KILL_WITHIN_MS = 260;

export const mode: Mode = {
  name: "kill9",
  async run(torment) {
    const { tally } = torment;
    const total = sizeOf(torment, KILLS, KILLS_FULL);
    const sums: Sums = { kills: 0, promises: 0, acked: 0, threads: 0, steps: 0, cutTails: 0, unsealed: 0 };
    for (let left = total; left > 0; left -= KILLS_PER_HOME)
      await withHome(tally, (home) => campaign(home, torment, Math.min(left, KILLS_PER_HOME), sums));
    const { kills, promises, acked, threads, steps } = sums;
    if (steps < kills) tally.fail("progress", `the run is void: only ${steps} steps in ${kills} kills`);
    return [
      `${kills} kills, ${threads} threads, ${steps} steps, ${promises} promised records and ${acked} acknowledged steps,`,
      `${tally.failed} cases lost or repeated, ${sums.cutTails} torn tails, ${sums.unsealed} ends without a seal`,
    ].join(" ");
  },
};

type Sums = {
  kills: number;
  promises: number;
  acked: number;
  threads: number;
  steps: number;
  cutTails: number;
  unsealed: number;
};

/** One home, killed again and again; threads that end are replaced by new ones until the kills are spent. */
async function campaign(home: TempHome, torment: Torment, kills: number, sums: Sums): Promise<void> {
  const { random, tally } = torment;
  await home.add("nonces", NONCE_BUNDLE);
  const ledger = join(home.dir, "ledger.jsonl");
  const promised: Promised = new Map();
  const before = new Map<string, Buffer>();
  for (let done = 0; done < kills; ) {
    const commands = [watch(home, ["resume", "--all", "--json"], promised)];
    for (let open = openThreads(home); open < THREADS_AT_ONCE; open++) {
      const prompt = `${ledger}|${random.int(1, 160)}|${random.int(0, 4)}`;
      commands.push(
        watch(home, ["run", "nonces", "--prompt", prompt, "--max-rounds", "100000", "--json"], promised),
      );
    }
    const follows = followSome(home, torment, promised);
    await Bun.sleep(random.int(0, KILL_WITHIN_MS));
    const struck = await strike(home, commands);
    await Promise.all([...commands, ...follows]);
    if (struck === 0) continue;
    done += struck;
    sums.kills += struck;
    tally.judge(`kill ${sums.kills}`, judgeKilled(home, promised, before, ledger, sums));
  }
  await finish(home, torment, promised, before, ledger, sums);
}

/** Waits for a worker to kill, unless every command ended without one. */
async function strike(home: TempHome, commands: Promise<unknown>[]): Promise<number> {
  let over = false;
  void Promise.all(commands).then(() => {
    over = true;
  });
  for (;;) {
    const killed = await killWorkers(home);
    if (killed > 0 || over) return killed;
    await Bun.sleep(1);
  }
}

async function watch(
  home: TempHome,
  args: string[],
  promised: Promised,
): Promise<{ exitCode: number; stdout: string }> {
  const child = home.spawn(args);
  const [stdout, , exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    collectPromises(child.stderr, promised),
    child.exited,
  ]);
  return { exitCode, stdout };
}

function followSome(home: TempHome, { random }: Torment, promised: Promised): Promise<unknown>[] {
  const open = findJournals(home).filter(({ path }) => !hasEnded(path));
  return open.length === 0 ? [] : [watch(home, ["follow", random.pick(open).threadId, "--json"], promised)];
}

function openThreads(home: TempHome): number {
  return findJournals(home).filter(({ path }) => !hasEnded(path)).length;
}

function hasEnded(path: string): boolean {
  return resultsOf(judgeBytes(readFileSync(path)).lines).length > 0;
}

/** What is on disk right after a kill, against every promise made so far. */
function judgeKilled(
  home: TempHome,
  promised: Promised,
  before: Map<string, Buffer>,
  ledger: string,
  sums: Sums,
): string[] {
  // The ledger and the promises first: the journals may only have grown since.
  const entries = readLedger(ledger);
  const promises = new Map([...promised].map(([id, sumOf]) => [id, new Map(sumOf)]));
  const problems: string[] = [];
  const journals = new Map<string, Judged>();
  for (const { threadId, path } of findJournals(home)) {
    const bytes = readFileSync(path);
    const judged = judgeBytes(bytes);
    journals.set(threadId, judged);
    problems.push(...judged.problems.map((problem) => `${threadId}: ${problem}`));
    if (judged.tailBytes > 0) sums.cutTails += 1;
    const earlier = before.get(threadId);
    const whole = bytes.subarray(0, judged.wholeBytes);
    if (earlier !== undefined && !whole.subarray(0, earlier.length).equals(earlier))
      problems.push(`${threadId}: the bytes before the kill are no prefix of those after it`);
    before.set(threadId, Buffer.from(whole));
  }
  problems.push(
    ...brokenPromises(promises, journals),
    ...lostSteps(entries, journals),
    ...repeatedSteps(entries),
  );
  return problems;
}

function brokenPromises(promises: Promised, journals: Map<string, Judged>): string[] {
  const problems: string[] = [];
  for (const [threadId, sumOf] of promises)
    for (const [seq, sum] of sumOf)
      if (journals.get(threadId)?.lines[seq - 1]?.sum !== sum)
        problems.push(`${threadId}: record ${seq} (${sum}) was called durable and is not in the journal`);
  return problems;
}

function lostSteps(entries: ReturnType<typeof readLedger>, journals: Map<string, Judged>): string[] {
  const recorded = new Map([...journals].map(([id, judged]) => [id, rolesOf(judged.lines)]));
  return entries
    .filter(
      ({ what, thread, step, nonce }) => what === "acked" && recorded.get(thread)?.[step]?.content !== nonce,
    )
    .map(
      ({ thread, step, nonce }) =>
        `${thread}: step ${step} (${nonce}) was acknowledged and is not in the journal`,
    );
}

/** A step whose end was acknowledged must not begin again. */
function repeatedSteps(entries: ReturnType<typeof readLedger>): string[] {
  const acked = new Set<string>();
  const problems: string[] = [];
  for (const { what, thread, step } of entries) {
    const key = `${thread} ${step}`;
    if (what === "acked") acked.add(key);
    else if (acked.has(key)) problems.push(`${thread}: step ${step} ran again after it was acknowledged`);
  }
  return problems;
}

/** Lets every thread come to its end, then looks at each as a whole. */
async function finish(
  home: TempHome,
  { tally }: Torment,
  promised: Promised,
  before: Map<string, Buffer>,
  ledger: string,
  sums: Sums,
): Promise<void> {
  await home.untilQuiet();
  const { exitCode, stdout } = await watch(home, ["resume", "--all", "--json"], promised);
  const failed = (JSON.parse(stdout) as { failed?: unknown[] }).failed ?? [];
  tally.judge(
    "the last resume --all",
    exitCode === 0 && failed.length === 0 ? [] : [`exit ${exitCode} ${stdout}`],
  );
  await home.untilQuiet();
  tally.judge("after the last resume", judgeKilled(home, promised, before, ledger, sums));
  for (const { threadId, path } of findJournals(home)) {
    const { lines } = judgeBytes(readFileSync(path));
    tally.judge(`thread ${threadId}`, [...endProblems(lines), ...(await verifyProblems(home, threadId))]);
    sums.threads += 1;
    sums.steps += rolesOf(lines).length;
    if (lines.at(-1)?.record.kind !== "seal") sums.unsealed += 1;
  }
  for (const sumOf of promised.values()) sums.promises += sumOf.size;
  sums.acked += readLedger(ledger).filter(({ what }) => what === "acked").length;
}

function endProblems(lines: Judged["lines"]): string[] {
  const start = lines[0]?.record as { parameters: { prompt: string } };
  const wanted = Number(start.parameters.prompt.split("|")[1]);
  const steps = rolesOf(lines).map((record) => (record.meta as { step: number }).step);
  const problems: string[] = [];
  if (steps.length !== wanted || steps.some((step, index) => step !== index))
    problems.push(
      `wanted the steps 0 to ${wanted - 1}, found ${steps.length}: ${steps.join(" ").slice(0, 200)}`,
    );
  const status = resultsOf(lines)[0]?.status;
  if (status !== "completed") problems.push(`ended as ${status}`);
  return problems;
}
