// P12: the worker's memory runs out, or no process and no kernel thread can be made any more.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { Cgroup } from "../lib/cgroup.ts";
import { findJournals, readJudged, verifyProblems } from "../lib/home.ts";
import { rolesOf } from "../lib/journal.ts";

const MEMORY_BYTES = 300 * 1024 * 1024;
const STEPS = 4;
/** What `run` returns when its worker dies. */
const WORKER_ENDED = 40;
/** A command that did not end by then hangs. */
const END_MS_MAX = 20_000;

/** The prompt is `<hog | calm>|<mark>`. A hog eats memory after its second step, unless the mark says that it has. */
const HOG_BUNDLE = `
import { existsSync, writeFileSync } from "node:fs";
const eaten = [];
export default async function* (input) {
  const [kind, mark] = input.prompt.split("|");
  for (let step = input.steps.length; step < ${STEPS}; step++) {
    if (kind === "hog" && step === 2 && !existsSync(mark)) {
      writeFileSync(mark, "");
      for (;;) {
        eaten.push(Buffer.alloc(4 * 1024 * 1024, 1));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
    if (kind === "calm") await new Promise((resolve) => setTimeout(resolve, 400));
    yield { role: "r", content: crypto.randomUUID(), meta: { step } };
  }
  return { returnCode: 0, summary: "done" };
}
`;

/** Null: the machine lets us make no such group, and `skip` was told. */
export async function outOfMemory(home: TempHome, skip: (reason: string) => void): Promise<string[] | null> {
  const group = Cgroup.create("memory", MEMORY_BYTES);
  if (typeof group === "string") {
    skip(group);
    return null;
  }
  using _ = group;
  await home.add("hog", HOG_BUNDLE);
  const mark = join(home.dir, "mark");
  const [calm, hog] = await Promise.all(
    ["calm", "hog"].map((kind) =>
      within(home, group, ["run", "hog", "--prompt", `${kind}|${mark}`, "--json"]),
    ),
  );
  const problems: string[] = [];
  if (!existsSync(mark)) problems.push("void: nothing was eaten");
  for (const [name, ran] of Object.entries({ calm, hog }))
    if (ran?.exitCode !== WORKER_ENDED)
      problems.push(`run of ${name}: exit ${ran?.exitCode} ${ran?.stdout.trim()}`);
  return [...problems, ...(await comesBack(home, 2))];
}

export type Starved = { problems: string[]; hung: number };

/**
 * At every limit a run succeeds, fails and says so, or (Bun waits without end for a kernel thread it could not make) is
 * ended from outside; what it left can be brought to its end.
 */
export async function outOfProcesses(
  home: TempHome,
  limits: readonly number[],
  skip: (reason: string) => void,
): Promise<Starved | null> {
  await home.add("hog", HOG_BUNDLE);
  let hung = 0;
  for (const limit of limits) {
    const group = Cgroup.create("pids", limit);
    if (typeof group === "string") {
      skip(group);
      return null;
    }
    using _ = group;
    const ran = await within(home, group, ["run", "hog", "--prompt", "hasty|", "--json"]);
    if (ran.exitCode === null) hung += 1;
    await home.crash();
  }
  return { problems: await comesBack(home, 0), hung };
}

type Ended = { exitCode: number | null; stdout: string };

async function within(home: TempHome, group: Cgroup, args: string[]): Promise<Ended> {
  const child = Bun.spawn(group.words(args), {
    env: { ...process.env, UNCAGED_HOME: home.home },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  const stdout = new Response(child.stdout).text();
  const late = Bun.sleep(END_MS_MAX).then(() => null);
  const exitCode = await Promise.race([child.exited, late]);
  if (exitCode === null) child.kill("SIGKILL");
  return { exitCode, stdout: await stdout };
}

/** Without the limit: everything that began is whole, goes on where it was, and ends. */
async function comesBack(home: TempHome, atLeast: number): Promise<string[]> {
  const problems: string[] = [];
  const journals = findJournals(home);
  if (journals.length < atLeast) problems.push(`${journals.length} threads were begun, not ${atLeast}`);
  const before = new Map(journals.map(({ threadId, path }) => [threadId, readFileSync(path)]));
  const ran = await home.uw(["resume", "--all", "--json"]);
  if (ran.exitCode !== 0) problems.push(`resume --all: exit ${ran.exitCode} ${ran.stdout.slice(0, 300)}`);
  await home.untilQuiet();
  for (const { threadId, path } of journals) {
    const judged = await readJudged(home, threadId);
    problems.push(...judged.problems.map((problem) => `${threadId}: ${problem}`));
    if (
      !readFileSync(path)
        .subarray(0, before.get(threadId)?.length)
        .equals(before.get(threadId) as Buffer)
    )
      problems.push(`${threadId}: what was recorded has changed`);
    const steps = rolesOf(judged.lines).map(({ meta }) => (meta as { step: number }).step);
    if (steps.join() !== Array.from({ length: STEPS }, (_, step) => step).join())
      problems.push(`${threadId} has the steps ${steps.join()}`);
    problems.push(...(await verifyProblems(home, threadId)));
  }
  return problems;
}
