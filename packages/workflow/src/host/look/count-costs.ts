// costs: what all threads paid, by workflow, model or day. From the journals; the index says which of them need no look.
import { isTerminal } from "#contract/status.ts";
import { type Live, liveThreads } from "#control/live-threads.ts";
import { readJournal } from "#journal/read-journal.ts";
import { emptyFold, foldLine } from "#replay/fold-thread.ts";
import { type PaidLine, paidLine } from "#replay/paid-lines.ts";
import { added, type Tokens } from "#replay/read-usage.ts";
import { type IndexRow, keyOf } from "#store/thread-index.ts";
import { currentRows } from "../open/current-rows.ts";
import { placeOfRow, type ThreadPlace } from "../open/find-thread.ts";
import { healIndexAfterBoot } from "../open/heal-index.ts";
import type { Store } from "../open/store.ts";
import { problemOf, type ThreadProblem, tryThread } from "../open/try-thread.ts";

export const COSTS_BY = ["workflow", "model", "day"] as const;
export type CostsBy = (typeof COSTS_BY)[number];

/** `unpriced`: calls of which nobody said what they cost. They are among `calls`, and stand for nothing in `costUsd`. */
export type CostSum = { threads: number; calls: number; unpriced: number; tokens: Tokens; costUsd: number };

/** `key`: a workflow, a model, or a day in UTC; null: by model, what roles said that their work cost. */
export type CostRow = { key: string | null } & CostSum;

/** `since`: ISO 8601; null: from the beginning. */
export type Costs = {
  since: string | null;
  by: CostsBy;
  rows: CostRow[];
  total: CostSum;
  problems?: ThreadProblem[];
};

export async function countCosts(
  store: Store,
  { since, by }: { since: number | null; by: CostsBy },
): Promise<Costs> {
  const sums = new Map<string | null, Sum>();
  const total = new Sum();
  const problems: ThreadProblem[] = [];
  for (const { row, place } of store.isEmpty() ? [] : await rowsToRead(store, since ?? -Infinity)) {
    const read = tryThread(place.threadId, () => paidIn(place, since ?? -Infinity));
    if ("error" in read) problems.push(...problemOf(read));
    else
      for (const paid of read.value) {
        total.add(paid, keyOf(place));
        sumAt(sums, keyBy(by, row, paid)).add(paid, keyOf(place));
      }
  }
  return {
    since: since === null ? null : new Date(since).toISOString(),
    by,
    rows: [...sums].map(([key, sum]) => ({ key, ...sum.view() })).sort(by === "day" ? newestDay : dearest),
    total: total.view(),
    ...(problems.length === 0 ? {} : { problems }),
  };
}

type Found = { row: IndexRow; place: ThreadPlace };

/** Those that paid for anything, and may have since then. */
async function rowsToRead(store: Store, since: number): Promise<Found[]> {
  healIndexAfterBoot(store);
  const live = await liveThreads(store.layout);
  return [...currentRows(store, { live })]
    .filter((row) => row.paid_calls !== 0 || row.micro_usd !== 0 || row.status === "corrupt")
    .map((row) => ({ row, place: placeOfRow(store, row) }))
    .filter(({ row, place }) => row.updated_at >= since || mayHaveGrown(row, place, live));
}

/** The row of a thread that runs is from when it began. */
function mayHaveGrown({ status }: IndexRow, place: ThreadPlace, live: Live): boolean {
  return live.threads.has(keyOf(place)) || !isTerminal(status);
}

function paidIn(place: ThreadPlace, since: number): PaidLine[] {
  const paid: PaidLine[] = [];
  const fold = emptyFold();
  readJournal(place.path, (line) => {
    foldLine(fold, line);
    const found = paidLine(line, fold);
    if (found !== null && found.timestamp >= since) paid.push(found);
  });
  return paid;
}

function keyBy(by: CostsBy, { name }: IndexRow, { model, timestamp }: PaidLine): string | null {
  if (by === "workflow") return name;
  return by === "model" ? model : new Date(timestamp).toISOString().slice(0, 10);
}

class Sum {
  private readonly threads = new Set<string>();
  private calls = 0;
  private unpriced = 0;
  private microUsd = 0;
  private readonly tokens: Tokens = { input: 0, output: 0, total: 0 };

  add(paid: PaidLine, thread: string): void {
    this.threads.add(thread);
    this.calls += paid.calls;
    this.unpriced += paid.unpriced;
    this.microUsd = added(this.microUsd, paid.microUsd);
    for (const kind of ["input", "output", "total"] as const)
      this.tokens[kind] = added(this.tokens[kind], paid.tokens[kind]);
  }

  view(): CostSum {
    const { threads, calls, unpriced, tokens, microUsd } = this;
    return { threads: threads.size, calls, unpriced, tokens, costUsd: microUsd / 1_000_000 };
  }
}

function sumAt(sums: Map<string | null, Sum>, key: string | null): Sum {
  const sum = sums.get(key) ?? new Sum();
  sums.set(key, sum);
  return sum;
}

function newestDay(a: CostRow, b: CostRow): number {
  return String(a.key) < String(b.key) ? 1 : -1;
}

/** Then what has no price, by its tokens. */
function dearest(a: CostRow, b: CostRow): number {
  return b.costUsd - a.costUsd || b.tokens.total - a.tokens.total || (String(a.key) < String(b.key) ? -1 : 1);
}
