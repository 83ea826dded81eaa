import { closeSync, constants, openSync, readSync } from "node:fs";

/** Throws away what was typed before now. The terminal is opened once more, so that reading what is there does not wait for more. */
export function dropTypedAhead(): void {
  let fd: number;
  try {
    fd = openSync("/dev/tty", constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return; // no terminal of this session's own
  }
  try {
    const bytes = new Uint8Array(4096);
    while (readSync(fd, bytes) > 0);
  } catch {
    // EAGAIN: there is no more
  } finally {
    closeSync(fd);
  }
}
