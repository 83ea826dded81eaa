// S6, S7: the k-th write or sync of a journal fails, alone or beside a sibling in the same worker.
import { readFileSync } from "node:fs";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { STDERR, type Traced, trace } from "../lib/strace.ts";
import { comesToItsEnd, keptPromises, stillAnswers } from "./aftermath.ts";
import { lostSteps, makeInterrupted, SLOW, SMALL } from "./fault-bundle.ts";
import { traceProblems } from "./judge-trace.ts";

export type Injection = {
  call: "write" | "fdatasync";
  errno: "ENOSPC" | "EIO" | "EDQUOT";
  at: number;
  onwards: boolean;
};

export function nameOf({ call, errno, at, onwards }: Injection): string {
  return `${call}:error=${errno}:when=${at}${onwards ? "+" : ""}`;
}

/** A thread has this many writes and this many syncs left when it is resumed: control, six steps, the end. */
export const CALLS_LEFT = 8;

export async function faultAlone(home: TempHome, injection: Injection): Promise<string[]> {
  const [id] = (await makeInterrupted(home, [SMALL])) as [string];
  const path = await home.journalPath(id);
  const before = readFileSync(path);
  const traced = await trace(home, ["resume", id, "--json"], [path], nameOf(injection));
  await home.untilQuiet();
  return [
    ...answerProblems(traced, injection),
    ...lostSteps(home, id, path),
    ...traceProblems(traced, path, before, traced.stderr),
    ...keptPromises(path, before, traced.stderr),
    ...(await stillAnswers(home)),
    ...(await comesToItsEnd(home, id, SMALL)),
  ];
}

/** The worker is traced through its sibling's command; the fault meets only the other thread. */
export async function faultBesideSibling(home: TempHome, injection: Injection): Promise<string[]> {
  const [id, sibling] = (await makeInterrupted(home, [SMALL, SLOW])) as [string, string];
  const path = await home.journalPath(id);
  const before = readFileSync(path);
  const tracing = trace(home, ["resume", sibling, "--json"], [path], nameOf(injection));
  await home.untilSteps(sibling, SLOW.early + 1);
  const ran = await home.uw(["resume", id, "--json"]);
  const problems = [...answerProblems(ran, injection), ...(await stillAnswers(home))];
  const traced = withoutPrints(await tracing);
  if (traced.exitCode !== 0)
    problems.push(`its sibling did not finish: exit ${traced.exitCode} ${traced.stdout.slice(0, 300)}`);
  await home.untilQuiet();
  return [
    ...problems,
    ...traceProblems(traced, path, before, ran.stderr),
    ...keptPromises(path, before, ran.stderr),
    ...(await comesToItsEnd(home, sibling, SLOW)),
    ...(await comesToItsEnd(home, id, SMALL)),
  ];
}

/** What was printed there is the sibling's. */
function withoutPrints(traced: Traced): Traced {
  return { ...traced, calls: traced.calls.filter((call) => !call.path.endsWith(`/${STDERR}`)) };
}

/** The command says that the machine failed, unless the fault came too late to matter. */
function answerProblems(ran: { exitCode: number; stdout: string }, injection: Injection): string[] {
  if (injection.at <= CALLS_LEFT && ran.exitCode === 0) return ["exit 0 in spite of it"];
  if (injection.at > CALLS_LEFT || ran.exitCode === 40) return [];
  return [`exit ${ran.exitCode}, wanted 40: ${ran.stdout.trim().slice(0, 300)}`];
}
