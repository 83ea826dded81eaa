// A crash state, opened. What was promised by then is there; nothing is refused that should open.
import { Database } from "bun:sqlite";
import { existsSync, readFileSync } from "node:fs";
import { runCli, type Terminal } from "@uncaged/cli-workflow";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { findJournals } from "../lib/home.ts";
import { judgeBytes } from "../lib/journal.ts";
import type { Op } from "./file-ops.ts";
import { ERR, OUT, type Session } from "./session.ts";

/** What the outside knew when the machine stopped. */
export type Known = {
  /** Commands that had answered, and whether another had begun. */
  answered: number;
  promised: { threadId: string; seq: number; sum: string }[];
  performed: string[];
};

export function knownAt(ops: readonly Op[], at: number): Known {
  const known: Known = { answered: 0, promised: [], performed: [] };
  let errors = "";
  for (const op of ops.slice(0, at)) {
    if (op.kind !== "said") continue;
    if (op.file.startsWith(OUT)) known.answered = Number(op.file.slice(OUT.length)) + 1;
    else if (op.file.startsWith(ERR)) errors += op.text;
    else
      for (const [, intent] of op.text.matchAll(/"intent":"([^"]+)"/g))
        known.performed.push(intent as string);
  }
  for (const line of errors.split("\n").slice(0, -1)) {
    if (!line.includes('"record.durable"')) continue;
    const { executionId, seq, sum } = JSON.parse(line) as { executionId: string; seq: number; sum: string };
    known.promised.push({ threadId: executionId, seq, sum });
  }
  return known;
}

export async function judgeState(home: TempHome, session: Session, known: Known): Promise<string[]> {
  const problems: string[] = [];
  const removed = removedBy(session, known);
  const journals = new Map(
    findJournals(home).map(({ threadId, path }) => [threadId, judgeBytes(readFileSync(path))]),
  );
  for (const { threadId, seq, sum } of known.promised) {
    if (removed.maybe.has(threadId)) continue;
    if (journals.get(threadId)?.lines[seq - 1]?.sum !== sum)
      problems.push(`record ${seq} of ${threadId} was called durable and is gone`);
  }
  for (const threadId of removed.surely)
    if (journals.has(threadId)) problems.push(`${threadId} was removed and is back`);
  const intents = new Set(
    [...journals.values()].flatMap(({ lines }) => lines.map(({ record }) => record.id as string)),
  );
  for (const intent of known.performed)
    if (!intents.has(intent)) problems.push(`an effect was performed whose intent ${intent} is gone`);
  for (const [threadId, judged] of journals)
    problems.push(...judged.problems.map((problem) => `${threadId}: ${problem}`));
  forgetBoot(home);
  return [...problems, ...(await opensAgain(home, session, known, removed.maybe))];
}

function removedBy(
  { args, answers }: Session,
  { answered }: Known,
): { surely: Set<string>; maybe: Set<string> } {
  const surely = new Set<string>();
  const maybe = new Set<string>();
  for (const [index, words] of args.entries()) {
    if (words[0] !== "thread" || words[1] !== "rm") continue;
    const { threadId } = answers[index] as { threadId: string };
    if (index <= answered) maybe.add(threadId);
    if (index < answered) surely.add(threadId);
  }
  return { surely, maybe };
}

async function opensAgain(
  home: TempHome,
  session: Session,
  known: Known,
  mayBeGone: ReadonlySet<string>,
): Promise<string[]> {
  const problems: string[] = [];
  const names = [session.names[known.answered], session.names[known.answered + 1]];
  const listed = await ask(home, ["list"]);
  const said =
    listed.exitCode === 0
      ? (listed.json.workflows as { name: string; hash: string }[])
          .map(({ name, hash }) => `${name}=${hash}`)
          .join(" ")
      : `exit ${listed.exitCode} ${listed.text}`;
  if (!names.includes(said))
    problems.push(`the registry says "${said}", not ${names.map((one) => `"${one}"`).join(" or ")}`);
  let threads = await ask(home, ["threads", "--all"]);
  if (threads.exitCode !== 0 && threads.text.includes("fsck --rebuild")) {
    const rebuilt = await ask(home, ["fsck", "--rebuild"]);
    if (!existsSync(home.layout.database)) problems.push(`fsck --rebuild left no database: ${rebuilt.text}`);
    threads = await ask(home, ["threads", "--all"]);
  }
  if (threads.exitCode !== 0) return [...problems, `threads: exit ${threads.exitCode} ${threads.text}`];
  const shown = new Set((threads.json.threads as { threadId: string }[]).map(({ threadId }) => threadId));
  for (const threadId of new Set(known.promised.map((one) => one.threadId)))
    if (!shown.has(threadId) && !mayBeGone.has(threadId)) problems.push(`threads does not show ${threadId}`);
  const fsck = await ask(home, ["fsck"]);
  // Of the one write that holds result and seal, the result alone may arrive: the thread has ended, and fsck says how.
  const bad = ((fsck.json.problems ?? [{ code: fsck.text }]) as { code: string; file: string }[]).filter(
    ({ code }) => code !== "TORN_TAIL" && code !== "UNSEALED",
  );
  for (const one of bad) problems.push(`fsck: ${JSON.stringify(one).slice(0, 300)}`);
  return problems;
}

/** The index is looked through once after each boot. The machine did not really boot, so the mark of it is taken out. */
function forgetBoot(home: TempHome): void {
  if (!existsSync(home.layout.database)) return;
  try {
    using database = new Database(home.layout.database, { readwrite: true });
    database.run("DELETE FROM marks WHERE key = 'boot'");
  } catch {
    // It is damaged, or has no tables yet; the command line will find the same.
  }
}

// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes
type Asked = { exitCode: number; text: string; json: any };

/** The command line's own entry, without a process for each question: thousands of states are asked several. */
async function ask(home: TempHome, args: string[]): Promise<Asked> {
  let text = "";
  const terminal: Terminal = {
    out: async (more) => {
      text += more;
    },
    err: async () => {},
    readInput: async () => new Uint8Array(),
    isInteractive: false,
    hasColor: false,
    columns: 80,
    rows: 24,
    env: {},
  };
  const exitCode = await runCli(home.home, [...args, "--json"], terminal);
  return { exitCode, text: text.trim().slice(0, 300), json: JSON.parse(text) };
}
