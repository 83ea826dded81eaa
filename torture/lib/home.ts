// Homes, and what every mode looks for in them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TempHome } from "../../tests/support/temp-home.ts";
import { type Judged, judgeBytes } from "./journal.ts";
import type { Tally } from "./tally.ts";

/** A home of its own. It stays, with its path printed, when something in it was judged broken. */
export async function withHome<T>(
  tally: Tally,
  work: (home: TempHome) => Promise<T>,
  make: () => Promise<TempHome> = TempHome.create,
): Promise<T> {
  const home = await make();
  const before = tally.failed;
  try {
    return await work(home);
  } finally {
    if (tally.failed > before) {
      await killWorkers(home);
      console.error(`kept for you to look at: ${home.dir}`);
    } else {
      await home[Symbol.asyncDispose]();
    }
  }
}

/** SIGKILL for the live workers of this home. Answers how many there were. */
export async function killWorkers(home: TempHome): Promise<number> {
  const pids = await home.workers();
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It left in this very moment.
    }
  }
  return pids.length;
}

export type FoundJournal = { threadId: string; path: string };

/** Every journal of the home, from the folders alone. */
export function findJournals(home: TempHome): FoundJournal[] {
  const suffix = ".data.jsonl";
  return names(home.layout.logs).flatMap((hash) =>
    names(join(home.layout.logs, hash))
      .filter((name) => name.endsWith(suffix))
      .map((name) => ({ threadId: name.slice(0, -suffix.length), path: join(home.layout.logs, hash, name) })),
  );
}

export async function readJudged(home: TempHome, threadId: string): Promise<Judged> {
  return judgeBytes(readFileSync(await home.journalPath(threadId)));
}

/** What `verify` says against a thread. */
export async function verifyProblems(home: TempHome, threadId: string): Promise<string[]> {
  const ran = await home.uw(["verify", threadId, "--json"]);
  if (ran.exitCode === 0 && ran.json.ok === true) return [];
  return [`verify ${threadId}: exit ${ran.exitCode} ${ran.stdout.trim()}`];
}

function names(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
