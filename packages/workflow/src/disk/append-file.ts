// A file that only grows.
//
// APPEND-1. append() leaves whole lines: a write cut short is taken back to the last line end, and the file takes no
//     more.
// APPEND-2. sync() resolves when the bytes before the call are on disk. A failed sync is never tried again: the kernel
//     may have dropped the pages, and a second fsync would report success for bytes that are gone. What was not synced is
//     taken back, so that nobody reads, or builds on, a line that a power cut would take away.
// APPEND-3. A file that was closed is left alone, whatever a sync still under way says; its descriptor is given back
//     after the last of them, so that none of them can mean another file.
// APPEND-4. What another process wrote may be in memory only: it died before its sync, or its sync failed and the pages
//     count as clean. Written again by rewriteEnd(), it is brought to disk by the next sync, or by that of whoever comes
//     after.
import { ioFailed } from "./io-error.ts";
import { type Disk, MACHINE_DISK, type OpenFile } from "./open-file.ts";
import type { SyncGroup } from "./sync-group.ts";

export class AppendFile {
  private broken: unknown;
  private syncedBytes: number;
  private syncing = 0;
  private isRewritten = false;
  private isClosed = false;

  private constructor(
    readonly path: string,
    private readonly file: OpenFile,
    private bytes: number,
    private readonly group: SyncGroup,
  ) {
    this.syncedBytes = bytes;
    group.join(this);
  }

  static open(path: string, group: SyncGroup, disk: Disk = MACHINE_DISK): AppendFile {
    try {
      const file = disk.openAppend(path);
      return new AppendFile(path, file, file.size(), group);
    } catch (error) {
      throw ioFailed("open", path, error);
    }
  }

  get size(): number {
    return this.bytes;
  }

  append(text: string): void {
    this.assertWhole();
    const data = Buffer.from(text);
    try {
      this.writeFully(data);
      this.bytes += data.length;
    } catch (error) {
      this.broken = error;
      this.takeBack(this.bytes);
      throw ioFailed("append to", this.path, error);
    }
  }

  /** Everything appended is on disk. Not so after an error: what was taken back may have been counted on. */
  get isSynced(): boolean {
    return this.broken === undefined && this.bytes === this.syncedBytes && !this.isRewritten;
  }

  /** The last so many bytes, as they are. */
  rewriteEnd(bytesMax: number): void {
    const position = Math.max(0, this.bytes - bytesMax);
    const end = new Uint8Array(this.bytes - position);
    try {
      for (let done = 0; done < end.length; ) {
        const got = this.file.read(end, done, end.length - done, position + done);
        if (got === 0) throw new Error("the file became shorter");
        done += got;
      }
      this.isRewritten = true;
      this.file.rewrite(end, position);
    } catch (error) {
      throw ioFailed("write to", this.path, error);
    }
  }

  async sync(): Promise<void> {
    this.assertWhole();
    const { bytes } = this;
    this.syncing += 1;
    try {
      await this.group.sync(this.file);
      // Another sync failed meanwhile, and what this one was for is taken back with it.
      this.assertWhole();
      this.syncedBytes = Math.max(this.syncedBytes, bytes);
      this.isRewritten = false;
    } catch (error) {
      this.broken = error;
      this.takeBack(this.syncedBytes);
      throw ioFailed("sync", this.path, error);
    } finally {
      this.syncing -= 1;
      this.giveBack();
    }
  }

  /** Drops an incomplete tail found on open, before anything is appended after it. */
  cutTo(bytes: number): void {
    this.file.truncate(bytes);
    this.bytes = bytes;
    this.syncedBytes = bytes;
  }

  close(): void {
    this.group.leave(this);
    this.isClosed = true;
    this.giveBack();
  }

  private giveBack(): void {
    if (this.isClosed && this.syncing === 0) this.file.close();
  }

  /** A write may take less than it was given; the rest is offered until an error says why. */
  private writeFully(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += this.file.write(bytes, done);
  }

  private takeBack(bytes: number): void {
    if (this.isClosed) return;
    try {
      this.file.truncate(bytes);
      this.bytes = bytes;
    } catch {
      // The stub stays; opening the journal again cuts it.
    }
  }

  private assertWhole(): void {
    if (this.broken !== undefined) throw ioFailed("append to", this.path, this.broken);
  }
}
