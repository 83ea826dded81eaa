// Lines that become durable in batches, one after the other: the shape of a cluster's log. A host asks for the next batch,
// records it where the cluster keeps its facts, and says that it is committed.
//
// BATCH-1. A batch has whole lines, in their order, and all of them: what was appended before it was handed out and is in no
//          earlier one.
// BATCH-2. One batch is out at a time. sync() resolves after the batch with the lines before the call is committed.
// BATCH-3. Of a store that was fenced nothing is handed out, and no sync resolves: another host has the thread.
import type { Disk } from "#disk/open-file.ts";
import { GrowingBytes, type ReadableLines, readOnlyDisk } from "./line-store.ts";

/** `from` and `until` are bytes of the journal. */
export type Batch = { from: number; until: number; text: string };

type Waiter = { until: number; resolve(): void };

export class BatchLines implements ReadableLines {
  private readonly all: GrowingBytes;
  private committedBytes: number;
  private out: Batch | null = null;
  private waiters: Waiter[] = [];
  private asked: PromiseWithResolvers<Batch> | null = null;
  private isFenced = false;

  /** `recorded`: the lines of all batches so far. */
  constructor(recorded: Uint8Array) {
    this.all = new GrowingBytes(recorded);
    this.committedBytes = recorded.length;
  }

  get size(): number {
    return this.all.length;
  }

  get isSynced(): boolean {
    return this.committedBytes === this.all.length;
  }

  /** What a host that takes over gets. */
  get kept(): Uint8Array {
    return this.all.bytes.slice(0, this.committedBytes);
  }

  get disk(): Disk {
    return readOnlyDisk(() => this.all.bytes);
  }

  append(text: string): void {
    this.all.add(text);
  }

  sync(): Promise<void> {
    return new Promise((resolve) => {
      this.waiters.push({ until: this.all.length, resolve });
      this.handOut();
    });
  }

  /** Resolves when somebody waits for lines that are in no batch yet. */
  nextBatch(): Promise<Batch> {
    this.asked ??= Promise.withResolvers<Batch>();
    const { promise } = this.asked;
    this.handOut();
    return promise;
  }

  /** The batch is recorded: its lines survive. */
  committed(batch: Batch): void {
    if (this.isFenced || batch !== this.out) return;
    this.out = null;
    this.committedBytes = batch.until;
    const done = this.waiters.filter(({ until }) => until <= batch.until);
    this.waiters = this.waiters.filter(({ until }) => until > batch.until);
    for (const { resolve } of done) resolve();
    this.handOut();
  }

  fence(): void {
    this.isFenced = true;
  }

  close(): void {}

  private handOut(): void {
    const { asked } = this;
    if (asked === null || this.out !== null || this.isFenced || this.isSynced) return;
    if (!this.waiters.some(({ until }) => until > this.committedBytes)) return;
    const [from, until] = [this.committedBytes, this.all.length];
    const text = new TextDecoder().decode(this.all.bytes.subarray(from, until));
    this.out = { from, until, text };
    this.asked = null;
    asked.resolve(this.out);
  }
}
