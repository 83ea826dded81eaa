// bun torture/run.ts [--only mode[,mode]] [--seed n] [--full | --share 0.1]
// bun torture/run.ts --mutants [--only word] [--clean n]
import { parseArgs } from "node:util";
import type { Mode } from "./lib/mode.ts";
import { randomFrom } from "./lib/random.ts";
import { BINARY } from "./lib/strace.ts";
import { Tally } from "./lib/tally.ts";
import { mode as attack } from "./modes/attack.ts";
import { mode as boundary } from "./modes/boundary.ts";
import { mode as bundles } from "./modes/bundles.ts";
import { mode as clock } from "./modes/clock.ts";
import { mode as effects } from "./modes/effects.ts";
import { mode as errno } from "./modes/errno.ts";
import { mode as flip } from "./modes/flip.ts";
import { mode as kill9 } from "./modes/kill9.ts";
import { mode as load } from "./modes/load.ts";
import { mode as parsers } from "./modes/parsers.ts";
import { mode as race } from "./modes/race.ts";
import { mode as sim } from "./modes/sim.ts";
import { mode as states } from "./modes/states.ts";
import { mode as torn } from "./modes/torn.ts";
import { showMutants } from "./planted/mutants.ts";

const MODES: readonly Mode[] = [
  kill9,
  boundary,
  states,
  effects,
  torn,
  flip,
  race,
  bundles,
  attack,
  parsers,
  clock,
  errno,
  load,
  sim,
];

type Row = {
  name: string;
  verdict: "ok" | "FAILED" | "skipped";
  seconds: number;
  tally: Tally;
  figures: string;
};

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string" },
    full: { type: "boolean", default: false },
    share: { type: "string", default: "1" },
    mutants: { type: "boolean", default: false },
    clean: { type: "string" },
  },
});
if (values.mutants)
  process.exit(
    await showMutants({
      only: values.only,
      clean: Number(values.clean ?? (values.only === undefined ? 10 : 0)),
      seed: Number(values.seed ?? 7),
    }),
  );
const wanted = values.only?.split(",") ?? MODES.map((mode) => mode.name);
const unknown = wanted.filter((name) => !MODES.some((mode) => mode.name === name));
if (unknown.length > 0) {
  console.error(`no mode ${unknown.join(", ")}; there are ${MODES.map((mode) => mode.name).join(", ")}`);
  process.exit(10);
}
const seed = values.seed === undefined ? crypto.getRandomValues(new Uint32Array(1))[0] : Number(values.seed);
if (!Number.isSafeInteger(seed)) throw new Error(`--seed ${values.seed} is not a whole number`);
const share = Number(values.share);
if (!(share > 0 && share <= 1)) throw new Error(`--share ${values.share} is not in (0, 1]`);
assertBinaryStarts();
console.log(`seed ${seed}${values.full ? ", full" : ""}`);

const rows: Row[] = [];
for (const mode of MODES) if (wanted.includes(mode.name)) rows.push(await torment(mode));
console.log(`\n${rows.map(describe).join("\n")}\n`);
const failed = rows.filter((row) => row.verdict === "FAILED").length;
console.log(`${rows.filter((row) => row.verdict === "ok").length} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** A binary that does not start would make every mode complain of everything. */
function assertBinaryStarts(): void {
  const ran = Bun.spawnSync([BINARY, "--version"]);
  if (ran.exitCode === 0) return;
  console.error(`${BINARY} --version: exit ${ran.exitCode} ${ran.stderr.toString().trim()}`);
  process.exit(40);
}

async function torment(mode: Mode): Promise<Row> {
  const tally = new Tally(mode.name);
  const from = performance.now();
  let figures = "";
  try {
    const random = randomFrom(seed as number).branch(mode.name);
    figures = await mode.run({ random, full: values.full, share, tally });
  } catch (error) {
    tally.fail("the harness", error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const seconds = (performance.now() - from) / 1000;
  console.log(`${mode.name}: ${figures}`);
  return { name: mode.name, verdict: verdictOf(tally), seconds, tally, figures };
}

function verdictOf(tally: Tally): Row["verdict"] {
  if (tally.failed > 0) return "FAILED";
  if (tally.passed > 0) return "ok";
  return tally.skipped.length > 0 ? "skipped" : "FAILED";
}

function describe({ name, verdict, seconds, tally, figures }: Row): string {
  const counts = `${tally.passed} held, ${tally.failed} broke, ${tally.skipped.length} skipped`;
  return `${name.padEnd(8)} ${verdict.padEnd(8)} ${`${seconds.toFixed(0)} s`.padStart(6)}  ${counts.padEnd(38)} ${figures}`;
}
