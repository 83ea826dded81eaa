// RELIABILITY's table of bundles, B1 to B13 and B15, as what must become of a thread with each vice.

export type Case = {
  vice: string;
  status: "completed" | "failed" | "interrupted" | "cancelled";
  /** The code of the failure. */
  code?: string;
  /** The failure's message says this. */
  names?: string;
  /** Exactly these role outputs stand in the journal; null when their number is not fixed. */
  contents: string[] | null;
  flags?: string[];
  /** What a person does meanwhile. */
  act?: "cancel";
  /** It does not end by itself, so a kill meets it alive. */
  lasting?: true;
};

export type Row = { name: string; cases: Case[]; journalMax?: number };

const refused = (vice: string, code: string, names?: string): Case => ({
  vice,
  status: "failed",
  code,
  ...(names === undefined ? {} : { names }),
  contents: [],
});
const timedOut = (vice: string): Case => ({
  vice,
  status: "failed",
  code: "TIMEOUT",
  contents: ["before"],
  lasting: true,
});
const thrown = (vice: string): Case => ({
  vice,
  status: "failed",
  code: "WORKFLOW_FAILED",
  contents: ["before"],
});
const interrupted = (vice: string): Case => ({ vice, status: "interrupted", contents: ["before"] });

const ALTERED = [
  ...[
    "bigint",
    "cycle",
    "function",
    "undefined",
    "date",
    "nan",
    "minus",
    "unsafe",
    "map",
    "typed",
    "deep",
    "getter",
  ],
  ...["proxy", "tojson", "symbol", "holes", "surrogate", "instance"],
];

export const ROWS: readonly Row[] = [
  { name: "B1 never yields", cases: [timedOut("never")] },
  { name: "B2 endless loop", cases: [timedOut("loop")] },
  { name: "B2 endless microtasks", cases: [timedOut("microtasks")] },
  {
    name: "B3 flood",
    cases: [
      {
        vice: "flood",
        status: "failed",
        code: "MAX_OUTPUT_BYTES",
        contents: null,
        flags: ["--max-rounds", "1000000"],
        lasting: true,
      },
      { vice: "flood", status: "completed", contents: null, flags: ["--max-rounds", "200"] },
    ],
    journalMax: 700_000,
  },
  { name: "B4 100 MB", cases: [refused("huge", "OUTPUT_LIMIT_EXCEEDED")], journalMax: 10_000 },
  {
    name: "B5 values JSON would alter",
    cases: ALTERED.map((vice) => refused(vice, "NON_CANONICAL_VALUE", "meta")),
  },
  { name: "B6 __proto__", cases: [{ vice: "proto", status: "completed", contents: ["proto", "clean"] }] },
  {
    name: "B7 wrong shape",
    cases: [
      refused("shape-empty", "SCHEMA_INVALID", "role"),
      refused("shape-role", "SCHEMA_INVALID", "role"),
      refused("shape-content", "SCHEMA_INVALID", "content"),
      refused("shape-meta", "SCHEMA_INVALID", "meta"),
      refused("shape-string", "SCHEMA_INVALID"),
      refused("shape-nothing", "SCHEMA_INVALID", "nothing"),
      { ...refused("shape-result", "SCHEMA_INVALID", "returnCode"), contents: ["before"] },
    ],
  },
  {
    name: "B8 throws anything",
    cases: ["throw-null", "throw-string", "throw-huge", "throw-cycle", "throw-trap"].map(thrown),
    journalMax: 100_000,
  },
  {
    name: "B9 errors nobody caught",
    cases: [
      { vice: "stray", status: "completed", contents: ["before", "after"] },
      { vice: "late", status: "completed", contents: ["before", "after"] },
    ],
  },
  { name: "B10 ends the process", cases: ["exit", "exit-real", "abort", "kill-self"].map(interrupted) },
  { name: "B10 killed from a child", cases: [interrupted("kill-outside")] },
  { name: "B11 leaks", cases: [{ vice: "leak", status: "completed", contents: ["leaked"] }] },
  {
    name: "B12 changes globals",
    cases: [{ vice: "globals", status: "completed", contents: ["changed", "still here"] }],
  },
  { name: "B13 prints", cases: [{ vice: "print", status: "completed", contents: ["printed"] }] },
  {
    name: "B15 finally",
    cases: [
      { vice: "finally-hang", status: "cancelled", contents: null, act: "cancel", lasting: true },
      { vice: "finally-yields", status: "cancelled", contents: null, act: "cancel", lasting: true },
      { vice: "finally-hang", status: "completed", contents: ["step"], flags: ["--max-rounds", "1"] },
      { vice: "finally-yields", status: "completed", contents: null, flags: ["--max-rounds", "1"] },
    ],
  },
];
