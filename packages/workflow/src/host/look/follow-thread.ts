// Watches a thread until it ends, parks or is lost. The worker tells how far the journal is durable; the lines are read
// from the file, so what is shown is what is on disk.

import { type ErrorReport, WorkflowError } from "#contract/errors.ts";
import { TIMES } from "#contract/limits.ts";
import type { ThreadStatus } from "#contract/status.ts";
import { WorkerClient } from "#control/worker-client.ts";
import { fileSize, syncFile } from "#disk/whole-file.ts";
import { JOURNAL_BEGIN, type JournalPlace, type ReadLine, readJournal } from "#journal/read-journal.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { copySpent } from "#replay/fold-spent.ts";
import { emptyFold, foldLine, type ThreadFold } from "#replay/fold-thread.ts";
import { copyMailbox } from "#replay/mailbox.ts";
import type { ThreadPlace } from "../open/find-thread.ts";
import type { Store } from "../open/store.ts";

export type FollowEvent =
  | { type: "lines"; lines: ReadLine[] }
  /** `held`: it waits, and its worker stays for it. */
  | { type: "left"; status: ThreadStatus; error: ErrorReport | null; fold: ThreadFold; held: boolean };

/** A place in the journal and what is known of the thread there. */
export type Since = { at: JournalPlace; fold: ThreadFold };

export const FROM_THE_BEGINNING: Since = { at: JOURNAL_BEGIN, fold: emptyFold() };

/** Connects to the worker that hosts the thread. Returns null when no worker does. */
export async function watchThread(store: Store, place: ThreadPlace): Promise<WorkerClient | null> {
  const client = await WorkerClient.connect(store.layout.socket(place.hash));
  if (client === null) return null;
  try {
    await client.ask({ op: "follow", threadId: place.threadId }, TIMES.answerMs);
    return client;
  } catch (error) {
    client.close();
    if (error instanceof WorkflowError && error.code !== "STATE_INVALID") throw error;
    return null;
  }
}

/**
 * Every line after `since`, as it becomes durable; the last event says how the thread left, or that it waits for somebody.
 */
export async function* followThread(
  place: ThreadPlace,
  client: WorkerClient | null,
  since: Since = FROM_THE_BEGINNING,
  signal?: AbortSignal,
): AsyncGenerator<FollowEvent> {
  const { spent, mailbox } = since.fold;
  const fold = { ...since.fold, spent: copySpent(spent), mailbox: copyMailbox(mailbox) };
  let at: JournalPlace = since.at;
  const readTo = (bytes: number): ReadLine[] => {
    const lines: ReadLine[] = [];
    at = readJournal(
      place.path,
      (line) => {
        foldLine(fold, line);
        lines.push(line);
      },
      { from: at, until: bytes },
    );
    return lines;
  };
  // A notice may be older than what was decided since: lines that we have not read are not what it speaks of.
  const isAllRead = () => at.bytes === fileSize(place.path);
  if (client !== null)
    for await (const bytes of durableBytes(client, place, isAllRead, signal))
      yield { type: "lines", lines: readTo(bytes) };
  if (signal?.aborted) return;
  // A worker that died may have written what it had not synced yet; it is shown as durable, so it has to be.
  if (at.bytes < (fileSize(place.path) ?? 0)) syncFile(place.path);
  yield { type: "lines", lines: readTo(Infinity) };
  const { error = null, rests = false } = client?.noticeOf(place.threadId) ?? {};
  yield { type: "left", status: deriveStatus(fold, false), error, fold, held: rests };
}

/** How far the journal is durable, each time that is farther; ends when the thread left or rests, or the worker is gone. */
async function* durableBytes(
  client: WorkerClient,
  place: ThreadPlace,
  isAllRead: () => boolean,
  signal?: AbortSignal,
): AsyncGenerator<number> {
  let news = Promise.withResolvers<void>();
  let over = false;
  const wake = () => {
    news.resolve();
    news = Promise.withResolvers();
  };
  const stop = () => {
    over = true;
    wake();
  };
  client.onNotice = wake;
  void client.closed.then(stop);
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop, { once: true });
  for (let told = 0; ; ) {
    const waiting = news.promise;
    const notice = client.noticeOf(place.threadId);
    if (notice !== undefined && notice.bytes > told) {
      told = notice.bytes;
      yield told;
    } else if (over || notice?.left || (notice?.rests && isAllRead())) {
      return;
    } else {
      await waiting;
    }
  }
}
