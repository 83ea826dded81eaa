// A disk in memory that forgets like a real one. What was written is seen at once; what was not synced is lost, kept, torn
// or filled with zeros when the machine dies, in the order it was written.
import type { Disk, OpenFile } from "#disk/open-file.ts";
import type { Random } from "./random.ts";

export type DiskOdds = { shortWrite: number; writeError: number; syncError: number };

export type DiskCounts = {
  lostWrites: number;
  tornTails: number;
  zeroTails: number;
  shortWrites: number;
  writeErrors: number;
  syncErrors: number;
};

export type DiskPorts = {
  random: Random;
  odds: DiskOdds;
  /** Every operation passes here, before and after; throws when the machine dies. */
  moment(what: string): void;
  /** A sync that others do not wait for ends when this is called back. */
  soon(call: () => void): void;
  isDead(): boolean;
};

type Change = { append: Uint8Array; at: number } | { truncate: number };

type SimFile = {
  data: Buffer;
  /** What survives for certain. */
  durable: Buffer;
  /** Changes since, in order. */
  pending: Change[];
  /** Errors of syncs so far. */
  errors: number;
};

export class SimDisk implements Disk {
  readonly counts: DiskCounts = {
    lostWrites: 0,
    tornTails: 0,
    zeroTails: 0,
    shortWrites: 0,
    writeErrors: 0,
    syncErrors: 0,
  };
  private readonly files = new Map<string, SimFile>();
  private life = 0;

  constructor(private readonly ports: DiskPorts) {}

  /** As a file that was renamed into place appears: whole and durable. */
  put(path: string, bytes: Uint8Array): void {
    const data = Buffer.from(bytes);
    this.files.set(path, { data, durable: data, pending: [], errors: 0 });
  }

  /** What a reader sees. */
  bytes(path: string): Buffer {
    return this.fileAt(path).data;
  }

  durable(path: string): Buffer {
    return this.fileAt(path).durable;
  }

  openAppend(path: string): OpenFile {
    return this.open(path);
  }

  openRead(path: string): OpenFile {
    return this.open(path);
  }

  /** The machine loses power. */
  crash(): void {
    this.life += 1;
    for (const file of this.files.values()) {
      const data = this.survivors(file);
      file.data = data;
      file.durable = data;
      file.pending = [];
    }
  }

  private survivors(file: SimFile): Buffer {
    const { random } = this.ports;
    const { counts } = this;
    if (file.pending.length === 0) return file.durable;
    const how = random.pick(["lost", "kept", "torn", "torn", "zeros"] as const);
    if (how === "kept") return file.data;
    if (how === "lost") {
      counts.lostWrites += 1;
      return file.durable;
    }
    const whole = random.int(0, file.pending.length);
    const before = file.pending.slice(0, whole).reduce(apply, file.durable);
    const next = file.pending[whole] as Change;
    if ("truncate" in next) return before;
    const kept = next.append.subarray(0, random.int(0, next.append.length + 1));
    // What is written over stays where the new bytes did not come.
    const data = Buffer.concat([sized(before, next.at), kept, before.subarray(next.at + kept.length)]);
    if (how === "torn") {
      counts.tornTails += kept.length > 0 && kept.length < next.append.length ? 1 : 0;
      return data;
    }
    // The size reached the disk before the bytes did.
    const zeros = random.int(0, next.append.length - kept.length + 1);
    counts.zeroTails += zeros > 0 ? 1 : 0;
    return sized(data, Math.max(data.length, next.at + kept.length + zeros));
  }

  private open(path: string): OpenFile {
    const file = this.fileAt(path);
    const { life } = this;
    const { moment } = this.ports;
    const isGone = () => this.life !== life || this.ports.isDead();
    let errorsSeen = file.errors;
    const sync = () => {
      moment("sync");
      // Everybody who had the file open is told once.
      const isNews = file.errors !== errorsSeen;
      errorsSeen = file.errors;
      if (isNews) throw syncError();
      this.sync(file, () => {
        errorsSeen += 1;
      });
      moment("synced");
    };
    return {
      size: () => file.data.length,
      read: (into, at, length, position) => file.data.copy(into, at, position, position + length),
      write: (bytes, from) => {
        moment("write");
        const taken = this.write(file, bytes.subarray(from));
        moment("written");
        return taken;
      },
      rewrite: (bytes, position) => {
        moment("rewrite");
        change(file, { append: new Uint8Array(bytes), at: position });
        moment("rewritten");
      },
      truncate: (bytes) => {
        moment("truncate");
        change(file, { truncate: bytes });
      },
      syncNow: sync,
      syncAside: () =>
        new Promise((resolve, reject) => {
          moment("sync asked");
          this.ports.soon(() => {
            if (isGone()) return;
            try {
              sync();
              resolve();
            } catch (error) {
              reject(error);
            }
          });
        }),
      close: () => {},
    };
  }

  private write(file: SimFile, bytes: Uint8Array): number {
    const { random, odds } = this.ports;
    if (random.chance(odds.writeError)) {
      this.counts.writeErrors += 1;
      throw machineError("ENOSPC", "no space left on device, write");
    }
    let taken = bytes;
    if (bytes.length > 1 && random.chance(odds.shortWrite)) {
      this.counts.shortWrites += 1;
      taken = bytes.subarray(0, random.int(1, bytes.length));
    }
    // Copied: a writer may use its buffer again.
    change(file, { append: new Uint8Array(taken), at: file.data.length });
    return taken.length;
  }

  /** After an error the pages count as clean, and a later sync does not bring them to disk: only what follows is. */
  private sync(file: SimFile, onError: () => void): void {
    const { random, odds } = this.ports;
    if (random.chance(odds.syncError)) {
      this.counts.syncErrors += 1;
      file.pending = [];
      file.errors += 1;
      onError();
      throw syncError();
    }
    file.durable = file.pending.reduce(apply, file.durable);
    file.pending = [];
  }

  private fileAt(path: string): SimFile {
    const file = this.files.get(path);
    if (file === undefined) throw machineError("ENOENT", `no such file or directory, open '${path}'`);
    return file;
  }
}

function change(file: SimFile, by: Change): void {
  file.pending.push(by);
  file.data = apply(file.data, by);
}

function apply(data: Buffer, by: Change): Buffer {
  if ("truncate" in by) return sized(data, by.truncate);
  return Buffer.concat([sized(data, by.at), by.append]);
}

/** What was never brought to disk reads as zeros. */
function sized(data: Buffer, bytes: number): Buffer {
  if (bytes <= data.length) return data.subarray(0, bytes);
  return Buffer.concat([data, Buffer.alloc(bytes - data.length)]);
}

function syncError(): Error {
  return machineError("EIO", "input/output error, fdatasync");
}

function machineError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}
