import type { Figure } from "../lib/figure.ts";
import type { PeerResult } from "../peers/run-peers.ts";
import { bestPeer } from "./best-peer.ts";

/** Rows of cells, the head first. Without peers, the floor alone. */
export function tableCells(figures: readonly Figure[], peers: readonly PeerResult[] = []): string[][] {
  const measured = peers.filter((peer) => peer.skipped === undefined);
  const head = ["row", "ours", "floor", "ratio", "goal", "met"];
  const more =
    peers.length === 0 ? [] : [...measured.map(({ label }) => label), "to the best", "goal", "met"];
  return [
    [...head, ...more, "floor is"],
    ...figures.map((figure) => [
      ...ownCells(figure),
      ...(peers.length === 0
        ? []
        : [...measured.map((peer) => peerCell(figure, peer)), ...bestCells(figure, measured)]),
      figure.floorIs,
    ]),
  ];
}

export function renderTable(figures: readonly Figure[], peers: readonly PeerResult[] = []): string {
  const rows = tableCells(figures, peers);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function ownCells({ row, ours, floor, unit, ratio, goal, met }: Figure): string[] {
  const cell = (value: number) => `${round(value)} ${unit}`.trim();
  return [row, cell(ours), cell(floor), ratio === null ? "-" : ratio.toFixed(2), goal, verdict(met)];
}

function peerCell({ peers: question, unit }: Figure, { values }: PeerResult): string {
  const value = question === undefined ? undefined : values[question.value];
  return value === undefined ? "-" : `${round(value)} ${unit}`.trim();
}

function bestCells(figure: Figure, peers: readonly PeerResult[]): string[] {
  const best = bestPeer(figure, peers);
  if (best === null) return ["-", "-", "-"];
  return [`${best.ratio.toFixed(2)} ${best.label}`, best.goal, verdict(best.met)];
}

function verdict(met: boolean | null): string {
  if (met === null) return "-";
  return met ? "yes" : "NO";
}

function round(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString("en-US");
  if (value >= 100) return value.toFixed(0);
  return value >= 10 || value === 0 ? value.toFixed(1) : value.toFixed(2);
}
