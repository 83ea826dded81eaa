// H3: threads that wait and cannot come back, whose worker is killed; then every verb that may touch them, several at
// once, with workers killed in between. The outside ledger judges that nothing was done twice, and a file outside the
// store that no code began twice.
import { readFileSync } from "node:fs";
import { Ledger } from "../../tests/support/ledger.ts";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { findJournals, killWorkers, verifyProblems, withHome } from "../lib/home.ts";
import { judgeBytes, resultsOf } from "../lib/journal.ts";
import { sizeOf, type Torment } from "../lib/mode.ts";
import { begunFile, FLOW, type Plan, readBegun, WAITS } from "./flow.ts";
import { drawEnd, drawWord, type Waiter } from "./people.ts";

const HOMES = 10;
const HOMES_FULL = 300;
const THREADS = 6;
const ROUNDS = 3;
const WORDS_AT_ONCE = 4;
/** So many that some must have been refused. */
const VERBS_VOID = 30;

export type Storms = { threads: number; words: number; kills: number; refused: number; continued: number };

/** Answers how much was done; what went wrong is in the tally. */
export async function stormForgetful(torment: Torment): Promise<Storms> {
  const sums: Storms = { threads: 0, words: 0, kills: 0, refused: 0, continued: 0 };
  for (let left = sizeOf(torment, HOMES, HOMES_FULL); left > 0; left--)
    await withHome(torment.tally, (home) => storm(home, torment, sums));
  if (sums.kills === 0 || (sums.words > VERBS_VOID && sums.refused === 0))
    torment.tally.fail("progress", "the run is void: nothing was lost, or nothing refused");
  return sums;
}

async function storm(home: TempHome, torment: Torment, sums: Storms): Promise<void> {
  const { random, tally } = torment;
  const ledger = await Ledger.open(home);
  await home.add("forgetful", FLOW);
  const waiters: Waiter[] = [];
  for (let n = 0; n < THREADS; n++) waiters.push(await startWaiter(home, `t${n}`, torment));
  sums.threads += waiters.length;
  // While its worker lives, a yes continues the very generator that waits.
  const [first] = waiters as [Waiter];
  if (first.token !== null) {
    const { json } = await home.uw(["approve", first.threadId, "--step", "ask", "--detach", "--json"]);
    if (json.error !== undefined) tally.fail("approve in memory", JSON.stringify(json.error));
    else sums.continued += 1;
  }
  for (let round = 0; round < ROUNDS; round++) {
    sums.kills += await killWorkers(home);
    await home.untilQuiet();
    const lost = linesOf(home);
    // A worker with another thread of the bundle is there as often as none.
    if (random.int(0, 2) === 1) waiters.push(await startWaiter(home, `r${round}`, torment));
    const said = Array.from({ length: WORDS_AT_ONCE }, () =>
      drawWord(random.pick(waiters), random, Date.now()),
    );
    const answers = await Promise.all(said.map((words) => say(home, words, sums)));
    tally.judge(`round ${round}: ${said.map(([verb]) => verb).join(", ")}`, [
      ...answers.flat(),
      ...judge(home, ledger),
      ...heard(home, lost),
    ]);
  }
  sums.kills += await killWorkers(home);
  await end(home, waiters, torment, sums);
  tally.judge("the end", [...judge(home, ledger), ...(await unended(home))]);
}

async function startWaiter(home: TempHome, nonce: string, { random }: Torment): Promise<Waiter> {
  const wait = random.pick([...WAITS]);
  const plan: Plan = { begun: begunFile(home), nonce, wait };
  const { json } = await home.uw(["run", "forgetful", "--prompt", JSON.stringify(plan), "--json"]);
  return { threadId: json.executionId, nonce, wait, token: json.requiresApproval?.resumeToken ?? null };
}

/** Nothing that is said is a bug of ours, whatever it meets. */
async function say(home: TempHome, words: string[], sums: Storms): Promise<string[]> {
  const { exitCode, stdout, stderr } = await home.uw(words);
  sums.words += 1;
  if (exitCode !== 0) sums.refused += 1;
  const code = codeIn(stdout);
  return code === "INTERNAL" || code === null
    ? [`${words.join(" ")}: exit ${exitCode} ${stdout}${stderr}`]
    : [];
}

/** Null when what was printed is no document. */
function codeIn(stdout: string): string | null {
  try {
    return (JSON.parse(stdout) as { error?: { code: string } | null }).error?.code ?? "";
  } catch {
    return null;
  }
}

function judge(home: TempHome, ledger: Ledger): string[] {
  const problems: string[] = [];
  for (const [threadId, count] of readBegun(home))
    if (count > 1) problems.push(`the code of ${threadId} began ${count} times`);
  const calls = new Map<string, number>();
  for (const { nonce } of ledger.called()) calls.set(nonce, (calls.get(nonce) ?? 0) + 1);
  for (const [nonce, count] of calls) if (count > 1) problems.push(`${nonce} was asked for ${count} times`);
  for (const { threadId, path } of findJournals(home)) {
    const { lines, problems: broken } = judgeBytes(readFileSync(path));
    problems.push(...broken.map((problem) => `${threadId}: ${problem}`));
    const decided = lines.filter(({ record }) => record.kind === "decision");
    if (decided.length > 1) problems.push(`${threadId} was decided ${decided.length} times`);
  }
  return problems;
}

/** How many lines every thread has. */
function linesOf(home: TempHome): Map<string, number> {
  return new Map(
    findJournals(home).map(({ threadId, path }) => [threadId, judgeBytes(readFileSync(path)).lines.length]),
  );
}

/** Behind the last line of a thread whose generator is gone stand a no and the end, or nothing. */
function heard(home: TempHome, lost: Map<string, number>): string[] {
  return findJournals(home).flatMap(({ threadId, path }) => {
    const { lines } = judgeBytes(readFileSync(path));
    return lines
      .slice(lost.get(threadId) ?? lines.length)
      .filter(({ record }) => record.decision !== "deny" && !ENDS.includes(record.kind))
      .map(({ record }) => `${threadId}: nobody is there to hear of ${JSON.stringify(record).slice(0, 120)}`);
  });
}

const ENDS: unknown[] = ["result", "seal"];

async function end(
  home: TempHome,
  waiters: Waiter[],
  { random, tally }: Torment,
  sums: Storms,
): Promise<void> {
  for (const waiter of waiters) {
    if (isEnded(home, waiter)) continue;
    const words = drawEnd(waiter, random, Date.now());
    tally.judge(words.join(" "), await say(home, words, sums));
    await home.untilQuiet();
    // An approval that ran out, or a no, may have met a thread that is past it: a stop ends it then.
    if (!isEnded(home, waiter)) await say(home, ["cancel", waiter.threadId, "--json"], sums);
  }
}

function isEnded(home: TempHome, { threadId }: Waiter): boolean {
  const found = findJournals(home).find((one) => one.threadId === threadId);
  return found !== undefined && resultsOf(judgeBytes(readFileSync(found.path)).lines).length > 0;
}

async function unended(home: TempHome): Promise<string[]> {
  const problems: string[] = [];
  for (const { threadId, path } of findJournals(home)) {
    const results = resultsOf(judgeBytes(readFileSync(path)).lines);
    if (results.length !== 1) problems.push(`${threadId} has ${results.length} results`);
    problems.push(...(await verifyProblems(home, threadId)));
  }
  return problems;
}
