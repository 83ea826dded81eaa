// A copy of the repository, with a bug in it or none, and what a mode says about it.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REPO } from "../../tests/support/temp-home.ts";
import { type Plant, pathOf } from "./plant.ts";

const PATIENCE_MS = 600_000;
const TEST_MS = "20000";

export type Sought = { verdict: "found" | "MISSED" | "STALE"; said: string; seconds: number };

/** Plants the bug in a copy and runs its mode until that complains as it should. */
export async function seekPlant(plant: Plant, seed: number): Promise<Sought> {
  const from = performance.now();
  const seconds = () => Math.round((performance.now() - from) / 1000);
  return inCopy(async (repo, homes) => {
    const file = join(repo, pathOf(plant));
    const text = readFileSync(file, "utf8");
    if (text.split(plant.from).length !== 2)
      return {
        verdict: "STALE",
        said: `${plant.file} does not hold the line to change once`,
        seconds: seconds(),
      };
    writeFileSync(
      file,
      text.replace(plant.from, () => plant.to),
    );
    const mark = isTest(plant.mode) ? "(fail)" : "FAILED";
    let other = "no complaint at all";
    for (const size of sizesOf(plant)) {
      const { complaint, lines } = await listen(
        commandOf(repo, plant.mode, seed, size),
        repo,
        homes,
        (line) => line.includes(mark) && plant.says.test(line),
      );
      if (complaint !== undefined) return { verdict: "found", said: complaint, seconds: seconds() };
      other = lines.find((line) => line.includes(mark)) ?? other;
    }
    return { verdict: "MISSED", said: other, seconds: seconds() };
  });
}

/** A part of the mode finds most of them; only when it does not, all of it is run. */
function sizesOf({ mode, isFull }: Plant): string[][] {
  if (isTest(mode)) return [[]];
  return isFull ? [["--full"]] : [["--share", "0.1"], []];
}

/** The same modes where nothing was planted. Answers what they complain of: an alarm for nothing. */
export async function seekNothing(modes: readonly string[], seed: number, share: number): Promise<string[]> {
  return inCopy(async (repo, homes) => {
    const alarms: string[] = [];
    const tests = modes.filter(isTest);
    const own = modes.filter((mode) => !isTest(mode)).join(",");
    for (const command of [
      commandOf(repo, own, seed, ["--share", String(share)]),
      ["test", "--timeout", TEST_MS, ...tests.map((path) => join(repo, path))],
    ]) {
      const { exitCode, lines } = await listen(command, repo, homes, () => false);
      alarms.push(...lines.filter((line) => /FAILED|\(fail\)/.test(line)));
      if (exitCode !== 0 && alarms.length === 0)
        alarms.push(`exit ${exitCode}: ${lines.slice(-3).join(" ")}`);
    }
    return alarms;
  });
}

export function isTest(mode: string): boolean {
  return mode.endsWith(".test.ts");
}

function commandOf(repo: string, mode: string, seed: number, more: string[]): string[] {
  if (isTest(mode)) return ["test", "--timeout", TEST_MS, join(repo, mode)];
  return [join(repo, "torture/run.ts"), "--only", mode, "--seed", String(seed), ...more];
}

async function inCopy<T>(work: (repo: string, homes: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), "planted-"));
  const homes = join(dir, "homes");
  try {
    mkdirSync(homes);
    return await work(copyRepo(dir), homes);
  } finally {
    endWorkers(homes);
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Without dist/: the changed sources must be what runs. */
function copyRepo(dir: string): string {
  const repo = join(dir, "repo");
  mkdirSync(repo);
  for (const part of ["packages", "bundles", "scripts", "torture", "tests", "package.json", "tsconfig.json"])
    cpSync(join(REPO, part), join(repo, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith("/dist"),
    });
  symlinkSync(join(REPO, "node_modules"), join(repo, "node_modules"));
  return repo;
}

type Heard = { complaint: string | undefined; lines: string[]; exitCode: number | null };

/** Reads what a command says, and ends it at the first line that is looked for. */
async function listen(
  command: string[],
  repo: string,
  homes: string,
  isSought: (line: string) => boolean,
): Promise<Heard> {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: repo,
    env: { ...process.env, TMPDIR: homes },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
  });
  const decoder = new TextDecoder();
  let said = "";
  for await (const chunk of child.stderr) {
    said += decoder.decode(chunk, { stream: true });
    const complaint = said.split("\n").find(isSought);
    if (complaint === undefined) continue;
    child.kill("SIGKILL");
    await child.exited;
    endWorkers(homes);
    return { complaint, lines: said.split("\n"), exitCode: null };
  }
  const exitCode = await child.exited;
  return { complaint: undefined, lines: said.split("\n"), exitCode };
}

/** The processes of these homes, which nobody will need again. */
function endWorkers(homes: string): void {
  const listed = Bun.spawnSync(["ps", "-eo", "pid=,args="]).stdout.toString();
  for (const line of listed.split("\n")) {
    if (!line.includes(`${homes}/`)) continue;
    try {
      process.kill(Number(line.trim().split(" ")[0]), "SIGKILL");
    } catch {
      // Gone already.
    }
  }
}
