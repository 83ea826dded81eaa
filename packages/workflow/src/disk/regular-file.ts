// Opens a file of the store, and nothing else that may stand in its place: a pipe would be waited for without end, a
// folder or a device read as if it held bytes of ours.
import { closeSync, constants, fstatSync, openSync, type Stats } from "node:fs";
import { WorkflowError } from "#contract/errors.ts";

/** Throws what the machine said, or STATE_INVALID. A link is never followed. */
export function openRegular(path: string, flags: number, mode?: number): number {
  // With O_NONBLOCK a pipe opens at once; of a file it says nothing.
  const fd = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, mode);
  const stat = fstatSync(fd);
  if (stat.isFile()) return fd;
  closeSync(fd);
  throw notAFile(path, stat);
}

export function notAFile(path: string, stat: Stats): WorkflowError {
  return new WorkflowError("STATE_INVALID", `${path} is not a file but ${kindOf(stat)}`, {
    hint: `look at it: ls -ld ${path}`,
    details: { path },
  });
}

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return "a folder";
  if (stat.isSymbolicLink()) return "a symbolic link";
  if (stat.isFIFO()) return "a pipe";
  return stat.isSocket() ? "a socket" : "a device";
}
