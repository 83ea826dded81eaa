// What must be true after any storm: by the ledger, the notes of the bundles, the promises, and the journals.

import type { Seen } from "../effects/flow.ts";
import { judgeEffects, type Verdict } from "../effects/judge.ts";
import { verifyProblems } from "../lib/home.ts";
import { judgeBytes, resultsOf, rolesOf } from "../lib/journal.ts";
import { type Note, type Plan, readNotes } from "./flow.ts";
import { type Known, knownThreads, type Sky } from "./world.ts";

/** May be asked at any time. */
export function judgeStorm(sky: Sky): Verdict {
  const notes = readNotes(sky.seen);
  const verdict = judgeEffects(sky, () => notes.flatMap(toldOf));
  return { ...verdict, problems: [...verdict.problems, ...repeated(sky, notes), ...doubled(sky)] };
}

const JUDGED_ELSEWHERE = ["input", "sleep", "work"];

function toldOf(note: Note): Seen[] {
  if (note.what !== "told" || JUDGED_ELSEWHERE.includes(note.kind)) return [];
  return [{ thread: note.thread, round: note.round, what: note.kind as Seen["what"], answer: note.answer }];
}

/** P1: a round whose step was acknowledged does not begin again. A strict bundle repeats itself; its effects do not. */
function repeated(sky: Sky, notes: readonly Note[]): string[] {
  const strict = new Set(
    threadsOf(sky).flatMap(({ threadId, name }) => (name === "strict" ? [threadId] : [])),
  );
  const acked = new Set<string>();
  const problems: string[] = [];
  for (const { what, thread, round } of notes) {
    if (strict.has(thread)) continue;
    if (what === "acked") acked.add(`${thread} ${round}`);
    if (what === "begin" && acked.has(`${thread} ${round}`))
      problems.push(`${thread}: round ${round} ran again after it was acknowledged`);
  }
  return problems;
}

/** One journal per id, whatever the bundle. */
function doubled(sky: Sky): string[] {
  const ids = knownThreads(sky).map(({ threadId }) => threadId);
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} has two journals`);
}

function threadsOf(sky: Sky): { threadId: string; name: string }[] {
  const gone = [...sky.removed].map(([threadId, bytes]) => ({ threadId, lines: judgeBytes(bytes).lines }));
  return [...knownThreads(sky), ...gone].map(({ threadId, lines }) => ({
    threadId,
    name: String(lines[0]?.record.name),
  }));
}

/** After everything was brought to its end. */
export async function endProblems(sky: Sky): Promise<string[]> {
  const problems: string[] = [];
  for (const thread of knownThreads(sky)) {
    problems.push(...unfinished(thread).map((problem) => `${thread.threadId}: ${problem}`));
    problems.push(...(await verifyProblems(sky.home, thread.threadId)));
  }
  const checked = await sky.home.uw(["fsck", "--json"]);
  if (checked.exitCode !== 0) problems.push(`fsck: exit ${checked.exitCode} ${checked.stdout.slice(0, 300)}`);
  return problems;
}

function unfinished({ lines }: Known): string[] {
  const status = resultsOf(lines)[0]?.status;
  if (status === undefined) return ["it came to no end"];
  if (status === "cancelled" || status === "killed") return [];
  if (status !== "completed") return [`it ended as ${status}`];
  // biome-ignore lint/suspicious/noExplicitAny: a start line
  const start = lines[0]?.record as any;
  // A fork of one that cannot come back begins anew behind the steps it took over, as it was warned.
  if (start.name === "memory" && start.forkFrom !== undefined) return [];
  const { rounds } = JSON.parse(start.parameters.prompt) as Plan;
  const steps = rolesOf(lines).map((record) => (record.meta as { round: number }).round);
  const wanted = rounds.map((_, round) => round);
  return steps.join(" ") === wanted.join(" ")
    ? []
    : [`wanted ${rounds.length} rounds, found ${steps.join(" ")}`];
}
