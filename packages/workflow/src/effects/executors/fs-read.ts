// sys/fs.read@1: one regular file of the workspace.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { Executor } from "#contract/effect.ts";
import type { ExecutorPorts } from "../executors.ts";
import { errnoOf, Refusal, tooLarge } from "../refusal.ts";
import { type Encoding, encodeContent } from "./content.ts";
import { assertOpenedInside, outside, pathInside } from "./workspace-path.ts";

export function readFileExecutor({ secrets }: ExecutorPorts): Executor {
  return async (call) => {
    const { path: given, encoding } = call.params as { path: string; encoding?: Encoding };
    const { root, path } = pathInside(call.workspace(), given);
    const fd = open(path, given);
    try {
      assertOpenedInside(fd, root, given);
      if (!fstatSync(fd).isFile()) throw new Refusal("PATH_NOT_FILE", `${given} is not a file`);
      const bytes = readUpTo(fd, call.maxOutputBytes);
      if (bytes === null) return tooLarge(call.maxOutputBytes);
      return {
        status: "ok",
        payload: { content: encodeContent(bytes, encoding, secrets.redact), bytes: bytes.length },
      };
    } finally {
      closeSync(fd);
    }
  };
}

/** Without waiting for a writer, should it be a pipe; and not through a link that was put there since. */
function open(path: string, given: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    switch (errnoOf(error)) {
      case "ENOENT":
        throw new Refusal("FILE_NOT_FOUND", `there is no file ${given}`);
      case "ENOTDIR":
        throw new Refusal("PATH_NOT_FOLDER", `${given} leads through a file`);
      case "ELOOP":
        throw outside(given);
    }
    const errno = errnoOf(error) ?? "unknown";
    throw new Refusal("FS_FAILED", `cannot read ${given}: ${errno}`, { details: { errno } });
  }
}

/** Null when there are more. The size that stat tells may be out of date by now, so it is not asked. */
function readUpTo(fd: number, bytesMax: number): Uint8Array | null {
  const chunks: Uint8Array[] = [];
  for (let total = 0; ; ) {
    const chunk = Buffer.alloc(Math.min(64 * 1024, bytesMax + 1 - total));
    const got = readSync(fd, chunk, 0, chunk.length, null);
    if (got === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, got));
    total += got;
    if (total > bytesMax) return null;
  }
}
