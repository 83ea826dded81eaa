/**
 * Columns padded to their widest cell. Colours do not count as width, nor do letters from everywhere count alike; who
 * knows that all cells but the last are plain letters says so, because ten thousand rows are then done in half the time.
 */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  bold: (text: string) => string,
  widthOf: (cell: string) => number = Bun.stringWidth,
): string {
  const last = head.length - 1;
  const widths = head.map((title) => title.length);
  for (const row of rows)
    for (let column = 0; column < last; column++) {
      const width = widthOf(row[column] as string);
      if (width > (widths[column] as number)) widths[column] = width;
    }
  // What repeats in a column is padded once, and lines are joined once: text grown bit by bit is slow to put together.
  const padded = head.map(() => new Map<string, string>());
  const pad = (cell: string, column: number) => {
    const missing = (widths[column] as number) - widthOf(cell);
    if (missing === 0) return cell + GAP;
    const known = padded[column]?.get(cell);
    if (known !== undefined) return known;
    const made = cell + " ".repeat(missing) + GAP;
    padded[column]?.set(cell, made);
    return made;
  };
  const line = (cells: readonly string[]) => {
    let text = "";
    for (let column = 0; column < last; column++) text += pad(cells[column] as string, column);
    const end = cells[last] as string;
    return end === "" ? text.trimEnd() : text + end;
  };
  return [bold(line(head)), ...rows.map(line)].join("\n");
}

export const GAP = "  ";

/** For cells of plain letters without colours. */
export function lengthOf(cell: string): number {
  return cell.length;
}
