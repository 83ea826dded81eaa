// Ids of invariants and requirements: each stands in one place, and whoever quotes one quotes one that exists.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Invariant, invariantsOf, moduleOf, readInvariants } from "../scripts/list-invariants.ts";
import { readRequirements, requirementsOf } from "../scripts/list-requirements.ts";
import { DOCUMENTS, filesOf, idsIn, quotesOfTest, readQuotes, wordIdsIn } from "../scripts/quoted-ids.ts";
import { REPO } from "./support/temp-home.ts";

const INVARIANTS = await readInvariants(REPO);
const REQUIREMENTS = await readRequirements(REPO);
const QUOTES = await readQuotes(REPO);
const KNOWN = new Set([...INVARIANTS, ...REQUIREMENTS].map(({ id }) => id));

function twice(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

const withModule = INVARIANTS.filter(({ id }) => moduleOf(id) !== null);

describe("invariants", () => {
  test("are found, and each has a text", () => {
    expect(withModule.length).toBeGreaterThan(100);
    for (const { id, text } of INVARIANTS) expect(text, id).toMatch(/^\S.{10,}$/);
  });

  test("have an id that names their module, and no id is used twice", () => {
    expect(INVARIANTS.filter(({ id }) => moduleOf(id) === null)).toEqual([]);
    expect(twice(withModule.map(({ id }) => id))).toEqual([]);
  });

  test("of one module stand in one file, counted from 1", () => {
    const byModule = Map.groupBy(withModule, ({ id }) => moduleOf(id) as string);
    for (const [name, ones] of byModule) {
      expect(new Set(ones.map(({ file }) => file)).size, name).toBe(1);
      expect(ones.map(({ id }) => id)).toEqual(ones.map((_, index) => `${name}-${index + 1}`));
    }
  });

  test("do not have the ids of requirements", () => {
    const requirements = new Set(REQUIREMENTS.map(({ id }) => id));
    expect(withModule.filter(({ id }) => requirements.has(id))).toEqual([]);
  });
});

describe("requirements", () => {
  test("have one line each in docs/requirements.md", () => {
    expect(REQUIREMENTS.length).toBeGreaterThan(200);
    expect(twice(REQUIREMENTS.map(({ id }) => id))).toEqual([]);
  });

  test("that the page lists are proved by a test, except rules and what only torture attacks", () => {
    const quoted = new Set(QUOTES.map(({ id }) => id));
    const unquoted = REQUIREMENTS.map(({ id }) => id).filter((id) => !quoted.has(id));
    expect(unquoted.filter((id) => !/^(PROMISE-\d|R\d|S[5-8]|P12)$/.test(id))).toEqual([]);
  });
});

describe("quotes", () => {
  test("in tests are of something that exists", () => {
    expect(QUOTES.length).toBeGreaterThan(1000);
    expect(QUOTES.filter(({ id }) => !KNOWN.has(id))).toEqual([]);
  });

  test("in documents are of something that exists", async () => {
    const found: string[] = [];
    for (const path of await filesOf(REPO, DOCUMENTS))
      for (const id of wordIdsIn(await Bun.file(join(REPO, path)).text()))
        if (!KNOWN.has(id)) found.push(`${path}: ${id}`);
    expect(found).toEqual([]);
  });

  test("in comments of the sources are of something that exists", async () => {
    const found: string[] = [];
    for (const path of await filesOf(REPO, ["packages/*/src/**/*.ts"]))
      for (const line of (await Bun.file(join(REPO, path)).text()).split("\n"))
        for (const id of wordIdsIn(commentOn(line))) if (!KNOWN.has(id)) found.push(`${path}: ${id}`);
    expect(found).toEqual([]);
  });
});

function commentOn(line: string): string {
  return /(?:^|\s)(?:\/\/|\/\*\*?|\*) (.*)$/.exec(line)?.[1] ?? "";
}

describe("the readers", () => {
  test("take an invariant of several lines whole, and end at the next one", () => {
    const text =
      "// Title.\n//\n// GIT-STATE-1. One thing\n//     and more of it.\n// J2. Another.\nimport x;\n";
    expect(invariantsOf("a.ts", text)).toEqual([
      { id: "GIT-STATE-1", file: "a.ts", line: 3, text: "One thing and more of it." },
      { id: "J2", file: "a.ts", line: 5, text: "Another." },
    ] satisfies Invariant[]);
  });

  test.each([
    ['test("S3, JOURNAL-2: cut", () => {', ["JOURNAL-2", "S3"]],
    ['  ])("PRESET-2: %s gets it", async () => {', ["PRESET-2"]],
    ["    test(`E1: ${stop} it is sent`, async () => {", ["E1"]],
    ['    "A2: on a line of its own",', ["A2"]],
    ['test.each(EVERY)("%s: LLM-2: kept", async () => {', ["LLM-2"]],
    ["// RELIABILITY H3: a bundle that waits", ["H3"]],
    ['  { row: "B4", way: "huge" },', ["B4"]],
    ['  thread = "T1";', []],
    ['test("reads UTF-8", () => {', []],
  ])("find the ids of %s", (line, ids) => {
    expect(quotesOfTest("a.test.ts", line).map(({ id }) => id)).toEqual(ids);
  });

  test("tell ids of ours from words that look like one", () => {
    expect(idsIn("UTF-8 and SHA-256 of RFC-14, H10 and XXH64")).toEqual(["RFC-14", "H10"]);
  });

  test("take a row of the page for a requirement, and a heading of a table for none", () => {
    expect(requirementsOf("| id | fault |\n|---|---|\n| S3 | A torn write. |\n")).toEqual([
      { id: "S3", text: "A torn write." },
    ]);
  });
});
