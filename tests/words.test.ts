// docs/glossary.md has one word for each thing. A word that left the project stands there in `this type` under "not
// called", and in no other file.
import { expect, test } from "bun:test";
import { basename, join } from "node:path";
import { findFiles } from "./support/find-files.ts";
import { REPO } from "./support/temp-home.ts";

/** By file name, so that a file may move. A file leaves this list when its last such word does. */
const STILL_THERE: Record<string, readonly string[]> = {
  desk: [
    "bundle-run.ts",
    "check-key.ts",
    "command-desk.test.ts",
    "command-desk.ts",
    "desk-rig.ts",
    "effect-house.ts",
    "ids.test.ts",
    "journals.ts",
    "plants.ts",
    "schema-cost.ts",
    "schema-desk.test.ts",
    "schema-desk.ts",
    "sim-bundle.ts",
    "sim-host.ts",
    "supervisor.ts",
    "thread-commands.ts",
    "thread-host.ts",
    "tour.md",
  ],
  house: [
    "acp-executor.ts",
    "agent-env.ts",
    "agents.ts",
    "effect-house.ts",
    "endpoints.ts",
    "permissions.ts",
    "price-table.ts",
    "replay-main.ts",
    "sim-main.ts",
    "supervisor.ts",
  ],
  turnstile: ["queue-place.ts", "sim-host.ts", "supervisor.ts", "thread-host.ts", "turnstile.ts"],
};

/** The glossary itself, this test, what was released, and bytes that are not ours to change. */
const PASSED_OVER =
  /^(docs\/glossary\.md|tests\/words\.test\.ts|CHANGELOG\.md)$|\/(fixtures|golden|node_modules)\//;

test.each(await leftWords())("%s is in no file but those that still have it", async (word) => {
  const having = (await FILES).filter(({ words }) => words.has(word)).map(({ path }) => path);
  const listed = STILL_THERE[word] ?? [];
  const others = having.filter((path) => !listed.includes(basename(path)));
  expect(others, `say it with the word of docs/glossary.md instead of "${word}"`).toEqual([]);
  const over = listed.filter((name) => !having.some((path) => basename(path) === name));
  expect(over, `"${word}" has left these files: take them off the list`).toEqual([]);
});

test("every word on the list has left the glossary", async () => {
  const left = await leftWords();
  expect(left.length).toBeGreaterThan(0);
  expect(Object.keys(STILL_THERE).filter((word) => !left.includes(word))).toEqual([]);
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
