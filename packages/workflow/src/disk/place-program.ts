import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { sha256Hex } from "#codec/sha256.ts";
import { WorkflowError } from "#contract/errors.ts";
import { ensureDirectory } from "./directory.ts";
import { fileMode, readWhole, replaceWhole } from "./whole-file.ts";

const BYTES_MAX = 256 * 1024 * 1024;

/** Makes sure that `path` is a program of exactly these bytes: what stands there is read and compared before every use. */
export function placeProgram(path: string, from: string, sha256: string): string {
  ensureDirectory(dirname(path));
  const there = readWhole(path, BYTES_MAX);
  if (there !== null && sha256Hex(there) === sha256 && fileMode(path) === 0o700) return path;
  // A file inside the executable: nothing else of this folder can open it.
  const bytes = readFileSync(from);
  if (sha256Hex(bytes) !== sha256)
    throw new WorkflowError("INTERNAL", `${from} is not what this program was built with`);
  replaceWhole(path, bytes, 0o700);
  return path;
}
