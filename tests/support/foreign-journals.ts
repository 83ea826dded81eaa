// Journals as a stranger would write them: lines of real threads, changed anywhere, with true sums. Anybody can compute
// those, so they prove nothing about who wrote a line.
import * as fc from "fast-check";
import { chainLine } from "../../packages/workflow/src/codec/journal-line.ts";

// biome-ignore lint/suspicious/noExplicitAny: records of every kind, and of none
export type Line = Record<string, any>;

/** One change of one line. `path` chooses a member by its number among all of them. */
export type Edit =
  | { how: "set"; line: number; path: number; value: Hostile }
  | { how: "drop"; line: number; path: number }
  | { how: "add"; line: number; key: string; value: Hostile }
  | { how: "remove"; line: number }
  | { how: "double"; line: number; to: number }
  | { how: "splice"; line: number; from: number }
  | { how: "garble"; line: number; text: number };

/** JSON text, since some of it is no value: a number beyond what can be read, ten thousand brackets. */
type Hostile = string;

const ESCAPES = "\u001b]0;owned\u0007\u001b[2J\u202e\u009b31m\r";

const VALUES: readonly Hostile[] = [
  "null",
  "true",
  "false",
  "0",
  "1",
  "2",
  "7",
  "-1",
  "-0",
  "1.5",
  "1e400",
  "-1e400",
  "1e308",
  "4294967295",
  "4294967296",
  "2147483648",
  "9007199254740991",
  "9007199254740993",
  "8640000000000000",
  "8640000000000001",
  '""',
  '"x"',
  '"__proto__"',
  '"constructor"',
  '"2030-13-45T99:99:99Z"',
  '"-1"',
  '"--upload-pack=x"',
  '"../../../etc/passwd"',
  '"\\ud800"',
  JSON.stringify(ESCAPES),
  JSON.stringify("x".repeat(70_000)),
  "[]",
  "{}",
  "[[]]",
  '{"a":1}',
  '{"__proto__":{"a":1}}',
  '{"type":"any","of":4294967295}',
  '{"type":"all","of":9007199254740991}',
  '{"tokenHash":"x","expiresAt":1e300}',
  `${"[".repeat(1_000)}${"]".repeat(1_000)}`,
  `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  '"intent"',
  '"receipt"',
  '"result"',
  '"seal"',
  '"control"',
  '"checkpoint"',
  '"decision"',
  '"attempt"',
  '"fault"',
  '"effect"',
  '"approve"',
  '"sleep"',
  '"input"',
  '"now"',
  '"branch"',
  '"restart"',
  '"tree"',
  '"unknown"',
  '"plan_x"',
];

const KEYS = [
  "kind",
  "role",
  "threadId",
  "n",
  "index",
  "group",
  "epoch",
  "answer",
  "attempt",
  "gate",
  "at",
  "steps",
  "meta",
  "content",
  "timestamp",
  "__proto__",
  "toJSON",
  "costUsd",
  "delayMs",
  "error",
  "output",
  "reused",
  "forkFrom",
  ESCAPES,
];

const STAMP = '"role":"r","timestamp":1794865755771}';

/** They begin and end as a role line does: who only counts steps does not see more. */
export const GARBLED: readonly string[] = [
  `{"content":"a",]]],${STAMP}`,
  `{"content":"a","kind":"result",${STAMP}`,
  `{"content":"a","meta":5,${STAMP}`,
  `{"content":"a","meta":{"costUsd":-1e400},${STAMP}`,
  `{"content":"a","meta":{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}},${STAMP}`,
  `{"content":"a","meta":{},"threadId":"x",${STAMP}`,
  '{"content":"a","meta":{},"role":"r","timestamp":99999999999999}',
  '{"content":"a","meta":{},"role":"r","timestamp":999999999999999}',
  '{"content":"a","meta":{},"role":"r","timestamp":9999999999999999}',
];

const value = fc.constantFrom(...VALUES);
const line = fc.nat(1_000);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ how: fc.constant("set" as const), line, path: fc.nat(1_000), value }) },
  { weight: 2, arbitrary: fc.record({ how: fc.constant("drop" as const), line, path: fc.nat(1_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({ how: fc.constant("add" as const), line, key: fc.constantFrom(...KEYS), value }),
  },
  { weight: 1, arbitrary: fc.record({ how: fc.constant("remove" as const), line }) },
  { weight: 1, arbitrary: fc.record({ how: fc.constant("double" as const), line, to: line }) },
  { weight: 2, arbitrary: fc.record({ how: fc.constant("splice" as const), line, from: line }) },
  { weight: 1, arbitrary: fc.record({ how: fc.constant("garble" as const), line, text: line }) },
);

export type Foreign = { of: number; edits: readonly Edit[] };

/** Which of the real journals, and what is done to it. */
export const foreign: fc.Arbitrary<Foreign> = fc.record({
  of: fc.nat(1_000),
  edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
});

/** The bytes of such a journal, as the thread `threadId`. */
export function foreignBytes(
  { of, edits }: Foreign,
  journals: readonly (readonly Line[])[],
  threadId: string,
): string {
  const lines = (journals[of % journals.length] ?? []).map((one) => withHoles(one, threadId));
  const all = journals.flat();
  for (const one of edits) apply(one, lines, all);
  return chained(lines.map(textOf));
}

/** True sums for whatever stands in the lines. A block that a fork copied keeps none: it is chained anew. */
export function chained(texts: readonly string[]): string {
  let sum = "";
  return texts
    .map((text) => {
      const made = chainLine(text, sum);
      sum = made.sum;
      return `${made.text}\n`;
    })
    .join("");
}

function withHoles(record: Line, threadId: string): Line {
  const { sum: _sum, ...rest } = structuredClone(record);
  const { threadId: own } = rest;
  if (own !== undefined) rest.threadId = threadId;
  if (rest.forkFrom !== undefined) delete rest.forkFrom.copy;
  return rest;
}

function apply(edit: Edit, lines: Line[], all: readonly Line[]): void {
  const at = edit.line % Math.max(1, lines.length);
  const target = lines[at];
  if (target === undefined) return;
  switch (edit.how) {
    case "set":
    case "drop": {
      const places = placesIn(target);
      const place = places[edit.path % places.length];
      if (place === undefined) return;
      if (edit.how === "drop") delete place.of[place.key];
      else place.of[place.key] = new Raw(edit.value);
      return;
    }
    case "add":
      Object.defineProperty(target, edit.key, {
        value: new Raw(edit.value),
        enumerable: true,
        configurable: true,
        writable: true,
      });
      return;
    case "remove":
      lines.splice(at, 1);
      return;
    case "double":
      lines.splice(edit.to % (lines.length + 1), 0, structuredCopy(target));
      return;
    case "garble":
      lines.splice(at + 1, 0, new Raw(GARBLED[edit.text % GARBLED.length] as string) as unknown as Line);
      return;
    case "splice": {
      const { sum: _sum, ...other } = all[edit.from % all.length] ?? {};
      lines.splice(at + 1, 0, structuredCopy(other));
    }
  }
}

class Raw {
  constructor(readonly json: string) {}
}

// biome-ignore lint/suspicious/noExplicitAny: any member of any record
type Place = { of: any; key: string };

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null || value instanceof Raw) return [];
  return Object.keys(value).flatMap((key) => [
    { of: value, key },
    ...placesIn((value as Record<string, unknown>)[key]),
  ]);
}

function structuredCopy(value: Line): Line {
  return copy(value) as Line;
}

function copy(value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Raw) return value;
  if (Array.isArray(value)) return value.map(copy);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
}

/** Keys sorted, as they are written: otherwise every one of them would be refused for that alone. */
export function textOf(value: unknown): string {
  if (value instanceof Raw) return value.json;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${textOf((value as Line)[key])}`);
  return `{${members.join(",")}}`;
}
