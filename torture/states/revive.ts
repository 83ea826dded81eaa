// A crash state taken up by the binary: everything open comes to its end, and the store takes new work.
import { readFileSync } from "node:fs";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { findJournals, verifyProblems } from "../lib/home.ts";
import { judgeBytes, resultsOf } from "../lib/journal.ts";

export async function revive(home: TempHome): Promise<string[]> {
  const problems: string[] = [];
  const before = new Map(findJournals(home).map(({ path }) => [path, judgeBytes(readFileSync(path))]));
  const resumed = await home.uw(["resume", "--all", "--json"]);
  if (resumed.exitCode !== 0)
    problems.push(`resume --all: exit ${resumed.exitCode} ${resumed.stdout.slice(0, 300)}`);
  await home.untilQuiet();
  for (const { threadId, path } of findJournals(home)) {
    const judged = judgeBytes(readFileSync(path));
    problems.push(...judged.problems.map((problem) => `${threadId}: ${problem}`));
    for (const [index, line] of (before.get(path)?.lines ?? []).entries())
      if (judged.lines[index]?.sum !== line.sum) problems.push(`${threadId}: line ${line.seq} changed`);
    // A thread that waits for a person is left alone until they come; then its torn tail is cut.
    if (resultsOf(judged.lines).length === 0) continue;
    if (judged.tailBytes > 0) problems.push(`${threadId}: an incomplete line is still there`);
    if (judged.lines.at(-1)?.record.kind === "seal") problems.push(...(await verifyProblems(home, threadId)));
  }
  const added = await home.uw(["add", "fresh", await home.bundle("fresh", FRESH), "--json"]);
  const ran = await home.uw(["run", "fresh", "--prompt", "", "--json"]);
  if (added.exitCode !== 0 || ran.exitCode !== 0)
    problems.push(`new work: exit ${added.exitCode} and ${ran.exitCode} ${added.stdout}${ran.stdout}`);
  return problems;
}

const FRESH = `export default async function* ({ steps }) {
  if (steps.length === 0) yield { role: "r", content: "fresh", meta: {} };
  return { returnCode: 0, summary: "" };
}
`;
