// A thread as its events. They are read from its journal as it becomes durable, so a listener that comes late, or is slow,
// misses nothing but frames of progress.

import type { WorkerClient } from "#control/worker-client.ts";
import type { Envelope } from "#host/look/envelope.ts";
import type { FollowEvent } from "#host/look/follow-thread.ts";
import type { Tokens, WatchEvent } from "#host/look/tell-events.ts";
import type { ThreadPlace } from "#host/open/find-thread.ts";
import type { Store } from "#host/open/store.ts";
import { checkText, checkWhole } from "./check-options.ts";
import { EventBox } from "./event-box.ts";

export type FollowOptions = {
  /** Lines of the journal up to this one (`seq` of `record.durable`) are known, and are not told again. */
  after?: number;
  /** Ends the watching, not the thread: the loop throws the signal's reason. */
  signal?: AbortSignal;
};

/** What `run --json` prints at the end. */
export type EnvelopeDocument = Omit<Envelope, "thread" | "parked">;

type Call = <T>(work: (store: Store) => Promise<T>) => Promise<T>;
type Left = Extract<FollowEvent, { type: "left" }>;
type Ended = { place: ThreadPlace; left: Left; tokens: Tokens };

export class Following implements AsyncIterable<WatchEvent> {
  constructor(
    private readonly call: Call,
    private readonly thread: string,
    private readonly options: FollowOptions,
  ) {}

  /** Every loop over it begins anew. Leaving a loop gives everything back. */
  [Symbol.asyncIterator](): AsyncGenerator<WatchEvent, void> {
    return withoutEnd(this.watch());
  }

  /** Waits until the thread ends or parks, and returns its envelope. */
  async end(): Promise<EnvelopeDocument> {
    const events = this.watch();
    for (;;) {
      const { done, value } = await events.next();
      if (!done) continue;
      const { documentOf, envelopeOf } = await import("#host/look/envelope.ts");
      const { place, left, tokens } = value;
      return documentOf(envelopeOf(place, { lost: left.error, tokens }));
    }
  }

  private async *watch(): AsyncGenerator<WatchEvent, Ended> {
    const { after, signal } = this.options;
    signal?.throwIfAborted();
    const known = checkWhole(after, "after", 0);
    const { place, client } = await this.call((store) => join(store, checkText(this.thread, "the thread")));
    const box = new EventBox();
    const stop = new AbortController();
    const abort = () => box.fail(signal?.reason);
    signal?.addEventListener("abort", abort);
    try {
      if (signal?.aborted) abort();
      const pumping = pump({ place, client, after: known, box, signal: stop.signal });
      for (;;) {
        client?.keepsProcess(true);
        const events = await box.take();
        client?.keepsProcess(false);
        if (events === null) return await pumping;
        yield* events;
      }
    } finally {
      signal?.removeEventListener("abort", abort);
      stop.abort();
      box.close();
      client?.close();
    }
  }
}

async function* withoutEnd(events: AsyncGenerator<WatchEvent, unknown>): AsyncGenerator<WatchEvent, void> {
  yield* events;
}

async function join(
  store: Store,
  thread: string,
): Promise<{ place: ThreadPlace; client: WorkerClient | null }> {
  const { findThread } = await import("#host/open/find-thread.ts");
  const { watchThread } = await import("#host/look/follow-thread.ts");
  const place = findThread(store, thread);
  return { place, client: await watchThread(store, place) };
}

type Pump = {
  place: ThreadPlace;
  client: WorkerClient | null;
  after: number | undefined;
  box: EventBox;
  signal: AbortSignal;
};

/** From journal and worker into the box, no faster than it is emptied. */
async function pump({ place, client, after, box, signal }: Pump): Promise<Ended> {
  const { EventTeller } = await import("#host/look/tell-events.ts");
  const { followThread } = await import("#host/look/follow-thread.ts");
  const { envelopeOf } = await import("#host/look/envelope.ts");
  const { threadId } = place;
  const began = "execution.started" as const;
  const teller = new EventTeller({ threadId, began, after }, (events) => box.put(events));
  const tokens = () => client?.noticeOf(threadId)?.tokens;
  let left: Left | undefined;
  teller.begin();
  if (client !== null) client.onProgress = (progress) => teller.progress(progress);
  try {
    for await (const event of followThread(place, client, undefined, signal)) {
      if (event.type === "lines") teller.lines(event.lines, tokens());
      else left = event;
      await box.room();
    }
    if (left !== undefined) teller.end(envelopeOf(place, { fold: left.fold, lost: left.error }).status);
    box.finish();
  } catch (error) {
    box.fail(error);
  } finally {
    teller.quit();
  }
  // Not there when nobody listens any more; then nobody asks either.
  return { place, left: left as Left, tokens: tokens() };
}
