// A thread's folder is made before its journal is written. Meanwhile a file beside it says who makes it, so that nobody takes
// the folder for one that was left behind.
import { ensureDirectory } from "../directory.ts";
import { appendUnsynced, readWhole, removeFiles } from "../whole-file.ts";
import { isGone, processWord } from "./process-identity.ts";

/** Answers how to take it back: once the journal is there, or nothing is left of the folder. */
export function writeStarting(path: string, folders: readonly string[]): () => void {
  for (const folder of folders) ensureDirectory(folder);
  removeFiles(path);
  appendUnsynced(path, processWord());
  return () => removeFiles(path);
}

/** One that a process left behind as it died counts for nothing, and goes. */
export function isStarting(path: string): boolean {
  const bytes = readWhole(path, 4096);
  if (bytes === null) return false;
  const isOver = isGone(new TextDecoder().decode(bytes));
  if (isOver) removeFiles(path);
  return !isOver;
}
