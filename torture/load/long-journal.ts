// S24: a journal of a million lines. The lines are chained by the harness itself, behind a start that the binary wrote.
import { closeSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { sumOf } from "../lib/journal.ts";
import { workerProcesses } from "../lib/workers.ts";
import { peakDuring } from "./peak.ts";

const LINES_PER_WRITE = 20_000;

/** A command that only looks needs this much at most, however long the journal is. */
const LOOK_MB_MAX = 120;
/** A bundle is given all its steps, so its worker has to hold them: so many times the journal, beside Bun itself. */
const TAKE_UP_TIMES_MAX = 12;
const WORKER_MB = 100;

/** Does one step and stays there; taken up with more, it says what it was given and ends. */
const LONG_BUNDLE = `
export default async function* (input) {
  const { steps } = input;
  if (steps.length === 0) yield { role: "r", content: "0", meta: {} };
  if (steps.length < 2) await new Promise(() => {});
  yield { role: "r", content: steps.length + " steps, the last " + steps.at(-1).content, meta: {} };
  return { returnCode: 0, summary: "done" };
}
`;

export type LongJournal = { problems: string[]; mb: number; lookMb: number; takeUpMb: number };

export async function openLong(home: TempHome, lines: number): Promise<LongJournal> {
  const { id, path } = await makeLongThread(home, lines);
  const mb = statSync(path).size / 1e6;
  const problems: string[] = [];
  let lookMb = 0;
  for (const look of [
    { words: ["threads"], says: String(lines) },
    { words: ["why", id], says: String(lines) },
    { words: ["verify", id], says: `ok ${lines + 1} lines` },
    { words: ["fsck"], says: "ok 1 thread" },
    { words: ["thread", id, "--raw"], says: `"threadId":"${id}"` },
  ]) {
    const seen = await lookWith(home, look.words);
    lookMb = Math.max(lookMb, seen.peak);
    if (!seen.begin.includes(look.says)) problems.push(`${look.words[0]} says ${seen.begin.slice(0, 200)}`);
    if (seen.peak > LOOK_MB_MAX) problems.push(`${look.words[0]} took ${seen.peak} MB`);
  }
  const resumed = home.uw(["resume", id]);
  const takeUpMb = await peakDuring(() => [...workerProcesses(home).values()].flat(), resumed);
  const ran = await resumed;
  const wanted = `${lines} steps, the last ${lines - 1}`;
  if (!readFileSync(path, "utf8").slice(-2_000).includes(wanted))
    problems.push(`resume: exit ${ran.exitCode}, and no step says "${wanted}"`);
  if (takeUpMb > WORKER_MB + TAKE_UP_TIMES_MAX * mb)
    problems.push(`its worker took ${takeUpMb} MB for ${mb} MB`);
  const after = await home.uw(["verify", id]);
  if (after.exitCode !== 0) problems.push(`verify after it: ${after.stdout.trim()}`);
  return { problems, mb, lookMb, takeUpMb };
}

/** Its output is counted and thrown away, but for the beginning. */
async function lookWith(home: TempHome, words: string[]): Promise<{ begin: string; peak: number }> {
  const child = home.spawn(words);
  let begin = "";
  const drained = (async () => {
    for await (const piece of child.stdout)
      if (begin.length < 2_000) begin += new TextDecoder().decode(piece);
  })();
  const peak = await peakDuring(() => [child.pid], Promise.all([drained, child.exited]));
  return { begin, peak };
}

async function makeLongThread(home: TempHome, lines: number): Promise<{ id: string; path: string }> {
  await home.add("long", LONG_BUNDLE);
  const id = await home.start("long", "--prompt", "go", "--max-rounds", String(lines * 2));
  await home.untilSteps(id, 1);
  await home.crash();
  const path = await home.journalPath(id);
  const last = readFileSync(path, "utf8").trimEnd().split("\n").at(-1) as string;
  let { sum: previous, timestamp } = JSON.parse(last);
  const file = openSync(path, "a");
  let batch: string[] = [];
  for (let number = 1; number < lines; number++) {
    timestamp += 1;
    const json = `{"content":"${number}","meta":{},"role":"r","timestamp":${timestamp}}`;
    previous = sumOf(previous + json);
    batch.push(`${json.slice(0, -1)},"sum":"${previous}"}\n`);
    if (batch.length < LINES_PER_WRITE && number < lines - 1) continue;
    writeSync(file, batch.join(""));
    batch = [];
  }
  closeSync(file);
  return { id, path };
}
