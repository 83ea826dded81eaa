// Data shown to a person must not move the cursor, set the window title or reorder the line.
import { cutTo } from "./cut.ts";

/** Control and format characters (bidi, zero width, tags), line separators, and letters that have no ink. */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u115f\u1160\u3164\uffa0\p{Cf}]/gu;

/** What cannot be seen, or moves what can, as \x1b or \u202e; line ends and tabs stay. */
export function escapeText(text: string): string {
  return text.replace(HIDDEN, (char) => {
    const code = char.codePointAt(0) ?? 0;
    if (code > 0xffff) return `\\u{${code.toString(16)}}`;
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/** Our own colours, and nothing else, pass. */
const OUR_PAINT = /\x1b\[(?:1|2|22|31|32|33|36|39)m/;
const HIDDEN_OR_PAINT = new RegExp(`${OUR_PAINT.source}|${HIDDEN.source}`, "gu");

/** A whole answer, painted and put together: the last look before it is printed, whoever forgot a field before. */
export function escapePrinted(text: string, hasColor: boolean): string {
  if (!hasColor) return escapeText(text);
  return text.replace(HIDDEN_OR_PAINT, (found) => (OUR_PAINT.test(found) ? found : escapeText(found)));
}

/** Words of plain letters with one space between them: a list of ten thousand prompts is mostly made of these. */
const IS_FLAT = /^[!-~]*(?: [!-~]+)*$/;

/** On one line, cut to so many columns of a screen. */
export function oneLine(text: string, width: number): string {
  const flat = IS_FLAT.test(text) ? text : escapeText(text).replace(/\s+/g, " ").trim();
  return width === Infinity ? flat : cutTo(flat, width);
}
