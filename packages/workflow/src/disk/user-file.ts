// Files that belong to the user, not to the store: links are followed, and nothing but a regular file is read.
import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { WorkflowError } from "#contract/errors.ts";
import { ioFailed } from "./io-error.ts";

/** The bytes of a file the user named. */
export function readUserFile(path: string, bytesMax: number): Uint8Array {
  const bytes = readUserFileIfAny(path, bytesMax);
  if (bytes === null) throw new WorkflowError("NOT_FOUND", `there is no file ${path}`);
  return bytes;
}

export function readUserFileIfAny(path: string, bytesMax: number): Uint8Array | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (!stat.isFile()) throw new WorkflowError("USAGE", `${path} is not a file`);
    if (stat.size > bytesMax)
      throw new WorkflowError("USAGE", `${path} has ${stat.size} bytes, more than ${bytesMax}`);
    return readFileSync(path);
  } catch (error) {
    throw ioFailed("read", path, error);
  }
}

/** Writes a file the user asked for, with the folders above it. */
export function writeUserFile(path: string, data: Uint8Array | string, flag: "w" | "wx" = "w"): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data, { flag });
  } catch (error) {
    throw ioFailed("write", path, error);
  }
}

export function isUserFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    throw ioFailed("look at", path, error);
  }
}

/** With every link followed. */
export function realUserPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw ioFailed("look at", path, error);
  }
}
