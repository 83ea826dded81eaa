// bun run torture: every way of hurting the engine, one after the other. What may be asked for: lib/options.ts.
import type { Mode } from "./lib/mode.ts";
import { readOptions } from "./lib/options.ts";
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
import { mode as foreign } from "./modes/foreign.ts";
import { mode as index } from "./modes/index.ts";
import { mode as kill9 } from "./modes/kill9.ts";
import { mode as load } from "./modes/load.ts";
import { mode as parsers } from "./modes/parsers.ts";
import { mode as race } from "./modes/race.ts";
import { mode as secrets } from "./modes/secrets.ts";
import { mode as sim } from "./modes/sim.ts";
import { mode as states } from "./modes/states.ts";
import { mode as storm } from "./modes/storm.ts";
import { mode as strangers } from "./modes/strangers.ts";
import { mode as torn } from "./modes/torn.ts";
import { showMutants } from "./planted/mutants.ts";

const MODES: readonly Mode[] = [
  kill9,
  boundary,
  states,
  effects,
  storm,
  torn,
  flip,
  race,
  index,
  bundles,
  attack,
  secrets,
  strangers,
  parsers,
  foreign,
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

const options = readOptions(
  process.argv.slice(2),
  MODES.map((mode) => mode.name),
);
if (options.mutants)
  process.exit(
    await showMutants({
      only: options.only,
      clean: options.clean ?? (options.only === undefined ? 10 : 0),
      seed: options.seed ?? 7,
    }),
  );
const wanted = options.only?.split(",") ?? MODES.map((mode) => mode.name);
const seed = options.seed ?? (crypto.getRandomValues(new Uint32Array(1))[0] as number);
assertBinaryStarts();
console.log(`seed ${seed}${options.full ? ", full" : ""}`);

const rows: Row[] = [];
for (const mode of MODES) if (wanted.includes(mode.name)) rows.push(await torment(mode));
console.log(`\n${rows.map(describe).join("\n")}\n`);
const count = (verdict: Row["verdict"]) => rows.filter((row) => row.verdict === verdict).length;
const skipped = count("skipped");
console.log(`${count("ok")} passed, ${count("FAILED")} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`);
process.exit(count("FAILED") === 0 ? 0 : 1);

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
    const random = randomFrom(seed).branch(mode.name);
    figures = await mode.run({ random, full: options.full, share: options.share, tally });
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
