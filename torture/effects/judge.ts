// E1, E2: what the ledger, the generators' notes and the printed promises say, against the journals.
import { readFileSync } from "node:fs";
import type { Applied, Called, Ledger } from "../../tests/support/ledger.ts";
import type { TempHome } from "../../tests/support/temp-home.ts";
import type { Promised } from "../lib/acknowledged.ts";
import { findJournals } from "../lib/home.ts";
import { judgeBytes } from "../lib/journal.ts";
import { readSeen, type Seen } from "./flow.ts";
import { type Command, commandsOf, retriesOf } from "./threads.ts";

export type World = {
  home: TempHome;
  ledger: Ledger;
  /** The file of the generators' notes. */
  seen: string;
  promised: Promised;
  /** Whole lines of every journal when it was last looked at. */
  before: Map<string, Buffer>;
  /** Journals of threads that were deleted after they had ended: what they did still counts. */
  removed?: Map<string, Buffer>;
};

export type Figures = { calls: number; applied: number; receipts: number; decisions: number; seen: number };

export type Verdict = { problems: string[]; figures: Figures };

/** May be asked at any time, and must be before anything is resumed. */
export function judgeEffects(world: World, readTold = () => readSeen(world.seen)): Verdict {
  // What was done and told first: the journals may only have grown since.
  const applied = world.ledger.applied();
  const calls = world.ledger.called();
  const seen = readTold();
  const promises = new Map([...world.promised].map(([id, sums]) => [id, new Map(sums)]));
  const problems: string[] = [];
  const commands: Commands = new Map();
  const threads = new Map<string, Command[]>();
  for (const { threadId, bytes } of journalsOf(world)) {
    const judged = judgeBytes(bytes);
    const found = commandsOf(judged.lines);
    const own = [...judged.problems, ...found.problems, ...lineProblems(found.commands)];
    const whole = bytes.subarray(0, judged.wholeBytes);
    const earlier = world.before.get(threadId);
    if (earlier !== undefined && !whole.subarray(0, earlier.length).equals(earlier))
      own.push("what was there is no prefix of what is there now");
    world.before.set(threadId, Buffer.from(whole));
    for (const [seq, sum] of promises.get(threadId) ?? [])
      if (judged.lines[seq - 1]?.sum !== sum)
        own.push(`record ${seq} (${sum}) was called durable and is not in the journal`);
    problems.push(...own.map((problem) => `${threadId}: ${problem}`));
    threads.set(threadId, found.commands);
    for (const command of found.commands)
      commands.set(command.id, [...(commands.get(command.id) ?? []), command]);
  }
  problems.push(
    ...calls.flatMap((call) => callProblems(call, commands.get(call.intent))),
    ...resent(calls, commands),
    ...appliedTwice(applied, commands),
    ...[...commands.values()].flat().flatMap((command) => receiptProblems(command, applied)),
    ...seen.flatMap((one) => seenProblems(one, threads.get(one.thread) ?? [])),
  );
  const all = [...commands.values()].flat();
  const figures = {
    calls: calls.length,
    applied: applied.length,
    receipts: all.reduce((sum, { receipts }) => sum + receipts.length, 0),
    decisions: all.reduce((sum, { decisions }) => sum + decisions.length, 0),
    seen: seen.length,
  };
  return { problems, figures };
}

/** By the id of the intent. The lines of a fork repeat those of its origin, so there may be several of one id. */
type Commands = Map<string, Command[]>;

function journalsOf(world: World): { threadId: string; bytes: Buffer }[] {
  const found = findJournals(world.home).flatMap(({ threadId, path }) => {
    const bytes = readIfThere(path);
    return bytes === null ? [] : [{ threadId, bytes }];
  });
  const gone = [...(world.removed ?? [])].filter(([id]) => found.every(({ threadId }) => threadId !== id));
  return [...found, ...gone.map(([threadId, bytes]) => ({ threadId, bytes }))];
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function callProblems(call: Called, [command]: readonly Command[] = []): string[] {
  if (command === undefined) return [`${call.effect} ${call.nonce} was performed without an intent`];
  const problems: string[] = [];
  if (call.key !== call.intent)
    problems.push(`${call.nonce}: attempt ${call.attempt} came with another key, ${call.key}`);
  if (command.nonce !== call.nonce || command.effect !== call.effect)
    problems.push(`${call.nonce}: it is not what its intent says`);
  return problems;
}

/** A `once` effect is sent again only when a person said so. */
function resent(calls: readonly Called[], commands: Commands): string[] {
  return [...countBy(calls, ({ intent }) => intent)].flatMap(([intent, count]) => {
    const of = commands.get(intent) ?? [];
    const [command] = of;
    if (command?.class !== "once" || count <= 1 + retriesIn(of)) return [];
    return [`${command.nonce}: a once effect was silently sent again, ${count} calls`];
  });
}

function appliedTwice(applied: readonly Applied[], commands: Commands): string[] {
  return [...countBy(applied, ({ nonce }) => nonce)].flatMap(([nonce, count]) => {
    const of = [...commands.values()].flat().filter((command) => command.nonce === nonce);
    return count <= 1 + retriesIn(of) ? [] : [`${nonce} was applied ${count} times`];
  });
}

function retriesIn(commands: readonly Command[]): number {
  return commands.reduce((sum, command) => sum + retriesOf(command), 0);
}

function lineProblems(commands: readonly Command[]): string[] {
  const problems: string[] = [];
  for (const { nonce, stepId, receipts, decisions } of commands) {
    if (receipts.length > 1) problems.push(`${nonce} has ${receipts.length} receipts`);
    const final = decisions.filter(({ decision }) => decision !== "retry");
    if (final.length > 1) problems.push(`${stepId} was decided ${final.length} times`);
  }
  const anys = countBy(
    commands.filter(({ isAny, receipts }) => isAny && receipts.length > 0),
    ({ n }) => String(n),
  );
  for (const [n, count] of anys) if (count > 1) problems.push(`yield ${n}, an any, has ${count} receipts`);
  return problems;
}

function receiptProblems(command: Command, applied: readonly Applied[]): string[] {
  const ok = command.receipts.find(({ status }) => status === "ok");
  if (ok === undefined || command.do !== "effect") return [];
  const problems: string[] = [];
  if (ok.nonce !== command.nonce) problems.push(`${command.nonce}: its receipt tells of ${ok.nonce}`);
  if (command.class !== "read" && !command.isReused && !applied.some(({ intent }) => intent === command.id))
    problems.push(`${command.nonce} has a receipt and was never applied`);
  return problems;
}

/** What a generator was told stands in the journal. */
function seenProblems({ round, what, answer }: Seen, commands: readonly Command[]): string[] {
  if (what === "approve") {
    const told = (answer as { decision: string }).decision;
    const command = commands.find(({ stepId }) => stepId === `ask-${round}`);
    return command?.decisions.at(-1)?.decision === told
      ? []
      : [`it was told ${told} in round ${round}, which nobody decided`];
  }
  const group = answer as { answer?: unknown };
  const told = Array.isArray(answer) ? answer : [what === "any" ? group.answer : answer];
  return (told as { intent: string; status: string; payload?: { nonce: string } }[]).flatMap((receipt) => {
    const command = commands.find(({ id }) => id === receipt.intent);
    const recorded = command?.receipts[0];
    const isSame = recorded?.status === receipt.status && recorded.nonce === (receipt.payload?.nonce ?? "");
    return isSame
      ? []
      : [`in round ${round} it was told ${JSON.stringify(receipt.payload)}, which is not recorded`];
  });
}

export function countBy<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of list) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
