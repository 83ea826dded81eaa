// Two texts, word by word: what stays, what goes, what comes. Myers' algorithm.

export type Piece = { kind: "same" | "gone" | "new"; words: string[] };

/** Texts that have so little in common are not worth the search. */
const EDITS_MAX = 800;
/** Scripts that put no spaces between words: one character is compared with one. */
const SINGLE = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;
/** One of those, a word, a run of spaces, or a sign. */
const WORDS = new RegExp(String.raw`${SINGLE}|(?:(?!${SINGLE})[\p{L}\p{N}\p{M}_])+|\s+|[\s\S]`, "gu");

export function wordDiff(before: string, after: string): Piece[] {
  const a = wordsOf(before);
  const b = wordsOf(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail++;
  const pieces: Piece[] = [];
  add(pieces, "same", a.slice(0, head));
  const [middleA, middleB] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const path = middleA.length === 0 || middleB.length === 0 ? null : shortestPath(middleA, middleB);
  if (path === null) {
    add(pieces, "gone", middleA);
    add(pieces, "new", middleB);
  } else for (const { kind, word } of path) add(pieces, kind, [word]);
  add(pieces, "same", tail === 0 ? [] : a.slice(-tail));
  return pieces;
}

function wordsOf(text: string): string[] {
  return text.match(WORDS) ?? [];
}

/** What goes stands before what comes. */
function add(pieces: Piece[], kind: Piece["kind"], words: readonly string[]): void {
  if (words.length === 0) return;
  const last = pieces.at(-1);
  if (last?.kind === kind) last.words.push(...words);
  else if (kind === "gone" && last?.kind === "new") {
    const before = pieces.at(-2);
    if (before?.kind === "gone") before.words.push(...words);
    else pieces.splice(-1, 0, { kind, words: [...words] });
  } else pieces.push({ kind, words: [...words] });
}

type Edit = { kind: Piece["kind"]; word: string };

/** Null when it is longer than we look for. */
function shortestPath(a: readonly string[], b: readonly string[]): Edit[] | null {
  const most = Math.min(a.length + b.length, EDITS_MAX);
  const reached = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  const middle = most + 1;
  for (let edits = 0; edits <= most; edits++) {
    trace.push(reached.slice(middle - edits - 1, middle + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && at(reached, middle + k - 1) < at(reached, middle + k + 1));
      let x = down ? at(reached, middle + k + 1) : at(reached, middle + k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reached[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, trace);
    }
  }
  return null;
}

function walkBack(a: readonly string[], b: readonly string[], trace: readonly Int32Array[]): Edit[] {
  const edits: Edit[] = [];
  let [x, y] = [a.length, b.length];
  for (let depth = trace.length - 1; depth >= 0; depth--) {
    const reached = trace[depth] as Int32Array;
    const middle = depth + 1;
    const k = x - y;
    const down = k === -depth || (k !== depth && at(reached, middle + k - 1) < at(reached, middle + k + 1));
    const beforeK = down ? k + 1 : k - 1;
    const beforeX = depth === 0 ? 0 : at(reached, middle + beforeK);
    const beforeY = depth === 0 ? 0 : beforeX - beforeK;
    while (x > beforeX && y > beforeY && x > 0 && y > 0) {
      x--;
      y--;
      edits.push({ kind: "same", word: a[x] as string });
    }
    if (depth === 0) break;
    if (down) edits.push({ kind: "new", word: b[--y] as string });
    else edits.push({ kind: "gone", word: a[--x] as string });
  }
  return edits.reverse();
}

function at(numbers: Int32Array, index: number): number {
  return numbers[index] as number;
}
