// A table for a screen: where it is too wide, columns shrink, then go, in the order in which they are missed least.
import { cutTo } from "./cut.ts";
import { GAP, renderTable } from "./table.ts";

export type Column = {
  title: string;
  /** It may shrink to so many columns of the screen; those with the lowest `rank` first. */
  least?: number;
  /** It may be left out; the lowest first, after everything has shrunk. */
  goes?: number;
  rank?: number;
};

/** Paint comes after the cut. */
export type Cell = string | { text: string; paint: (text: string) => string };

/** `columns` Infinity: as wide as the widest cells, for a program that reads on. */
export function fitTable(
  head: readonly Column[],
  rows: readonly (readonly Cell[])[],
  columns: number,
  bold: (text: string) => string,
  widthOf?: (cell: string) => number,
): string {
  if (columns === Infinity) {
    const titles = head.map(({ title }) => title);
    return renderTable(
      titles,
      rows.map((row) => row.map((cell) => painted(cell, Infinity))),
      bold,
      widthOf,
    );
  }
  const natural = head.map(({ title }, at) => widestAt(rows, at, title.length));
  const shown = shownAt(head, natural, columns);
  const widths = shrunk(head, natural, shown, columns);
  return renderTable(
    shown.map((at) => cutTo((head[at] as Column).title, widths[at] as number)),
    rows.map((row) => shown.map((at) => painted(row[at] as Cell, widths[at] as number))),
    bold,
  );
}

function widestAt(rows: readonly (readonly Cell[])[], at: number, least: number): number {
  let widest = least;
  for (const row of rows) widest = Math.max(widest, Bun.stringWidth(textOf(row[at] as Cell)));
  return widest;
}

/** The columns that stay. */
function shownAt(head: readonly Column[], natural: readonly number[], columns: number): number[] {
  let shown = head.map((_, at) => at);
  const least = (at: number) => Math.min(natural[at] as number, head[at]?.least ?? Infinity);
  const going = shown
    .filter((at) => head[at]?.goes !== undefined)
    .sort((a, b) => (head[a]?.goes ?? 0) - (head[b]?.goes ?? 0));
  for (const gone of going) {
    if (sum(shown.map(least)) <= columns) break;
    shown = shown.filter((at) => at !== gone);
  }
  return shown;
}

function shrunk(
  head: readonly Column[],
  natural: readonly number[],
  shown: readonly number[],
  columns: number,
): number[] {
  const widths = [...natural];
  const shrinking = shown
    .filter((at) => head[at]?.least !== undefined)
    .sort((a, b) => (head[a]?.rank ?? 0) - (head[b]?.rank ?? 0));
  for (const at of shrinking) {
    const over = sum(shown.map((one) => widths[one] as number)) - columns;
    if (over <= 0) break;
    const width = widths[at] as number;
    widths[at] = Math.max(Math.min(width, head[at]?.least ?? width), width - over);
  }
  return widths;
}

/** With the gaps between them. */
function sum(widths: readonly number[]): number {
  return widths.reduce((all, width) => all + width, GAP.length * Math.max(0, widths.length - 1));
}

function painted(cell: Cell, width: number): string {
  const text = width === Infinity ? textOf(cell) : cutTo(textOf(cell), width);
  return typeof cell === "string" ? text : cell.paint(text);
}

function textOf(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}
