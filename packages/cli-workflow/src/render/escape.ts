// Data shown to a person must not move the cursor, set the window title or reorder the line.

const CONTROL =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Control, bidi and invisible characters as \x1b or \u202e; line ends and tabs stay. */
export function escapeText(text: string): string {
  return text.replace(CONTROL, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/** Words of plain letters with one space between them: a list of ten thousand prompts is mostly made of these. */
const IS_FLAT = /^[!-~]*(?: [!-~]+)*$/;

/** On one line, cut to a width. */
export function oneLine(text: string, width: number): string {
  const flat = IS_FLAT.test(text) ? text : escapeText(text).replace(/\s+/g, " ").trim();
  return flat.length <= width ? flat : `${flat.slice(0, Math.max(0, width - 1))}…`;
}
