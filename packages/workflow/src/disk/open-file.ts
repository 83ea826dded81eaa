// An open file, as little of it as a journal needs: the machine's, or that of a simulation.
import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { openRegular } from "./regular-file.ts";

export type OpenFile = {
  size(): number;
  /** Appends `bytes` from offset `from` on. Returns how many of them were written. */
  write(bytes: Uint8Array, from: number): number;
  read(into: Uint8Array, at: number, length: number, position: number): number;
  /** Writes over what is there, up to its end. */
  rewrite(bytes: Uint8Array, position: number): void;
  truncate(bytes: number): void;
  syncNow(): void;
  /** While others sync. */
  syncAside(): Promise<void>;
  close(): void;
};

/** Opening throws what the machine said. */
export type Disk = { openAppend(path: string): OpenFile; openRead(path: string): OpenFile };

export const MACHINE_DISK: Disk = {
  openAppend: (path) => new FdFile(path, openRegular(path, constants.O_RDWR | constants.O_APPEND)),
  openRead: (path) => new FdFile(path, openRegular(path, constants.O_RDONLY)),
};

class FdFile implements OpenFile {
  constructor(
    private readonly path: string,
    private readonly fd: number,
  ) {}

  size(): number {
    return fstatSync(this.fd).size;
  }

  write(bytes: Uint8Array, from: number): number {
    return writeSync(this.fd, bytes, from, bytes.length - from);
  }

  read(into: Uint8Array, at: number, length: number, position: number): number {
    return readSync(this.fd, into, at, length, position);
  }

  rewrite(bytes: Uint8Array, position: number): void {
    // By a descriptor of its own: Linux appends whatever is written by one that appends.
    const fd = openSync(this.path, constants.O_WRONLY | constants.O_NOFOLLOW);
    try {
      for (let done = 0; done < bytes.length; )
        done += writeSync(fd, bytes, done, bytes.length - done, position + done);
    } finally {
      closeSync(fd);
    }
  }

  truncate(bytes: number): void {
    ftruncateSync(this.fd, bytes);
  }

  syncNow(): void {
    fdatasyncSync(this.fd);
  }

  syncAside(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.fd, (error) => (error ? reject(error) : resolve()));
    });
  }

  close(): void {
    closeSync(this.fd);
  }
}
