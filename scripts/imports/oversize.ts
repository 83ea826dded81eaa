// How large files and folders may be. Functions are measured by the linter (biome.json: 60 lines).
//
// What is larger today is listed with its figure and its reason. The list only shrinks: a figure that is exceeded fails,
// and so does an entry that is not needed any more.
import { dirname } from "node:path";
import type { SourceFile } from "./graph.ts";
import type { Violation } from "./violation.ts";

const LINES = 300;
const FILES = 25;

/** Tests are lists of facts: they are not measured. */
const UNMEASURED = /\.test\.ts$|^packages\/[^/]+\/test\//;
/** One file for each verb, or for each command. */
const ONE_EACH = /^packages\/(cli-workflow|workflow)\/src\/commands$/;

type Exceptions = Record<string, { most: number; why: string }>;

const LONG_FILES: Exceptions = {
  "torture/planted/plants.ts": { most: 596, why: "a list: one entry for each planted bug" },
};

const CROWDED_FOLDERS: Exceptions = {};

const WHY = "a file of 300 lines and a folder of 25 files are what a reader keeps in mind";

export function findOversize(
  files: readonly SourceFile[],
  long: Exceptions = LONG_FILES,
  crowded: Exceptions = CROWDED_FOLDERS,
): Violation[] {
  const measured = files.filter(({ path }) => !UNMEASURED.test(path));
  const lines = measured.map(({ path, text }): [string, number] => [path, text.split("\n").length - 1]);
  const folders = Map.groupBy(measured, ({ path }) => dirname(path));
  const counts = [...folders]
    .filter(([path]) => !ONE_EACH.test(path))
    .map(([path, inside]): [string, number] => [path, inside.length]);
  return [...over(lines, LINES, "lines", long), ...over(counts, FILES, "files", crowded)];
}

function over(
  measured: readonly [string, number][],
  limit: number,
  unit: string,
  known: Exceptions,
): Violation[] {
  const large = new Map(measured.filter(([, size]) => size > limit));
  const found = (file: string, rule: string): Violation => ({ file, line: 1, rule, why: WHY });
  const tooLarge = [...large].flatMap(([path, size]) => {
    const most = known[path]?.most ?? limit;
    return size > most ? [found(path, `${size} ${unit}, at most ${most}: split it`)] : [];
  });
  const needless = Object.keys(known).filter((path) => !large.has(path));
  return [
    ...tooLarge,
    ...needless.map((path) => found(path, `is listed in scripts/imports/oversize.ts: take it out`)),
  ];
}
