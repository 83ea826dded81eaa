// docs/glossary.md has one word for each thing. A word that left the project stands there in `this type` under "not
// called", and in no other file.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { findFiles } from "./support/find-files.ts";
import { REPO } from "./support/temp-home.ts";

/** The glossary itself, this test, what was released, and bytes that are not ours to change. */
const PASSED_OVER =
  /^(docs\/glossary\.md|tests\/words\.test\.ts|CHANGELOG\.md)$|\/(fixtures|golden|node_modules)\//;

test.each(await leftWords())("%s is in no other file", async (word) => {
  const having = (await FILES).filter(({ words }) => words.has(word)).map(({ path }) => path);
  expect(having, `say it with the word of docs/glossary.md instead of "${word}"`).toEqual([]);
});

test("words that left are read from the glossary", async () => {
  expect(await leftWords()).toContain("desk");
});

test("a word is found in names of files, types and variables, and in prose", () => {
  for (const text of ["CommandDesk", "schemaDesk", "desk-rig.ts", "DESK_MAX", "at its desk.", "the desks"])
    expect([text, wordsOf(text).has("desk")]).toEqual([text, true]);
  for (const text of ["desktop", "Odesk2x", "disk"])
    expect([text, wordsOf(text).has("desk")]).toEqual([text, false]);
});

async function leftWords(): Promise<string[]> {
  const [words = ""] = (await Bun.file(join(REPO, "docs/glossary.md")).text()).split("\n## ");
  const cells = words
    .split("\n")
    .flatMap((line) => (/^\| .* \|$/.test(line) ? [line.split("|")[3] ?? ""] : []));
  const left = cells.flatMap((cell) => [...cell.matchAll(/`([a-z]+)`/g)].map((match) => match[1] as string));
  return [...new Set(left)].sort();
}

type Read = { path: string; words: ReadonlySet<string> };

async function readFiles(): Promise<Read[]> {
  const paths = await findFiles(
    "*.md",
    "docs/**/*.md",
    "packages/*/{src,test,templates}/**/*.{ts,yaml,md}",
    "{tests,torture,bench,scripts,examples,bundles}/**/*.{ts,mjs,yaml,md}",
  );
  return Promise.all(
    paths
      .filter((path) => !PASSED_OVER.test(path))
      .map(async (path) => ({ path, words: wordsOf(`${path}\n${await Bun.file(join(REPO, path)).text()}`) })),
  );
}

const FILES = readFiles();

/** The parts of all names and words, in lower case; of a plural, the singular too. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [part] of text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)) {
    const word = part.toLowerCase();
    words.add(word);
    if (word.endsWith("s")) words.add(word.slice(0, -1));
  }
  return words;
}
