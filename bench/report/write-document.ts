// Puts the table of a run between the markers of docs/performance.md. `bun bench/report/write-document.ts results.json` does
// it for a run that was kept.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { REPO } from "../../tests/support/temp-home.ts";
import type { Figure } from "../lib/figure.ts";
import type { PeerResult } from "../peers/run-peers.ts";
import { bestPeer } from "./best-peer.ts";
import { describeDrift } from "./drift.ts";
import { notesOf } from "./peer-notes.ts";
import type { Results } from "./results.ts";
import { tableCells } from "./table.ts";

const DOCUMENT = join(REPO, "docs/performance.md");
const BEGIN = "<!-- figures: written by bun bench/run.ts --peers --write -->";
const END = "<!-- end of figures -->";

export async function writeDocument(results: Results): Promise<void> {
  const text = await readFile(DOCUMENT, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`${DOCUMENT} has no markers to write the table between`);
  const figures = renderFigures(results);
  await writeFile(DOCUMENT, `${text.slice(0, from + BEGIN.length)}\n\n${figures}\n\n${text.slice(to)}`);
}

export function renderFigures(results: Results): string {
  return [
    describeRun(results),
    describeDrift(results),
    markdown(tableCells(results.figures, results.peers)),
    peerLines(results),
    lost(results),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function describeRun({ machine, load }: Results): string {
  const { date, cpu, cores, memoryGb, os, disk } = machine;
  const versions = `uncaged-workflow ${machine.version} on bun ${machine.bun}`;
  const busy =
    load === undefined
      ? ""
      : ` Load average ${load.start.toFixed(1)} at the start, ${load.end.toFixed(1)} at the end.`;
  return `${date.slice(0, 10)}, ${cpu}, ${cores} cores, ${memoryGb} GB, ${os}, homes on ${disk}. ${versions}.${busy}`;
}

function markdown(rows: readonly string[][]): string {
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...body.map(line)].join("\n");
}

function peerLines({ peers, figures }: Results): string {
  return peers.map((peer) => peerLine(peer, figures)).join("\n");
}

function peerLine(peer: PeerResult, figures: readonly Figure[]): string {
  const { label, runtime, durability, versions, skipped } = peer;
  if (skipped !== undefined) return `- ${label} skipped: ${skipped}`;
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const notes = notesOf(peer, figures).map((note) => ` ${note}.`);
  return `- ${label}: ${names.join(", ")}, on ${runtime}. ${durability}.${notes.join("")}`;
}

function lost({ figures, peers }: Results): string {
  if (peers.length === 0) return "";
  const lines = figures.flatMap((figure) => {
    const best = bestPeer(figure, peers);
    if (best === null || best.weWin) return [];
    return [`- ${figure.row}: ${best.label}, ours is ${best.ratio.toFixed(2)} of it`];
  });
  return `A peer wins in ${lines.length} rows${lines.length === 0 ? "." : `:\n\n${lines.join("\n")}`}`;
}

if (import.meta.main) {
  const file = process.argv[2];
  if (file === undefined) {
    console.error("bun bench/report/write-document.ts <results.json>");
    process.exit(10);
  }
  await writeDocument(JSON.parse(await readFile(file, "utf8")) as Results);
}
