// A prompt for an agent that reads it from a file: outside the workspace, readable by its owner alone, gone afterwards.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type PromptFile = Disposable & { path: string };

export function writePromptFile(prompt: string): PromptFile {
  const folder = mkdtempSync(join(tmpdir(), "uncaged-prompt-"));
  const path = join(folder, "prompt.md");
  writeFileSync(path, prompt, { mode: 0o600 });
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
