import type { Figure } from "./figure.ts";

const HEAD = ["row", "ours", "floor", "ratio", "goal", "met", "floor is"];

export function renderTable(figures: readonly Figure[]): string {
  const rows = [HEAD, ...figures.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cells(figure: Figure): string[] {
  const { row, ours, floor, unit, ratio, goal, met, floorIs } = figure;
  return [
    row,
    `${round(ours)} ${unit}`,
    `${round(floor)} ${unit}`,
    ratio.toFixed(2),
    goal,
    verdict(met),
    floorIs,
  ];
}

function verdict(met: boolean | null): string {
  if (met === null) return "-";
  return met ? "yes" : "NO";
}

function round(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString("en-US");
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
