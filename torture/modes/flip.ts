// S10: every bit of a journal, flipped. All are found, refused without touching a byte, and the neighbours go on.
//
// The thread is interrupted, so its last line is an acknowledged step: damage there that passed for a torn tail would be
// cut, and the step with it. That counts as undetected.
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { readJournal } from "../../packages/workflow/src/journal/read-journal.ts";
import { type TempHome, until } from "../../tests/support/temp-home.ts";
import { killWorkers, verifyProblems, withHome } from "../lib/home.ts";
import { judgeBytes } from "../lib/journal.ts";
import { type Mode, sizeOf } from "../lib/mode.ts";
import { NONCE_BUNDLE } from "../lib/nonce-bundle.ts";

const KILOBYTES = 16;
const KILOBYTES_FULL = 128;
const SAMPLES = 40;

export const mode: Mode = {
  name: "flip",
  run: ({ tally, random, full, share }) =>
    withHome(tally, async (home) => {
      const { id, sibling, path, bytes } = await interruptedJournal(
        home,
        sizeOf({ full, share }, KILOBYTES, KILOBYTES_FULL) * 1024,
      );
      const bits = bytes.length * 8;
      let undetected = 0;
      for (const bit of undetectedBits(home, bytes)) {
        undetected += 1;
        tally.fail(
          `bit ${bit}`,
          `byte ${bit >> 3} (${JSON.stringify(String.fromCharCode(bytes[bit >> 3] ?? 0))}) passed unseen`,
        );
      }
      tally.judge(`${bits} bits`, undetected === 0 ? [] : [`${undetected} undetected`]);
      for (let count = 0; count < SAMPLES; count++) {
        const bit = random.int(0, bits);
        tally.judge(
          `the binary, bit ${bit}`,
          await refusedByBinary(home, { id, sibling, path, bytes: flipped(bytes, bit) }),
        );
      }
      return `${bits} bits of ${bytes.length} bytes flipped, ${undetected} undetected, ${SAMPLES} of them refused by the binary with no byte touched`;
    }),
};

type Interrupted = { id: string; sibling: string; path: string; bytes: Buffer };

/** A thread cut off by a kill, its journal as long as asked for; and a finished one beside it. */
async function interruptedJournal(home: TempHome, size: number): Promise<Interrupted> {
  await home.add("nonces", NONCE_BUNDLE);
  const ledger = join(home.dir, "ledger");
  const ran = await home.uw(["run", "nonces", "--prompt", `${ledger}|3|0`, "--json"]);
  const id = await home.start("nonces", "--prompt", `${ledger}|100000|0`, "--max-rounds", "100000");
  const path = await home.journalPath(id);
  await until(async () => (Bun.file(path).size >= size ? true : null), `${size} bytes`);
  await killWorkers(home);
  await home.untilQuiet();
  // Back to the line end nearest above the size: as if the kill had come then.
  const whole = readFileSync(path);
  const bytes = whole.subarray(0, whole.indexOf(10, size - 1) + 1);
  writeFileSync(path, bytes);
  if (judgeBytes(bytes).problems.length > 0) throw new Error("the journal to flip is itself broken");
  return { id, sibling: ran.json.executionId, path, bytes };
}

function* undetectedBits(home: TempHome, bytes: Buffer): Generator<number> {
  const path = join(home.dir, "flip.data.jsonl");
  writeFileSync(path, bytes);
  const fd = openSync(path, "r+");
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const at = bit >> 3;
    const byte = bytes[at] as number;
    writeSync(fd, Uint8Array.of(byte ^ (1 << (bit & 7))), 0, 1, at);
    if (!isRefused(path)) yield bit;
    writeSync(fd, Uint8Array.of(byte), 0, 1, at);
  }
  closeSync(fd);
  if (isRefused(path)) throw new Error("the journal was not put back as it was");
}

function isRefused(path: string): boolean {
  try {
    readJournal(path, () => {});
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "JOURNAL_CORRUPT";
  }
}

function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
  return copy;
}

async function refusedByBinary(home: TempHome, { id, sibling, path, bytes }: Interrupted): Promise<string[]> {
  writeFileSync(path, bytes);
  const problems: string[] = [];
  const damaged = /JOURNAL_CORRUPT/;
  for (const verb of ["verify", "thread", "resume", "fork", "kill"]) {
    const ran = await home.uw([verb, id, "--json"]);
    if (ran.exitCode !== 20 || !damaged.test(ran.stdout))
      problems.push(`${verb}: exit ${ran.exitCode} ${ran.stdout.trim()}`);
  }
  const fsck = await home.uw(["fsck", "--json"]);
  if (fsck.exitCode !== 20 || !fsck.stdout.includes(id))
    problems.push(`fsck: exit ${fsck.exitCode} ${fsck.stdout.trim()}`);
  const listed = await home.uw(["threads", "--json"]);
  if (listed.exitCode !== 0 || !listed.stdout.includes(sibling))
    problems.push("threads no longer lists the others");
  if (!listed.stdout.includes(id)) problems.push("threads no longer lists it");
  problems.push(...(await verifyProblems(home, sibling)));
  if (!readFileSync(path).equals(bytes)) problems.push("a refusal changed the bytes");
  return problems;
}
