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
  const gaps = Array.from({ length: Math.max(...widths) + 1 }, (_, spaces) => " ".repeat(spaces + 2));
  const line = (cells: readonly string[]) => {
    let text = "";
    for (let column = 0; column < last; column++) {
      const cell = cells[column] as string;
      text += cell + gaps[(widths[column] as number) - widthOf(cell)];
    }
    const end = cells[last] as string;
    return end === "" ? text.trimEnd() : text + end;
  };
  let text = bold(line(head));
  for (const row of rows) text += `\n${line(row)}`;
  return text;
}

/** For cells of plain letters without colours. */
export function lengthOf(cell: string): number {
  return cell.length;
}
