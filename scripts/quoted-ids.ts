// Finds the ids that tests and documents quote: invariants (JOURNAL-2), requirements (RFC-14, C38, PROMISE-1) and rows of
// the fault catalogue (S3, H10).
import { join } from "node:path";
import { Glob } from "bun";

export type Quote = { id: string; file: string; line: number; text: string };

/** `GIT-STATE-2`, `RFC-14`. */
const WORD_ID = /(?<![\w-])[A-Z]{2,}(?:-[A-Z]{2,})*-\d+(?![\w-])/g;
/** `S3`, `H10`. */
const LETTER_ID = /(?<![\w-])[A-Z]\d{1,2}(?![\w-])/g;

/** Words of other people that look like an id of ours. */
const NO_IDS = ["UTF-8", "UTF-16", "SHA-256", "HMAC-SHA-256", "RFC-001", "ISO-8601"];

export function idsIn(text: string): string[] {
  const found = [...text.matchAll(WORD_ID), ...text.matchAll(LETTER_ID)].map(([id]) => id);
  return [...new Set(found)].filter((id) => !NO_IDS.includes(id));
}

export function wordIdsIn(text: string): string[] {
  return idsIn(text).filter((id) => id.includes("-"));
}

/** The ids in the names of the tests of one file, in the comment at its top and in its tables of rows. */
export function quotesOfTest(file: string, text: string): Quote[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      idsIn(nameOn(line) ?? "").map((id) => ({ id, file, line: index + 1, text: nameOn(line) ?? "" })),
    );
}

const ONE_ID = "(?:[A-Z]{2,}(?:-[A-Z]{2,})*-\\d+|[A-Z]\\d{1,2})";
const IDS_FIRST = new RegExp(`["'\`](?:%s: )?(${ONE_ID}(?:, ${ONE_ID})*: (?:[^"\`\\\\]|\\\\.)*)`);
const IN_CALL = /\b(?:test|describe)(?:\.\w+)*(?:\(.*\))?\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)/;
const AFTER_TABLE = /^\s*\]\)\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)/;
const TOP_COMMENT = new RegExp(`^// (?:RELIABILITY )?(${ONE_ID}\\b.*)`);
const ROW = /\brow: "([A-Z]\d{1,2})"/;

/** The name of a test, as far as it stands on this line; null where there is none. */
function nameOn(line: string): string | null {
  return (
    IDS_FIRST.exec(line)?.[1] ??
    IN_CALL.exec(line)?.[2] ??
    AFTER_TABLE.exec(line)?.[2] ??
    TOP_COMMENT.exec(line)?.[1] ??
    ROW.exec(line)?.[1] ??
    null
  );
}

export async function readQuotes(repo: string): Promise<Quote[]> {
  const found: Quote[] = [];
  for (const path of (await filesOf(repo, TEST_FILES)).filter((one) => one !== ITS_OWN_TEST))
    found.push(...quotesOfTest(path, await Bun.file(join(repo, path)).text()));
  return found;
}

const TEST_FILES = [
  "packages/*/test/**/*.test.ts",
  "examples/*/*.test.ts",
  "bundles/*/*.test.ts",
  "tests/*.test.ts",
];

/** It has ids as samples, and proves none of them. */
const ITS_OWN_TEST = "tests/ids.test.ts";

export const DOCUMENTS = ["*.md", "docs/**/*.md", "examples/*/*.md", "bundles/**/README.md"];

export async function filesOf(repo: string, patterns: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const pattern of patterns)
    found.push(...(await Array.fromAsync(new Glob(pattern).scan({ cwd: repo }))));
  return found.filter((path) => !path.includes("node_modules")).sort();
}
