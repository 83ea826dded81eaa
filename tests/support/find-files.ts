import { Glob } from "bun";
import { REPO } from "./temp-home.ts";

/** Paths that match one of the patterns. Bun's Glob finds nothing for "{*.md,docs/*.md}": braces must not hold a "/". */
export async function findFiles(...patterns: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const pattern of patterns) {
    const paths = await Array.fromAsync(new Glob(pattern).scan({ cwd: REPO }));
    if (paths.length === 0)
      throw new Error(`no file matches ${pattern}: what was to be checked is not there`);
    found.push(...paths);
  }
  return found.sort();
}
