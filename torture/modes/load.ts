// Load that must be held, and what happens where it cannot be: B3, P12, S24.
import { withHome } from "../lib/home.ts";
import { type Mode, sizeOf, type Torment } from "../lib/mode.ts";
import { runMany } from "../load/active.ts";
import { killFloods } from "../load/flood.ts";
import { openLong } from "../load/long-journal.ts";
import { parkMany } from "../load/parked.ts";
import { outOfMemory, outOfProcesses } from "../load/starved.ts";

const PARKED = 10_000;
const ACTIVE = 1_000;
const LINES = 1_000_000;
/** Bun alone has about a dozen kernel threads; a run is two Buns. */
const PIDS_MAX = 48;
const PIDS_STEP = 4;

export const mode: Mode = {
  name: "load",
  async run(torment) {
    const { tally } = torment;
    if (process.platform !== "linux") {
      tally.skip("it looks at /proc, which only Linux has");
      return "nothing was tried";
    }
    const parts = [await parked(torment), await active(torment), await floods(torment)];
    parts.push(await long(torment), await starved(torment));
    return `${parts.join("; ")}; ${tally.failed} wrong`;
  },
};

async function parked(torment: Torment): Promise<string> {
  const { tally, random } = torment;
  const count = sizeOf(torment, PARKED, PARKED);
  await withHome(tally, async (home) =>
    tally.judge("threads that wait", await parkMany(home, count, random)),
  );
  return `${count} waiting threads with no process`;
}

async function active(torment: Torment): Promise<string> {
  const { tally, random } = torment;
  const count = sizeOf(torment, ACTIVE, ACTIVE);
  return withHome(tally, async (home) => {
    const { problems, killMs, workerMb } = await runMany(home, count, random);
    tally.judge("threads at work", problems);
    return `${count} threads at work in one worker of ${workerMb} MB, one killed in ${Math.round(killMs)} ms`;
  });
}

async function floods({ tally }: Torment): Promise<string> {
  return withHome(tally, async (home) => {
    const { problems, slowestMs } = await killFloods(home);
    tally.judge("kills under a flood", problems);
    return `8 floods killed, the slowest in ${Math.round(slowestMs)} ms`;
  });
}

async function long(torment: Torment): Promise<string> {
  const { tally } = torment;
  const lines = sizeOf(torment, LINES, LINES);
  return withHome(tally, async (home) => {
    const { problems, mb, lookMb, takeUpMb } = await openLong(home, lines);
    tally.judge("a long journal", problems);
    return `a journal of ${lines} lines and ${Math.round(mb)} MB looked at in ${lookMb} MB, taken up in ${takeUpMb} MB`;
  });
}

async function starved({ tally, full }: Torment): Promise<string> {
  const limits: number[] = [];
  for (let limit = 1; limit <= PIDS_MAX; limit += full ? 1 : PIDS_STEP) limits.push(limit);
  const skip = (reason: string) => tally.skip(reason);
  const parts: string[] = [];
  await withHome(tally, async (home) => {
    const problems = await outOfMemory(home, skip);
    if (problems !== null && tally.judge("no memory", problems)) parts.push("memory");
  });
  await withHome(tally, async (home) => {
    const ended = await outOfProcesses(home, limits, skip);
    if (ended !== null && tally.judge("no processes", ended.problems))
      parts.push(`${limits.length} limits of processes (${ended.hung} runs had to be ended)`);
  });
  return parts.length === 0 ? "no limits tried" : `ran out of ${parts.join(" and met ")}`;
}
