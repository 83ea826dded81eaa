// S5, S8: limits of the kernel: files that may not grow, and descriptors that run out.
import { readFileSync } from "node:fs";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { findJournals, verifyProblems } from "../lib/home.ts";
import { BINARY } from "../lib/strace.ts";
import { comesToItsEnd, keptPromises, stillAnswers } from "./aftermath.ts";
import { LARGE, lostSteps, makeInterrupted, SMALL } from "./fault-bundle.ts";

const PATIENCE_MS = 60_000;

/** The journal may grow by so many bytes: one write is cut short, the next one refused. */
export async function faultOfSize(home: TempHome, moreBytes: number): Promise<string[]> {
  const [id] = (await makeInterrupted(home, [LARGE])) as [string];
  const path = await home.journalPath(id);
  const before = readFileSync(path);
  const ran = await limited(home, `--fsize=${before.length + moreBytes}`, ["resume", id, "--json"]);
  const problems = ran.exitCode === 0 ? ["the limit had no effect: the run is void"] : [];
  if (ran.exitCode !== 40) problems.push(`exit ${ran.exitCode}, wanted 40: ${ran.stdout.slice(0, 300)}`);
  await home.untilQuiet();
  return [
    ...problems,
    ...lostSteps(home, id, path),
    ...keptPromises(path, before, ran.stderr),
    ...(await stillAnswers(home)),
    ...(await comesToItsEnd(home, id, LARGE)),
  ];
}

/** `run` with few descriptors: refused or done, and whatever it began can be finished. */
export async function faultOfDescriptors(home: TempHome, count: number): Promise<string[]> {
  const [id] = (await makeInterrupted(home, [SMALL])) as [string];
  const { prompt } = (await home.uw(["thread", id, "--json"])).json.parameters;
  const ran = await limited(home, `--nofile=${count}`, ["run", "fault", "--prompt", prompt, "--json"]);
  const problems: string[] = [];
  if (ran.exitCode === 0 && !ran.stdout.includes('"ok":true'))
    problems.push(`exit 0 without an answer: ${ran.stdout.slice(0, 200)}`);
  if (ran.timedOut) problems.push(`run did not end within ${PATIENCE_MS / 1000} s`);
  await home.untilQuiet();
  problems.push(...(await stillAnswers(home)));
  for (const { threadId } of findJournals(home))
    problems.push(...(await comesToItsEnd(home, threadId, SMALL)), ...(await verifyProblems(home, threadId)));
  const fresh = await home.uw(["run", "fault", "--prompt", prompt, "--json"]);
  if (fresh.exitCode !== 0)
    problems.push(`a later run: exit ${fresh.exitCode} ${fresh.stdout.slice(0, 300)}`);
  return problems;
}

type Limited = { exitCode: number; stdout: string; stderr: string; timedOut: boolean };

async function limited(home: TempHome, limit: string, args: string[]): Promise<Limited> {
  const child = Bun.spawn(["prlimit", limit, BINARY, ...args], {
    cwd: home.dir,
    env: { ...process.env, UNCAGED_HOME: home.home },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr, timedOut: child.signalCode === "SIGKILL" };
}
