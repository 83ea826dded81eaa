// B1 to B15: a hostile thread beside a healthy one of the same bundle, in the same worker.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Ran, type TempHome, until } from "../../tests/support/temp-home.ts";
import { HOSTILE_BUNDLE } from "../hostile/bundle.ts";
import { refusedFiles } from "../hostile/refused-files.ts";
import { type Case, ROWS, type Row } from "../hostile/rows.ts";
import { killProblems } from "../lib/answered-kill.ts";
import { readJudged, verifyProblems, withHome } from "../lib/home.ts";
import { rolesOf } from "../lib/journal.ts";
import type { Mode } from "../lib/mode.ts";
import { spread } from "../lib/spread.ts";
import type { Tally } from "../lib/tally.ts";

/** A vice is dealt with in seconds; what takes longer than this hangs. */
const CASE_MS_MAX = 40_000;

type Sums = { cases: number; kills: number; slowestKillMs: number };

export const mode: Mode = {
  name: "bundles",
  async run({ tally, random, full, share }) {
    const rows = full ? ROWS : spread(ROWS, Math.ceil(ROWS.length * share), random);
    const sums: Sums = { cases: 0, kills: 0, slowestKillMs: 0 };
    for (const row of rows) await withHome(tally, (home) => tryRow(home, row, tally, sums));
    const files = await withHome(tally, (home) => tryFiles(home, tally));
    const { cases, kills, slowestKillMs } = sums;
    return `${rows.length} rows, ${cases} hostile threads and ${files} refused files, ${tally.failed} wrong; ${kills} kills answered, the slowest in ${Math.round(slowestKillMs)} ms`;
  },
};

async function tryRow(home: TempHome, row: Row, tally: Tally, sums: Sums): Promise<void> {
  await home.add("hostile", HOSTILE_BUNDLE);
  const sibling = await home.start("hostile", "--prompt", "healthy", "--max-rounds", "1000");
  await Promise.all(
    row.cases.map(async (one) => {
      sums.cases += 1;
      tally.judge(`${row.name}: ${one.vice}`, await inTime(tryCase(home, row, one)));
    }),
  );
  for (const one of row.cases.filter((candidate, index) => index === 0 || candidate.lasting === true)) {
    sums.kills += 1;
    const { problems, ms } = await tryKill(home, one);
    sums.slowestKillMs = Math.max(sums.slowestKillMs, ms);
    tally.judge(`${row.name}: kill of ${one.vice}`, problems);
  }
  tally.judge(`${row.name}: its sibling`, await siblingProblems(home, sibling));
  tally.judge(`${row.name}: the worker leaves`, await leaves(home));
}

async function inTime(trying: Promise<string[]>): Promise<string[]> {
  const late = Bun.sleep(CASE_MS_MAX).then(() => [`it did not end within ${CASE_MS_MAX / 1000} s`]);
  return Promise.race([trying, late]);
}

async function tryCase(home: TempHome, row: Row, one: Case): Promise<string[]> {
  const flags = one.flags ?? ["--max-rounds", "1000"];
  const prompt = `${one.vice} ${crypto.randomUUID()}`;
  const running = home.uw(["run", "hostile", "--prompt", prompt, "--json", ...flags]);
  const acted = one.act === undefined ? [] : await cancelOnceStepped(home, prompt);
  const ran = await running;
  const problems = [...acted, ...protocolProblems(ran)];
  if (problems.length > 0) return problems;
  const id = ran.json.executionId as string;
  if (id === undefined) return [`run: exit ${ran.exitCode} ${ran.stdout.trim()}`];
  const view = (await home.uw(["thread", id, "--json"])).json;
  const { lines } = await readJudged(home, id);
  const contents = rolesOf(lines).map((record) => record.content);
  if (view.status !== one.status)
    problems.push(`${id} is ${view.status}, not ${one.status}: ${JSON.stringify(view.error)}`);
  if (one.code !== undefined && view.error?.code !== one.code)
    problems.push(`failed with ${JSON.stringify(view.error)}, not ${one.code}`);
  if (one.names !== undefined && !String(view.error?.message).includes(one.names))
    problems.push(`"${view.error?.message}" does not name ${one.names}`);
  if (one.contents !== null && JSON.stringify(contents) !== JSON.stringify(one.contents))
    problems.push(`recorded ${JSON.stringify(contents).slice(0, 300)}, not ${JSON.stringify(one.contents)}`);
  const { size } = Bun.file(await home.journalPath(id));
  if (row.journalMax !== undefined && size > row.journalMax) problems.push(`its journal has ${size} bytes`);
  return [...problems, ...(await verifyProblems(home, id))];
}

async function cancelOnceStepped(home: TempHome, prompt: string): Promise<string[]> {
  const found = await until(async () => {
    const { threads } = (await home.uw(["threads", "--all", "--json"])).json;
    return (
      threads.find(
        (thread: { prompt: string; steps: number }) => thread.prompt === prompt && thread.steps > 0,
      ) ?? null
    );
  }, `a step of ${prompt}`);
  const ran = await home.uw(["cancel", found.threadId, "--json"]);
  return ran.exitCode === 0 ? [] : [`cancel: exit ${ran.exitCode} ${ran.stdout.trim()}`];
}

/** B13 for every vice: one document on stdout, and only our own events on stderr. */
function protocolProblems(ran: Ran): string[] {
  try {
    const { json, events } = ran;
    if (typeof json !== "object" || ran.stdout.trim().includes("\n")) return ["stdout is not one document"];
    const forged = events.filter((event) => event.executionId !== json.executionId || event.sum === "FORGED");
    if (forged.length > 0) return [`stderr carries a forged event: ${JSON.stringify(forged[0])}`];
    return events.at(-1)?.type === "execution.finished" ? [] : ["the last event is not execution.finished"];
  } catch (error) {
    return [`not our protocol: ${error} in ${ran.stdout.slice(0, 200)} ${ran.stderr.slice(0, 200)}`];
  }
}

/** A fresh thread with the same vice, killed a moment after its start. */
async function tryKill(home: TempHome, one: Case): Promise<{ problems: string[]; ms: number }> {
  const id = await home.start("hostile", "--prompt", one.vice, "--max-rounds", "1000000");
  if (one.lasting) await Bun.sleep(250);
  return killProblems(home, id, !one.lasting);
}

/** It finishes by itself, or after a resume. */
async function siblingProblems(home: TempHome, id: string): Promise<string[]> {
  const status = await home.untilStatus(id, "completed", "interrupted", "failed", "killed");
  if (status === "interrupted") await home.uw(["resume", id, "--json"]);
  const after = await home.status(id);
  const { lines, problems } = await readJudged(home, id);
  const contents = rolesOf(lines).map((record) => record.content);
  const wanted = Array.from({ length: 60 }, (_, step) => `healthy ${step}`);
  if (after !== "completed") problems.push(`it is ${after}`);
  if (JSON.stringify(contents) !== JSON.stringify(wanted))
    problems.push(`it recorded ${JSON.stringify(contents).slice(-200)}`);
  return [...problems, ...(await verifyProblems(home, id))];
}

async function leaves(home: TempHome): Promise<string[]> {
  try {
    await until(
      async () => ((await home.workers()).length === 0 ? true : null),
      "the worker to leave",
      10_000,
    );
    return [];
  } catch (error) {
    return [String(error)];
  }
}

async function tryFiles(home: TempHome, tally: Tally): Promise<number> {
  const mark = join(home.dir, "mark");
  const files = refusedFiles(mark);
  for (const [what, source] of files) {
    const file = await home.bundle("refused", source);
    const ran = await home.uw(["add", "refused", file, "--json"]);
    const problems = ran.exitCode === 10 ? [] : [`add: exit ${ran.exitCode} ${ran.stdout.trim()}`];
    if (existsSync(mark)) problems.push("it was run");
    if (existsSync(home.layout.registry) && readFileSync(home.layout.registry, "utf8").includes("refused"))
      problems.push("it is in the registry");
    tally.judge(`B14 ${what}`, problems);
  }
  return files.length;
}
