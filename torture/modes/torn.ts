// S3, S4, S14: a journal cut at every byte. What was whole stays, the stub goes, nothing is ever appended to a stub.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SyncGroup } from "../../packages/workflow/src/disk/sync-group.ts";
import { FileJournal } from "../../packages/workflow/src/journal/file-journal.ts";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { verifyProblems, withHome } from "../lib/home.ts";
import { judgeBytes, resultsOf, rolesOf } from "../lib/journal.ts";
import { type Mode, sizeOf, type Torment } from "../lib/mode.ts";
import { NONCE_BUNDLE } from "../lib/nonce-bundle.ts";

const STEPS = 9;
const SAMPLES = 60;
const SAMPLES_FULL = 1_000;
const BLOCK = 4096;

export const mode: Mode = {
  name: "torn",
  run: ({ tally, random, full, share }) =>
    withHome(tally, async (home) => {
      const source = await finishedJournal(home);
      for (let length = 0; length <= source.bytes.length; length++)
        for (const shape of SHAPES)
          tally.judge(`${shape.name} at ${length}`, await openTorn(home, source.bytes, length, shape));
      const lengths = chooseLengths(source.bytes, sizeOf({ full, share }, SAMPLES, SAMPLES_FULL), random);
      for (const length of lengths)
        tally.judge(`resume at ${length}`, await resumeTorn(home, source, length));
      for (const length of [0, 1, 40])
        tally.judge(`empty at ${length}`, await listedAndRemoved(home, source, length));
      const lines = judgeBytes(source.bytes).lines.length;
      return `${source.bytes.length + 1} lengths of a journal of ${lines} lines, ${SHAPES.length} shapes each, ${lengths.length} of them resumed by the binary, ${tally.failed} wrong`;
    }),
};

type Source = { id: string; path: string; bytes: Buffer };

async function finishedJournal(home: TempHome): Promise<Source> {
  await home.add("nonces", NONCE_BUNDLE);
  const ran = await home.uw([
    "run",
    "nonces",
    "--prompt",
    `${join(home.dir, "ledger")}|${STEPS}|0`,
    "--json",
  ]);
  const id = ran.json.executionId as string;
  const path = await home.journalPath(id);
  await home.untilQuiet();
  return { id, path, bytes: readFileSync(path) };
}

/** What a crash leaves after the last byte that reached the disk. */
const SHAPES: { name: string; tear(bytes: Buffer, length: number): Buffer }[] = [
  { name: "cut", tear: (bytes, length) => bytes.subarray(0, length) },
  // The size of the file grew before the data arrived: the rest of the line reads as zeros.
  {
    name: "zeros to the line's end",
    tear: (bytes, length) => withZeros(bytes, length, lineEnd(bytes, length) - length),
  },
  { name: "a block of zeros", tear: (bytes, length) => withZeros(bytes, length, BLOCK) },
];

function withZeros(bytes: Buffer, length: number, zeros: number): Buffer {
  return Buffer.concat([bytes.subarray(0, length), Buffer.alloc(zeros)]);
}

function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(10, from);
  return end === -1 ? bytes.length : end + 1;
}

/** Opens a torn copy for writing, appends where that is allowed, and looks at the bytes. */
async function openTorn(
  home: TempHome,
  bytes: Buffer,
  length: number,
  shape: (typeof SHAPES)[number],
): Promise<string[]> {
  const path = join(home.dir, "torn.data.jsonl");
  const whole = bytes.subarray(0, judgeBytes(bytes.subarray(0, length)).wholeBytes);
  writeFileSync(path, shape.tear(bytes, length));
  const problems: string[] = [];
  try {
    let ended = false;
    const ports = { clock: { now: () => Date.now() }, group: new SyncGroup() };
    const { journal } = FileJournal.open(path, ports, ({ record }) => {
      ended ||= "kind" in record && record.kind === "result";
    });
    if (!readFileSync(path).equals(whole)) problems.push("opening did not leave exactly the whole lines");
    const mayAppend = whole.length > 0 && !ended;
    if (mayAppend) journal.appendRole('{"content":"after","meta":{},"role":"worker"}');
    await journal.sync();
    journal.close();
    const after = readFileSync(path);
    const judged = judgeBytes(after);
    problems.push(...judged.problems);
    if (!after.subarray(0, whole.length).equals(whole)) problems.push("the whole lines were changed");
    if (judged.lines.length !== judgeBytes(whole).lines.length + (mayAppend ? 1 : 0))
      problems.push("lines were lost or made");
  } catch (error) {
    problems.push(`refused: ${error instanceof Error ? error.message : error}`);
  }
  rmSync(path);
  return problems;
}

/** Around every line end, and anywhere. */
function chooseLengths(bytes: Buffer, count: number, random: Torment["random"]): number[] {
  const chosen = new Set<number>([0, bytes.length]);
  for (let end = 0; end < bytes.length; end = lineEnd(bytes, end))
    for (const length of [end - 1, end, end + 1]) if (length >= 0) chosen.add(length);
  chosen.add(bytes.length - 1);
  while (chosen.size < Math.min(count, bytes.length)) chosen.add(random.int(0, bytes.length));
  return [...chosen].sort((a, b) => a - b);
}

async function resumeTorn(home: TempHome, source: Source, length: number): Promise<string[]> {
  const torn = source.bytes.subarray(0, length);
  const { lines, wholeBytes } = judgeBytes(torn);
  const whole = torn.subarray(0, wholeBytes);
  writeFileSync(source.path, torn);
  const ran = await home.uw(["resume", source.id, "--json"]);
  await home.untilQuiet();
  const after = readFileSync(source.path);
  if (lines.length === 0) return refusedAs("empty", ran, after.equals(torn));
  const isKept = after.subarray(0, whole.length).equals(whole);
  // It has ended, and is refused; what the cut took of its seal is mended all the same.
  if (resultsOf(lines).length > 0)
    return [...refusedAs("completed", ran, isKept), ...(await verifyProblems(home, source.id))];
  const judged = judgeBytes(after);
  const problems = [...judged.problems, ...(await verifyProblems(home, source.id))];
  if (ran.exitCode !== 0) problems.push(`resume: exit ${ran.exitCode} ${ran.stdout.trim()}`);
  if (!isKept) problems.push("the whole lines were changed");
  const steps = rolesOf(judged.lines).map((record) => (record.meta as { step: number }).step);
  if (steps.length !== STEPS || steps.some((step, index) => step !== index))
    problems.push(`steps ${steps.join(" ")}`);
  return problems;
}

function refusedAs(status: string, ran: { exitCode: number; stdout: string }, untouched: boolean): string[] {
  const problems: string[] = [];
  if (ran.exitCode !== 20 || !ran.stdout.includes(status))
    problems.push(`wanted "${status}", got exit ${ran.exitCode} ${ran.stdout.trim()}`);
  if (!untouched) problems.push("a refusal changed the bytes");
  return problems;
}

/** A thread of which nothing whole is left is listed as empty, and can be removed. */
async function listedAndRemoved(home: TempHome, source: Source, length: number): Promise<string[]> {
  writeFileSync(source.path, source.bytes.subarray(0, length));
  await home.uw(["fsck", "--rebuild", "--json"]);
  const problems: string[] = [];
  const listed = (await home.uw(["threads", "--json"])).json.threads as {
    threadId: string;
    status: string;
  }[];
  const status = listed.find((thread) => thread.threadId === source.id)?.status;
  if (status !== "empty") problems.push(`threads shows it as ${status}, not as empty`);
  const removed = await home.uw(["thread", "rm", source.id, "--json"]);
  if (removed.exitCode !== 0) problems.push(`thread rm: exit ${removed.exitCode} ${removed.stdout.trim()}`);
  if (await Bun.file(source.path).exists()) problems.push("thread rm left the file");
  return problems;
}
