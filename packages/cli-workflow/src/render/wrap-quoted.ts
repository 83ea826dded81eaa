// A bar stands before each line of data, so that nothing in it passes for a line of ours. A screen breaks long lines where
// it likes, without the bar: so we break them first.
import { lettersOf } from "./cut.ts";

const PAINT = "\\x1b\\[\\d+m";
const QUOTED = new RegExp(`^(\\s*(?:${PAINT})*│(?:${PAINT})* )(.*)$`, "s");
const PARTS = new RegExp(`(${PAINT})`);

/** Lines with a bar, broken to the columns of the screen, with the bar before each piece. Others are left alone. */
export function wrapQuoted(text: string, columns: number): string {
  if (!text.includes("│")) return text;
  return text
    .split("\n")
    .flatMap((line) => wrapLine(line, columns))
    .join("\n");
}

function wrapLine(line: string, columns: number): string[] {
  if (Bun.stringWidth(line) <= columns) return [line];
  const [, bar, rest] = QUOTED.exec(line) ?? [];
  if (bar === undefined || rest === undefined) return [line];
  const room = Math.max(8, columns - Bun.stringWidth(bar));
  const lines: string[] = [];
  let [kept, width] = ["", 0];
  for (const part of rest.split(PARTS)) {
    if (part.startsWith("\x1b")) {
      kept += part;
      continue;
    }
    for (const letter of lettersOf(part.replaceAll("\t", "    "))) {
      const wide = Bun.stringWidth(letter);
      if (width + wide > room) {
        lines.push(bar + kept);
        [kept, width] = ["", 0];
      }
      kept += letter;
      width += wide;
    }
  }
  return [...lines, bar + kept];
}
