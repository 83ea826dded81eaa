import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that is gone when the test ends. */
export async function tempDir(): Promise<{ path: string } & AsyncDisposable> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "bundle-test-")));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await Bun.write(join(folder, name), text);
}
