// Two texts that differ, for a person: short ones under each other, long ones by the words that differ, with what stands
// around them.
import { firstDifferentChar, textsAround } from "@uncaged/workflow/host";
import { cutTo } from "./cut.ts";
import { escapeText, oneLine } from "./escape.ts";
import type { Paint } from "./paint.ts";
import { plural } from "./plural.ts";
import { type Piece, wordDiff } from "./word-diff.ts";

/** Words shown before and after a place, spaces counted. */
const AROUND = 12;
const PLACES_MAX = 12;
/** With fewer words in common than this, a text is another text. */
const COMMON_LEAST = 0.3;
/** Longer texts are compared at the first place only. */
const CHARS_MAX = 400_000;

/** `label` stands before each side: `writer: `. */
export function textDiff(label: string, a: string, b: string, columns: number, paint: Paint): string[] {
  const width = Math.max(20, columns - 2 - Bun.stringWidth(label));
  const [shortA, shortB] = [oneLine(a, Infinity), oneLine(b, Infinity)];
  const isShort = [shortA, shortB].every((text) => Bun.stringWidth(text) <= width);
  if (!isShort && a.length + b.length <= CHARS_MAX) {
    const pieces = wordDiff(a, b);
    if (commonShare(pieces) >= COMMON_LEAST) return places(label, pieces, columns, paint);
  }
  return sides(label, isShort ? [shortA, shortB] : aroundPlace(a, b, width), width, paint);
}

/** Under each other, from shortly before the place where they differ. */
function sides(label: string, [a, b]: [string, string], width: number, paint: Paint): string[] {
  return [paint.red(`- ${label}${oneLine(a, width)}`), paint.green(`+ ${label}${oneLine(b, width)}`)];
}

function aroundPlace(a: string, b: string, width: number): [string, string] {
  // What is far behind the place is not looked at.
  const to = firstDifferentChar(a, b) + 4 * width;
  return textsAround(oneLine(a.slice(0, to), Infinity), oneLine(b.slice(0, to), Infinity), width - 2);
}

function commonShare(pieces: readonly Piece[]): number {
  const count = (kinds: Piece["kind"][]) =>
    pieces
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((sum, { words }) => sum + words.filter((word) => word.trim() !== "").length, 0);
  const same = count(["same"]);
  return same / Math.max(1, same + Math.max(count(["gone"]), count(["new"])));
}

/** One line for each place; places whose surroundings meet are one. */
function places(label: string, pieces: readonly Piece[], columns: number, paint: Paint): string[] {
  const found = placesIn(pieces);
  const hasLines = pieces.some(({ words }) => breaksIn(words) > 0);
  const lines = found.slice(0, PLACES_MAX).map(({ line, parts, isCutBefore, isCutAfter }) => {
    const where = hasLines ? paint.dim(`line ${line} `) : "";
    const text = parts.map((part) => shown(part, columns, paint)).join("");
    return `~ ${where}${label}${isCutBefore ? "…" : ""}${text}${isCutAfter ? "…" : ""}`;
  });
  const more = found.length - lines.length;
  return more === 0 ? lines : [...lines, paint.dim(`~ and ${plural(more, "more place")}`)];
}

/** `line`: of the first text, where it differs. */
type Place = { line: number; parts: Piece[]; isCutBefore: boolean; isCutAfter: boolean };

function placesIn(pieces: readonly Piece[]): Place[] {
  const found: Place[] = [];
  let open: Place | null = null;
  let before: readonly string[] = [];
  let line = 1;
  for (const piece of pieces) {
    const { kind, words } = piece;
    if (kind === "same") {
      const meets = words.length <= 2 * AROUND;
      open?.parts.push(meets ? piece : { kind, words: words.slice(0, AROUND) });
      if (open !== null && !meets) open.isCutAfter = true;
      if (!meets) open = null;
      before = words;
    } else {
      if (open === null) {
        const lead: Piece = { kind: "same", words: before.slice(-AROUND) };
        open = { line, parts: [lead], isCutBefore: before.length > AROUND, isCutAfter: false };
        found.push(open);
      }
      open.parts.push(piece);
    }
    if (kind !== "new") line += breaksIn(words);
  }
  return found;
}

function breaksIn(words: readonly string[]): number {
  return words.join("").split("\n").length - 1;
}

/** As `git diff --word-diff` marks them, so that nobody needs the colours. */
function shown({ kind, words }: Piece, columns: number, paint: Paint): string {
  const text = words.join("");
  if (kind === "same") return flat(text);
  const cut = cutTo(text.trim() === "" ? seen(text) : flat(text), 2 * columns);
  return kind === "gone" ? paint.red(`[-${cut}-]`) : paint.green(`{+${cut}+}`);
}

function flat(text: string): string {
  return escapeText(text).replace(/\s+/g, " ");
}

/** Where nothing but spaces differs. */
function seen(text: string): string {
  return escapeText(text).replaceAll("\n", "⏎").replaceAll("\t", "⇥").replaceAll(" ", "·");
}
