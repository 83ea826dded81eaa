// A reader of journals of our own: the judge must not trust the code it judges. Written from the format's description.

export type JudgedLine = { seq: number; sum: string; record: Record<string, unknown> };
export type Judged = { lines: JudgedLine[]; wholeBytes: number; tailBytes: number; problems: string[] };

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const NEWLINE = 10;
const SUM = /,"sum":"([0-9A-HJKMNP-TV-Z]{13})"\}$/;

/** Whole lines, their chain of sums, and what is wrong with them. An incomplete last line is only measured. */
export function judgeBytes(bytes: Uint8Array): Judged {
  const wholeBytes = bytes.lastIndexOf(NEWLINE) + 1;
  const whole = new TextDecoder().decode(bytes.subarray(0, wholeBytes));
  const judged: Judged = { lines: [], wholeBytes, tailBytes: bytes.length - wholeBytes, problems: [] };
  let previous = "";
  let byte = 0;
  let copied: { sum: string; end: number; startSum: string } | null = null;
  for (const [index, line] of whole.split("\n").slice(0, -1).entries()) {
    const seq = index + 1;
    const sum = SUM.exec(line)?.[1] ?? "";
    const json = line.replace(SUM, "}");
    if (sum === "" || sumOf(previous + json) !== sum)
      judged.problems.push(`line ${seq} does not match its sum`);
    judged.lines.push({ seq, sum, record: parse(json, seq, judged.problems) });
    byte += Buffer.byteLength(line) + 1;
    previous = sum;
    // A fork's copied lines are chained as in their origin; behind them the start line's sum joins the chain.
    if (seq === 1) copied = copiedBy(judged.lines[0]?.record, byte, sum);
    if (seq === 1 && copied !== null) previous = copied.sum;
    if (copied !== null && byte === copied.end) previous = copied.startSum + sum;
  }
  if (copied !== null && byte < copied.end) judged.problems.push("copied lines are missing");
  judged.problems.push(...grammarProblems(judged.lines));
  return judged;
}

function copiedBy(
  start: Record<string, unknown> | undefined,
  byte: number,
  startSum: string,
): { sum: string; end: number; startSum: string } | null {
  const copy = (start?.forkFrom as { copy?: { bytes: number; sum: string } } | undefined)?.copy;
  return copy === undefined ? null : { sum: copy.sum, end: byte + copy.bytes, startSum };
}

export function resultsOf(lines: readonly JudgedLine[]): Record<string, unknown>[] {
  return lines.filter(({ record }) => record.kind === "result").map(({ record }) => record);
}

export function rolesOf(lines: readonly JudgedLine[]): Record<string, unknown>[] {
  return lines.filter(({ record }) => "role" in record).map(({ record }) => record);
}

function grammarProblems(lines: readonly JudgedLine[]): string[] {
  const problems: string[] = [];
  if (lines.length > 0 && lines[0]?.record.threadId === undefined) problems.push("line 1 is no start line");
  const ends = lines.filter(({ record }) => record.kind === "result");
  if (ends.length > 1) problems.push(`${ends.length} results`);
  const after = lines
    .slice((ends[0]?.seq ?? lines.length) as number)
    .filter(({ record }) => record.kind !== "seal");
  if (after.length > 0) problems.push(`${after.length} records after the result`);
  return problems;
}

function parse(json: string, seq: number, problems: string[]): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    problems.push(`line ${seq} is not JSON`);
    return {};
  }
}

export function sumOf(text: string): string {
  let left = Bun.hash.xxHash64(text);
  let sum = "";
  for (let count = 0; count < 13; count++, left >>= 5n) sum = ALPHABET[Number(left & 31n)] + sum;
  return sum;
}
