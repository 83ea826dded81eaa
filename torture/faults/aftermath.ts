// What must hold after a fault: nothing promised is lost, looking still works, and the thread can come to its end.
import { readFileSync } from "node:fs";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { readJudged, verifyProblems } from "../lib/home.ts";
import { type Judged, judgeBytes, resultsOf, rolesOf } from "../lib/journal.ts";
import type { Size } from "./fault-bundle.ts";

/** Before anything is resumed. `stderr` is that of the command that met the fault. */
export function keptPromises(path: string, before: Buffer, stderr: string): string[] {
  const bytes = readFileSync(path);
  const { lines, problems } = judgeBytes(bytes);
  const sums = new Map(lines.map((line) => [line.seq, line.sum]));
  if (!bytes.subarray(0, before.length).equals(before))
    problems.push("the bytes before the fault were changed");
  for (const [, seq, sum] of stderr.matchAll(/"record\.durable"[^\n]*"seq":(\d+),"sum":"([^"]{13})"/g))
    if (sums.get(Number(seq)) !== sum)
      problems.push(`record ${seq} (${sum}) was called durable and is not in the journal`);
  return problems;
}

export async function stillAnswers(home: TempHome): Promise<string[]> {
  const problems: string[] = [];
  for (const verb of ["threads", "ps", "list", "fsck"]) {
    const ran = await home.uw([verb, "--json"]);
    if (ran.exitCode !== 0) problems.push(`${verb}: exit ${ran.exitCode} ${ran.stdout.trim().slice(0, 300)}`);
  }
  return problems;
}

/** Resumes the thread with no fault about, if it is not over, and looks at the whole. */
export async function comesToItsEnd(home: TempHome, id: string, size: Size): Promise<string[]> {
  const problems: string[] = [];
  if (resultsOf((await readJudged(home, id)).lines).length === 0) {
    const ran = await home.uw(["resume", id, "--json"]);
    if (ran.exitCode !== 0) problems.push(`resume: exit ${ran.exitCode} ${ran.stdout.trim().slice(0, 300)}`);
  }
  await home.untilQuiet();
  const judged = await readJudged(home, id);
  return [...problems, ...judged.problems, ...endProblems(judged, size), ...(await verifyProblems(home, id))];
}

function endProblems({ lines }: Judged, size: Size): string[] {
  const steps = rolesOf(lines).map((record) => (record.meta as { step: number }).step);
  const status = resultsOf(lines)[0]?.status;
  const problems = status === "completed" ? [] : [`it ended as ${status}`];
  if (steps.length !== size.steps || steps.some((step, index) => step !== index))
    problems.push(`steps ${steps.join(" ")}`);
  return problems;
}
