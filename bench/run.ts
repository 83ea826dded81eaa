// bun run bench. What may be asked for: lib/options.ts.
//
// Every figure stands beside the bare work, measured in the same run: times on shared machines mean little, ratios much.
// --peers puts other engines beside it; --write puts the table into docs/performance.md.
import { writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import type { Figure, Row } from "./lib/figure.ts";
import { describeMachine, useRealDisk } from "./lib/machine.ts";
import { readOptions } from "./lib/options.ts";
import { PEERS } from "./peers/catalogue.ts";
import { endWithTheBench } from "./peers/children.ts";
import { bareRate, type PeerResult, runPeer } from "./peers/run-peers.ts";
import { bestPeer } from "./report/best-peer.ts";
import { describeDrift } from "./report/drift.ts";
import { notesOf } from "./report/peer-notes.ts";
import type { Results } from "./report/results.ts";
import { renderTable } from "./report/table.ts";
import { writeDocument } from "./report/write-document.ts";
import { row as effects } from "./rows/effects.ts";
import { row as firstStep } from "./rows/first-step.ts";
import { row as fork } from "./rows/fork.ts";
import { row as long } from "./rows/long.ts";
import { row as replay } from "./rows/replay.ts";
import { row as run } from "./rows/run.ts";
import { row as startup } from "./rows/startup.ts";
import { row as stepsMany } from "./rows/steps-many.ts";
import { row as stepsOne } from "./rows/steps-one.ts";
import { row as strictReplay } from "./rows/strict-replay.ts";
import { row as threads } from "./rows/threads.ts";
import { row as waiting } from "./rows/waiting.ts";

const ROWS: readonly Row[] = [
  startup,
  run,
  firstStep,
  stepsOne,
  stepsMany,
  long,
  waiting,
  threads,
  fork,
  replay,
  effects,
  strictReplay,
];

const options = readOptions(
  process.argv.slice(2),
  ROWS.map((row) => row.name),
  PEERS.map((peer) => peer.name),
);
endWithTheBench();
useRealDisk();
const machine = describeMachine();
console.log(`${machine.date}  ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB`);
console.log(`${machine.os}  bun ${machine.bun}  homes on ${machine.disk}\n`);

const start = loadNow();
const bare = await bareRate();
const { figures, broken } = await measureRows();
const peers = await measurePeers(figures);
const results: Results = { machine, load: { start, end: loadNow() }, bare, figures, peers };
report(results);
if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(results, null, 2)}\n`);
if (options.write) await writeDocument(results);
process.exit(broken === 0 ? 0 : 1);

async function measureRows(): Promise<{ figures: Figure[]; broken: number }> {
  const figures: Figure[] = [];
  let broken = 0;
  for (const row of ROWS) {
    if (options.only !== undefined && !options.only.includes(row.name)) continue;
    const from = performance.now();
    try {
      figures.push(...(await row.run()));
    } catch (error) {
      broken += 1;
      console.error(`${row.name} could not be measured: ${error instanceof Error ? error.stack : error}`);
    }
    console.error(`${row.name} took ${((performance.now() - from) / 1000).toFixed(1)} s`);
  }
  return { figures, broken };
}

/** Only what stands beside a figure of this run. */
async function measurePeers(figures: readonly Figure[]): Promise<PeerResult[]> {
  const wanted = new Set(figures.flatMap((figure) => figure.peers?.value ?? []));
  const results: PeerResult[] = [];
  for (const peer of PEERS) if (options.peers.includes(peer.name)) results.push(await runPeer(peer, wanted));
  return results;
}

function loadNow(): number {
  return loadavg()[0] ?? 0;
}

function report(results: Results): void {
  const { figures, peers, load } = results;
  console.log(renderTable(figures, peers));
  console.log(`\nload ${load?.start.toFixed(1)} at the start, ${load?.end.toFixed(1)} at the end`);
  const verdicts = figures.flatMap((figure) => [figure.met, bestPeer(figure, peers)?.met ?? null]);
  const count = (verdict: boolean) => verdicts.filter((met) => met === verdict).length;
  console.log(`${count(true)} goals met, ${count(false)} missed, ${broken} rows not measured`);
  if (peers.length > 0) console.log(describeDrift(results));
  for (const peer of peers) {
    if (peer.skipped !== undefined) console.log(`${peer.label} skipped: ${peer.skipped}`);
    for (const note of notesOf(peer, figures)) console.log(`${peer.label}, ${note}`);
  }
}
