// Where the lines of one journal are kept, under its stamps, sums and seals: a file, memory, the recorded batches of a
// cluster. A store takes whole lines and says when they survive; it does not look into them.
import type { Disk, OpenFile } from "#disk/open-file.ts";

export type LineStore = {
  /** In bytes. */
  readonly size: number;
  /** Everything appended survives. */
  readonly isSynced: boolean;
  append(text: string): void;
  /** Resolves when everything appended before the call survives. */
  sync(): Promise<void>;
  close(): void;
};

/** A store that can be read again without a file. */
export type ReadableLines = LineStore & { readonly disk: Disk };

/** Lines in memory. What was not synced is gone when the process is: `kept` are the bytes that would be left. */
export class MemoryLines implements ReadableLines {
  private readonly all: GrowingBytes;
  private syncedBytes: number;

  constructor(bytes: Uint8Array) {
    this.all = new GrowingBytes(bytes);
    this.syncedBytes = bytes.length;
  }

  get size(): number {
    return this.all.length;
  }

  get isSynced(): boolean {
    return this.syncedBytes === this.all.length;
  }

  get kept(): Uint8Array {
    return this.all.bytes.slice(0, this.syncedBytes);
  }

  get disk(): Disk {
    return readOnlyDisk(() => this.all.bytes);
  }

  append(text: string): void {
    this.all.add(text);
  }

  /** Takes a turn of the event loop, as a disk takes its time: who does not wait for it is found out. */
  async sync(): Promise<void> {
    const { length } = this.all;
    await new Promise((resolve) => setImmediate(resolve));
    this.syncedBytes = Math.max(this.syncedBytes, length);
  }

  close(): void {}
}

/** Bytes that only grow, in one piece of memory that doubles. */
export class GrowingBytes {
  private room: Uint8Array<ArrayBuffer>;
  length: number;

  constructor(bytes: Uint8Array) {
    this.room = new Uint8Array(bytes);
    this.length = bytes.length;
  }

  get bytes(): Uint8Array {
    return this.room.subarray(0, this.length);
  }

  add(text: string): void {
    const added = Buffer.from(text);
    if (this.length + added.length > this.room.length) {
      const room = new Uint8Array(2 * (this.length + added.length));
      room.set(this.bytes);
      this.room = room;
    }
    this.room.set(added, this.length);
    this.length += added.length;
  }
}

/** For readers that open a path: whatever the path, they find these bytes. */
export function readOnlyDisk(bytes: () => Uint8Array): Disk {
  const refuse = (): never => {
    throw new Error("these lines are read here, and written by their store only");
  };
  const openRead = (): OpenFile => ({
    size: () => bytes().length,
    read: (into, at, length, position) => {
      const part = bytes().subarray(position, position + length);
      into.set(part, at);
      return part.length;
    },
    write: refuse,
    rewrite: refuse,
    truncate: refuse,
    syncNow: refuse,
    syncAside: refuse,
    close: () => {},
  });
  return { openRead, openAppend: refuse };
}
