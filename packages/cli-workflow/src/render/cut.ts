// Texts cut to the columns they take on a screen: a Chinese character takes two, an accent none.

const IS_PLAIN = /^[ -~]*$/;
const ENDS_WITH_PAINT = /^\x1b\[\d+m/;

/** Without colours. */
export function cutTo(text: string, columns: number): string {
  if (IS_PLAIN.test(text))
    return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}${mark(columns)}`;
  if (Bun.stringWidth(text) <= columns) return text;
  let kept = "";
  let left = columns - 1;
  for (const letter of lettersOf(text)) {
    left -= Bun.stringWidth(letter);
    if (left < 0) break;
    kept += letter;
  }
  return `${kept}${mark(columns)}`;
}

/** A line that was painted: colours take no columns, and those behind the cut stay, so that none goes on behind it. */
export function cutPainted(line: string, columns: number): string {
  if (Bun.stringWidth(line) <= columns) return line;
  let kept = "";
  let left = columns - 1;
  for (const part of line.split(/(\x1b\[\d+m)/)) {
    if (ENDS_WITH_PAINT.test(part)) kept += part;
    else if (left >= 0) {
      const width = Bun.stringWidth(part);
      kept += width <= left ? part : cutTo(part, left + 1);
      left = width <= left ? left - width : -1;
    }
  }
  return kept;
}

function mark(columns: number): string {
  return columns > 0 ? "…" : "";
}

/** As people see them: a flag or a letter with its accents is one. */
export function* lettersOf(text: string): Generator<string> {
  const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { segment } of letters.segment(text)) yield segment;
}
