// How a turn goes on from the session of an earlier one.
//
// SESSION-1. A step leaves a session that never changes, where the program can branch: going on makes a new one from it.
// SESSION-2. A fork never goes on in a session of its origin. Where the program cannot branch, or the session belongs to another
//     folder, it begins a fresh one, is told the kept turns, and the receipt says so.
// SESSION-3. A session belongs to a folder. A thread that wants to go on with it in another one is refused.
// SESSION-4. A session belongs to the agent that made it, and to the way it was run. Another one is told the turns.
// SESSION-5. Where the agent does not have the session any more, it is told the turns as well.
import { type AnsweredEffect, type ExecutorPorts, Refusal } from "@uncaged/workflow/executor";
import type { Before, SessionTotal } from "./turn-cost.ts";

export type AskedOn = { session?: string; agent?: string; command?: string[]; via?: string };
type Said = {
  session?: string | null;
  folder?: string;
  text?: string;
  sessionTotal?: SessionTotal;
  asks?: unknown[];
};

export type Way =
  | { how: "fresh"; before: Before }
  /** `folder`: where its copy of the workspace has to be, if it may only look. */
  | { how: "branch" | "session"; before: Before; folder: string | null }
  | { how: "transcript"; before: Before; transcript: string };

/** What the agent can do with a session. `nothing`: it does not have this one any more, or none at all. */
export type Can = "branch" | "session" | "nothing";

/** `folder`: where it would work; null where that is a copy made for this turn. */
export function wayOn(asked: AskedOn, can: Can, folder: string | null, ports: ExecutorPorts): Way {
  const { session } = asked;
  if (session === undefined) return { how: "fresh", before: "fresh" };
  const turns = ports.answered?.("sys/agent.run@1") ?? [];
  const last = turns.findLast(({ payload }) => saidIn(payload).session === session);
  // Somebody's own, or of a thread we know nothing of: as it was asked for.
  if (last === undefined && can !== "nothing") return { how: can, before: null, folder: null };
  if (last === undefined || (can === "nothing" && isParked(last))) throw gone(session);
  const told: Way = { how: "transcript", before: "fresh", transcript: transcriptOf(turns, last) };
  if (whoseIs(last.params as AskedOn | null) !== whoseIs(asked)) return told;
  const said = saidIn(last.payload);
  const isCopy = isOfCopy(last);
  const isHere = folder === null ? isCopy : said.folder === undefined || said.folder === folder;
  if (can === "nothing") return told;
  const isOwn = last.thread === ports.thread;
  const before = said.sessionTotal ?? null;
  if (isHere && (isOwn || (can === "branch" && !isCopy)))
    return { how: can, before, folder: said.folder ?? null };
  if (isOwn && isCopy === (folder === null)) throw elsewhere(session, said.folder ?? "", folder ?? "");
  return told;
}

/** Two ways to run an agent keep two kinds of sessions. */
function whoseIs(asked: AskedOn | null): string {
  const { agent, command, via = "cli" } = asked ?? {};
  return JSON.stringify([via, agent ?? command ?? null]);
}

/** It waits for an answer that only a turn of its own can take: who asked goes on from the task (agent-leave.ts). */
function isParked({ payload }: AnsweredEffect): boolean {
  return (saidIn(payload).asks ?? []).length > 0;
}

function gone(session: string): Refusal {
  return new Refusal("AGENT_SESSION", `it cannot go on with the session ${session}`, { retryable: false });
}

function saidIn(payload: unknown): Said {
  return typeof payload === "object" && payload !== null ? (payload as Said) : {};
}

function isOfCopy({ params }: AnsweredEffect): boolean {
  return (params as { access?: string } | null)?.access === "read";
}

function elsewhere(session: string, theirs: string, ours: string): Refusal {
  return new Refusal(
    "AGENT_SESSION_ELSEWHERE",
    `the session ${session} belongs to ${theirs}, and this step works in ${ours}: leave \`session\` out, or work there`,
    { retryable: false, details: { session, folder: theirs } },
  );
}

const TURN_CHARS = 20_000;
const TRANSCRIPT_CHARS = 200_000;

/** The turns that led to it, oldest first. */
function transcriptOf(turns: AnsweredEffect[], last: AnsweredEffect): string {
  const chain: string[] = [];
  let left = turns.slice(0, turns.indexOf(last) + 1);
  for (let turn: AnsweredEffect | undefined = last; turn !== undefined; ) {
    const { prompt = "", session } = (turn.params ?? {}) as { prompt?: string; session?: string };
    chain.unshift(
      `## You were asked\n\n${cut(prompt)}\n\n## You answered\n\n${cut(saidIn(turn.payload).text ?? "")}`,
    );
    left = left.slice(0, left.indexOf(turn));
    turn =
      session === undefined ? undefined : left.findLast(({ payload }) => saidIn(payload).session === session);
  }
  const text = chain.join("\n\n");
  const head = "What you were asked and answered so far in this work (the files are as you left them then):";
  return `${head}\n\n${text.slice(-TRANSCRIPT_CHARS)}\n\n## You are asked now`;
}

function cut(text: string): string {
  return text.length <= TURN_CHARS ? text : `${text.slice(0, TURN_CHARS)}\n[cut: ${text.length} characters]`;
}
