// A prompt for an agent that reads it from a file: outside the workspace, readable by its owner alone, gone afterwards. What
// a killed process leaves behind is swept with the folder it stands in.
import { rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type PromptFile = Disposable & { path: string };

export function writePromptFile(folder: string, intent: string, prompt: string): PromptFile {
  const path = join(folder, `${intent}.md`);
  rmSync(path, { force: true });
  writeFileSync(path, prompt, { mode: 0o600, flag: "wx" });
  return { path, [Symbol.dispose]: () => remove(folder, path) };
}

function remove(folder: string, path: string): void {
  rmSync(path, { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // Another agent of the thread has its prompt there.
  }
}
