// trace --by: every line of every thread that carries a correlation field with this value, and what came of it, as a chain
// in the order it happened.
import type { CommandRecord, JournalRecord, ReceiptRecord, StartRecord } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import { type ReadLine, readJournal } from "#journal/read-journal.ts";
import { emptyFold, foldLine, type ThreadFold } from "#replay/fold-thread.ts";
import { journalPlaces, type ThreadPlace } from "../open/find-thread.ts";
import type { Store } from "../open/store.ts";
import { problemOf, type ThreadProblem, tryThread } from "../open/try-thread.ts";

export type TraceBy = { field: string; value: string };

/** `carries`: the line itself holds the field; otherwise it answers one that does. */
export type TraceLink = {
  threadId: string;
  name: string;
  seq: number;
  kind: string;
  stepId: string | null;
  effect?: string;
  status?: string;
  carries: boolean;
  timestamp: number;
};

export type Trace = { by: TraceBy; chain: TraceLink[]; problems?: ThreadProblem[] };

export function traceField(store: Store, by: TraceBy): Trace {
  const chain: TraceLink[] = [];
  const problems: ThreadProblem[] = [];
  for (const place of store.isEmpty() ? [] : journalPlaces(store)) {
    const found = tryThread(place.threadId, () => linksIn(place, by));
    if ("error" in found) problems.push(...problemOf(found));
    else chain.push(...found.value);
  }
  chain.sort((a, b) => a.timestamp - b.timestamp || compare(a.threadId, b.threadId) || a.seq - b.seq);
  return { by, chain, ...(problems.length === 0 ? {} : { problems }) };
}

function linksIn(place: ThreadPlace, by: TraceBy): TraceLink[] {
  const links: TraceLink[] = [];
  const intents = new Set<string>();
  const mark = Buffer.from(JSON.stringify(by.field));
  const fold = emptyFold();
  let name = "";
  readJournal(place.path, (line) => {
    foldLine(fold, line);
    if (line.seq === 1) name = (line.record as StartRecord).name;
    // Most lines do not even name the field, and are not looked into.
    const carries = Buffer.from(line.text).includes(mark) && holds(line.record, by);
    if (!carries && (line.isRole || !answersOneOf(line.record, intents))) return;
    if (carries && "kind" in line.record && line.record.kind === "intent") intents.add(line.record.id);
    links.push({ threadId: place.threadId, name, ...linkOf(line, fold), carries });
  });
  return links;
}

function answersOneOf(record: JournalRecord, intents: ReadonlySet<string>): boolean {
  return "intent" in record && intents.has((record as ReceiptRecord).intent);
}

function linkOf(
  { record, seq }: ReadLine,
  fold: ThreadFold,
): Omit<TraceLink, "threadId" | "name" | "carries"> {
  const { timestamp } = record;
  if (!("kind" in record)) {
    const kind = "role" in record ? "role" : "start";
    return { seq, kind, stepId: kind === "role" ? `n${fold.yields}` : null, timestamp };
  }
  const { effect, status, decision } = record as unknown as Partial<Record<string, string>>;
  return {
    seq,
    kind: record.kind,
    stepId: "n" in record ? stepIdOf(record as CommandRecord, fold) : null,
    ...(effect === undefined ? {} : { effect }),
    ...((status ?? decision) === undefined ? {} : { status: status ?? (decision as string) }),
    timestamp,
  };
}

/** As the line that opened the command names it: an answer only says where that stands. */
function stepIdOf(record: CommandRecord, { current }: ThreadFold): string {
  const opening = current?.n === record.n ? current.leaves.get(record.index)?.opening : undefined;
  return stepIdAt(opening ?? record);
}

/** A member of that name, anywhere, whose value reads like that. */
function holds(value: unknown, by: TraceBy): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holds(item, by));
  return Object.entries(value).some(
    ([key, member]) => (key === by.field && isValue(member, by.value)) || holds(member, by),
  );
}

function isValue(member: unknown, wanted: string): boolean {
  return typeof member === "object" ? member === null && wanted === "null" : String(member) === wanted;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
