// Why an effect failed, in the words of the program it ran or of whoever performed it: for people and programs to read.
// A program that ends with another code than 0 has answered (`ok`), and yet this is what a person looks for. Pure.
import type { Json } from "#contract/command.ts";
import type { EffectError } from "#contract/effect.ts";

export type Failure = {
  /** On one line: `exit 2`, or the code and the message of the error. */
  what: string;
  /** Where the lines are from; null when it left none. */
  from: "stderr" | "stdout" | null;
  /** Its last lines there. */
  lines: string[];
};

const LINES_MAX = 10;
const CHARS_MAX = 2_000;

/** Null when nothing failed. */
export function failureOf(payload: Json | undefined, error: EffectError | null): Failure | null {
  const told = Object(payload) as { [key: string]: Json };
  if (error !== null)
    return {
      what: `${error.code}: ${error.message}`,
      ...(tailOf(error.details ?? {}) ?? tailOf(told) ?? NONE),
    };
  const { exitCode } = told;
  if (typeof exitCode !== "number" || exitCode === 0) return null;
  return { what: `exit ${exitCode}`, ...(tailOf(told) ?? NONE) };
}

type Tail = Pick<Failure, "from" | "lines">;
const NONE: Tail = { from: null, lines: [] };

/** What a program said last: on stderr, or where it said nothing there, on stdout. */
function tailOf(told: { [key: string]: Json }): Tail | null {
  for (const from of ["stderr", "stdout"] as const) {
    const text = told[from] ?? told[`${from}Tail`];
    const lines = typeof text === "string" ? lastLines(text) : [];
    if (lines.length > 0) return { from, lines };
  }
  return null;
}

function lastLines(text: string): string[] {
  return text
    .slice(-CHARS_MAX)
    .toWellFormed()
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .slice(-LINES_MAX);
}
