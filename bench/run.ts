// bun bench/run.ts [--only row[,row]] [--json file]
//
// Every figure stands beside the bare work, measured in the same run: times on shared machines mean little, ratios much.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Figure, Row } from "./lib/figure.ts";
import { describeMachine, useRealDisk } from "./lib/machine.ts";
import { renderTable } from "./lib/table.ts";
import { row as effects } from "./rows/effects.ts";
import { row as fork } from "./rows/fork.ts";
import { row as long } from "./rows/long.ts";
import { row as replay } from "./rows/replay.ts";
import { row as run } from "./rows/run.ts";
import { row as startup } from "./rows/startup.ts";
import { row as stepsMany } from "./rows/steps-many.ts";
import { row as stepsOne } from "./rows/steps-one.ts";
import { row as strictReplay } from "./rows/strict-replay.ts";
import { row as threads } from "./rows/threads.ts";

const ROWS: readonly Row[] = [
  startup,
  run,
  stepsOne,
  stepsMany,
  long,
  threads,
  fork,
  replay,
  effects,
  strictReplay,
];

const { values } = parseArgs({ options: { only: { type: "string" }, json: { type: "string" } } });
const wanted = values.only?.split(",");
const unknown = wanted?.filter((name) => !ROWS.some((row) => row.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`no row ${unknown.join(", ")}; there are ${ROWS.map((row) => row.name).join(", ")}`);
  process.exit(10);
}

useRealDisk();
const machine = describeMachine();
console.log(`${machine.date}  ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB`);
console.log(`${machine.os}  bun ${machine.bun}  homes on ${machine.disk}  runs ${machine.binary}\n`);

const figures: Figure[] = [];
let broken = 0;
for (const row of ROWS) {
  if (wanted !== undefined && !wanted.includes(row.name)) continue;
  const from = performance.now();
  try {
    figures.push(...(await row.run()));
  } catch (error) {
    broken += 1;
    console.error(`${row.name} could not be measured: ${error instanceof Error ? error.stack : error}`);
  }
  console.error(`${row.name} took ${((performance.now() - from) / 1000).toFixed(1)} s`);
}
console.log(renderTable(figures));
const missed = figures.filter((figure) => figure.met === false).length;
console.log(
  `\n${figures.filter((figure) => figure.met === true).length} goals met, ${missed} missed, ${broken} rows not measured`,
);
if (values.json !== undefined)
  await writeFile(values.json, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
process.exit(broken === 0 ? 0 : 1);
