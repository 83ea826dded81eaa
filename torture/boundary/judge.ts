// What must hold after a command was killed somewhere: nothing that was there or was promised is lost, looking works,
// the command can be given again, every thread comes to its end, and the store takes new work.
import { existsSync, readFileSync } from "node:fs";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { findJournals, verifyProblems } from "../lib/home.ts";
import { judgeBytes, resultsOf } from "../lib/journal.ts";

/** The store as it was before the command. */
export type Before = { journals: Map<string, Buffer>; names: string };

export async function lookBefore(home: TempHome): Promise<Before> {
  const journals = new Map(findJournals(home).map(({ path }) => [path, readFileSync(path)]));
  return { journals, names: await namesOf(home) };
}

/** Names and what they point at, as one line. */
export async function namesOf(home: TempHome): Promise<string> {
  const ran = await home.uw(["list", "--json"]);
  if (ran.exitCode !== 0) return `list: exit ${ran.exitCode} ${ran.stdout.trim()}`;
  const { workflows } = ran.json as { workflows: { name: string; hash: string }[] };
  return workflows.map(({ name, hash }) => `${name}=${hash}`).join(" ");
}

/** Before anything is repeated or resumed. `mayGo`: a thread that the command removes. */
export async function judgeLeft(
  home: TempHome,
  before: Before,
  said: { stderr: string },
  allowed: { names: readonly string[]; mayGo: string | null },
): Promise<string[]> {
  const problems: string[] = [];
  for (const [path, bytes] of before.journals) {
    if (allowed.mayGo !== null && path.includes(allowed.mayGo)) continue;
    if (!existsSync(path)) problems.push(`${path} is gone`);
    else if (!readFileSync(path).subarray(0, bytes.length).equals(bytes))
      problems.push(`${path} does not begin with what it held`);
  }
  const sums = new Set<string>();
  for (const { path } of findJournals(home)) {
    const judged = judgeBytes(readFileSync(path));
    problems.push(...judged.problems.map((problem) => `${path}: ${problem}`));
    for (const { sum } of judged.lines) sums.add(sum);
  }
  for (const [, seq, sum] of said.stderr.matchAll(/"record\.durable"[^\n]*"seq":(\d+),"sum":"([^"]{13})"/g))
    if (!sums.has(sum as string)) problems.push(`record ${seq} (${sum}) was called durable and is gone`);
  const names = await namesOf(home);
  if (!allowed.names.includes(names))
    problems.push(`the registry says "${names}", not ${allowed.names.map((one) => `"${one}"`).join(" or ")}`);
  for (const verb of [["fsck"], ["threads", "--all"], ["ps"]]) {
    const ran = await home.uw([...verb, "--json"]);
    if (ran.exitCode !== 0)
      problems.push(`${verb[0]}: exit ${ran.exitCode} ${ran.stdout.trim().slice(0, 300)}`);
  }
  return problems;
}

/** After the command was repeated: nothing stays in the way. `probe` is a workflow that ends by itself. */
export async function judgeHealed(home: TempHome, probe: string | null): Promise<string[]> {
  const problems: string[] = [];
  const resumed = await home.uw(["resume", "--all", "--json"]);
  if (resumed.exitCode !== 0)
    problems.push(`resume --all: exit ${resumed.exitCode} ${resumed.stdout.trim().slice(0, 300)}`);
  await home.untilQuiet();
  const listed = new Set(
    ((await home.uw(["threads", "--all", "--json"])).json.threads as { threadId: string }[]).map(
      ({ threadId }) => threadId,
    ),
  );
  for (const { threadId, path } of findJournals(home)) {
    const { lines, problems: found } = judgeBytes(readFileSync(path));
    problems.push(...found.map((problem) => `${threadId}: ${problem}`));
    if (!listed.has(threadId)) problems.push(`${threadId} is not listed`);
    if (resultsOf(lines).length > 0) problems.push(...(await verifyProblems(home, threadId)));
  }
  if (probe !== null) {
    const ran = await home.uw(["run", probe, "--prompt", "", "--json"]);
    if (ran.exitCode !== 0) problems.push(`a new run: exit ${ran.exitCode} ${ran.stdout.slice(0, 300)}`);
  }
  const fsck = await home.uw(["fsck", "--json"]);
  if (fsck.exitCode !== 0)
    problems.push(`fsck at the end: exit ${fsck.exitCode} ${fsck.stdout.slice(0, 300)}`);
  return problems;
}

export async function statusesOf(home: TempHome): Promise<string[]> {
  const { threads } = (await home.uw(["threads", "--all", "--json"])).json as {
    threads: { status: string }[];
  };
  return threads.map(({ status }) => status).sort();
}
