// A few commands, one after the other, each traced with its worker. What they print is traced too: it is what was promised.
import { closeSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { namesOf } from "../boundary/judge.ts";
import { BINARY } from "../lib/strace.ts";
import { FileOps, type History, isOutsideTheModel } from "./file-ops.ts";
import { readCalls, TRACED } from "./kernel-calls.ts";

/** `args` may look at what the commands before it answered. */
export type Step = (answers: Answer[]) => string[];
// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes
export type Answer = any;

/** `names` holds the registry before the first command and after each; `removed` the threads each one removed. */
export type Session = { history: History; names: string[]; args: string[][]; answers: Answer[] };

export const OUT = "out-";
export const ERR = "err-";

export function isSaid(path: string): boolean {
  return /\/(?:out|err)-\d+$|\/ledger\/called$/.test(path);
}

/** Throws when the trace does not add up to the folder: then nothing said about it would mean anything. */
export async function recordSession(home: TempHome, steps: readonly Step[]): Promise<Session> {
  const files = new FileOps(home.dir, (path) => isSaid(path) || isOfTheLedger(path, home));
  const names = [await namesOf(home)];
  const args: string[][] = [];
  const answers: Answer[] = [];
  for (const [index, step] of steps.entries()) {
    const words = step(answers);
    args.push(words);
    const stdout = await runTraced(home, words, index, files);
    answers.push(JSON.parse(stdout));
    names.push(await untraced(home, files, () => namesOf(home)));
  }
  const problems = [...files.problems, ...differences(files, home.dir, 0)];
  if (problems.length > 0)
    throw new Error(`the run is void: the trace does not add up: ${problems.join("; ")}`);
  return { history: files.first, names, args, answers };
}

/** Looking must change nothing the trace does not know of. */
async function untraced<T>(home: TempHome, files: FileOps, look: () => Promise<T>): Promise<T> {
  const answer = await look();
  const problems = differences(files, home.dir, 0);
  if (problems.length > 0) throw new Error(`the run is void: ${problems.join("; ")}`);
  return answer;
}

async function runTraced(home: TempHome, args: string[], index: number, files: FileOps): Promise<string> {
  const [log, out, err] = ["trace-", OUT, ERR].map((name) => join(home.dir, `${name}${index}`)) as [
    string,
    string,
    string,
  ];
  const [outFd, errFd] = [openSync(out, "w"), openSync(err, "w")];
  const child = Bun.spawn(
    [
      "strace",
      "-f",
      "-qq",
      "-y",
      "-xx",
      "-s",
      "4000000",
      "-o",
      log,
      "-e",
      `trace=${TRACED.join(",")}`,
    ].concat(BINARY, args),
    {
      cwd: home.dir,
      env: { ...process.env, UNCAGED_HOME: home.home },
      stdin: "ignore",
      stdout: outFd,
      stderr: errFd,
    },
  );
  const exitCode = await child.exited;
  closeSync(outFd);
  closeSync(errFd);
  await home.untilQuiet();
  if (exitCode !== 0) throw new Error(`${args.join(" ")}: exit ${exitCode} ${readFileSync(out, "utf8")}`);
  readCalls(readFileSync(log, "latin1"), files);
  return readFileSync(out, "utf8");
}

/** Its other files are the programs' own affair. */
function isOfTheLedger(path: string, home: TempHome): boolean {
  return path.startsWith(join(home.dir, "ledger")) || path.startsWith(join(home.dir, "seen"));
}

function differences(files: FileOps, path: string, node: number): string[] {
  const known = files.now.get(node) ?? new Map<string, number>();
  const real = readdirSync(path).filter(
    (name) =>
      !isOutsideTheModel(join(path, name)) &&
      !isSaid(join(path, name)) &&
      name !== "ledger" &&
      name !== "seen",
  );
  const problems = [...known.keys()]
    .filter((name) => !real.includes(name))
    .map((name) => `${join(path, name)} is not there`);
  for (const name of real) {
    const child = known.get(name);
    const at = join(path, name);
    if (child === undefined) problems.push(`${at} came from nowhere`);
    else if (statSync(at).isDirectory()) problems.push(...differences(files, at, child));
    else if (!contentOf(files, child).equals(readFileSync(at))) problems.push(`${at} differs`);
  }
  return problems;
}

function contentOf(files: FileOps, node: number): Buffer {
  let bytes = files.nodes[node]?.bytes ?? Buffer.alloc(0);
  for (const op of files.ops) {
    if (op.kind === "cut" && op.node === node)
      bytes = Buffer.concat([bytes, Buffer.alloc(Math.max(0, op.size - bytes.length))]).subarray(0, op.size);
    if (op.kind !== "write" || op.node !== node) continue;
    const grown = Buffer.alloc(Math.max(bytes.length, op.offset + op.bytes.length));
    bytes.copy(grown);
    op.bytes.copy(grown, op.offset);
    bytes = grown;
  }
  return bytes;
}
