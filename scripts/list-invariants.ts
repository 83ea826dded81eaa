// bun run invariants [word ...]: the invariants of the sources, each with its file, its text and the tests that quote it.
//
// An invariant stands in the comment at the top of the module that keeps it: `// JOURNAL-2. An incomplete last line ...`.
import { join, resolve } from "node:path";
import { filesOf, readQuotes } from "./quoted-ids.ts";

export type Invariant = { id: string; file: string; line: number; text: string };

const SOURCES = ["packages/*/src/**/*.ts", "bundles/*/*.ts", "scripts/**/*.ts", "scripts/*.mjs"];
/** A number in a list that is no invariant has no such id, so nothing else of a comment is taken for one. */
const FIRST_LINE = /^\/\/ ((?:[A-Z]{2,}(?:-[A-Z]{2,})*-\d+)|(?:[A-Z]\d{1,2}))\. (.*)$/;
const FURTHER_LINE = /^\/\/ {3,}(\S.*)$/;

export function invariantsOf(file: string, text: string): Invariant[] {
  const found: Invariant[] = [];
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const [, id, first] = FIRST_LINE.exec(line) ?? [];
    if (id === undefined || first === undefined) continue;
    const further = lines.slice(index + 1).map((one) => FURTHER_LINE.exec(one)?.[1]);
    const end = further.indexOf(undefined);
    const whole = [first, ...further.slice(0, end === -1 ? undefined : end)].join(" ");
    found.push({ id, file, line: index + 1, text: whole });
  }
  return found;
}

export async function readInvariants(repo: string): Promise<Invariant[]> {
  const found: Invariant[] = [];
  for (const file of await filesOf(repo, SOURCES))
    found.push(...invariantsOf(file, await Bun.file(join(repo, file)).text()));
  return found;
}

/** `JOURNAL` of `JOURNAL-2`; null for an id that does not name its module, such as `J2`. */
export function moduleOf(id: string): string | null {
  return /^(.+)-\d+$/.exec(id)?.[1] ?? null;
}

if (import.meta.main) {
  const repo = resolve(import.meta.dir, "..");
  const words = process.argv.slice(2).map((word) => word.toLowerCase());
  const quotes = await readQuotes(repo);
  for (const { id, file, line, text } of await readInvariants(repo)) {
    if (!words.every((word) => `${id} ${file} ${text}`.toLowerCase().includes(word))) continue;
    console.log(`${id}  ${file}:${line}\n    ${text}`);
    for (const quote of quotes.filter((one) => one.id === id))
      console.log(`    tested in ${quote.file}:${quote.line}`);
  }
}
