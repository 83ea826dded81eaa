/** Columns padded to their widest cell. Colours do not count as width. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  bold: (text: string) => string,
): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => widthOf(row[column] ?? ""))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === cells.length - 1 ? cell : cell + " ".repeat((widths[column] ?? 0) - widthOf(cell)),
      )
      .join("  ")
      .trimEnd();
  return [bold(line(head)), ...rows.map(line)].join("\n");
}

function widthOf(cell: string): number {
  return Bun.stringWidth(cell);
}
