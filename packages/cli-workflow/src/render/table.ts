/** Columns padded to their widest cell. Colours do not count as width. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  bold: (text: string) => string,
): string {
  const widths = head.map((title) => title.length);
  const cellWidths = rows.map((row) =>
    row.map((cell, column) => widen(widths, column, Bun.stringWidth(cell))),
  );
  const last = head.length - 1;
  const line = (cells: readonly string[], own: readonly number[]) => {
    let text = "";
    for (let column = 0; column < last; column++)
      text += `${cells[column]}${" ".repeat((widths[column] ?? 0) - (own[column] ?? 0) + 2)}`;
    return (text + (cells[last] ?? "")).trimEnd();
  };
  const titles = head.map((title) => title.length);
  return [bold(line(head, titles)), ...rows.map((row, index) => line(row, cellWidths[index] ?? []))].join(
    "\n",
  );
}

function widen(widths: number[], column: number, width: number): number {
  if (width > (widths[column] ?? 0)) widths[column] = width;
  return width;
}
