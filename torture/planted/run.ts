// bun torture/planted/run.ts [--only word]
//
// Plants one bug after another in a copy of this repository and sees whether the torture finds it.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { REPO } from "../../tests/support/temp-home.ts";
import { PLANTS, type Plant } from "./plants.ts";

const SEED = "7";
const PATIENCE_MS = 600_000;
const TEST_MS = "20000";

const { values } = parseArgs({ options: { only: { type: "string" } } });
const chosen = PLANTS.filter((plant) => values.only === undefined || plant.what.includes(values.only));
let found = 0;
for (const plant of chosen) {
  const from = performance.now();
  const verdict = await tryPlant(plant);
  if (verdict.startsWith("found")) found += 1;
  console.log(
    `${verdict.slice(0, 160).padEnd(8)} | ${plant.mode} | ${plant.what} | ${Math.round((performance.now() - from) / 1000)} s`,
  );
}
console.log(`${found} passed, ${chosen.length - found} failed`);
process.exit(found === chosen.length ? 0 : 1);

async function tryPlant(plant: Plant): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "planted-"));
  try {
    const repo = copyRepo(dir);
    const file = join(repo, "packages/workflow/src", plant.file);
    const text = readFileSync(file, "utf8");
    if (!text.includes(plant.from)) return "STALE: the line to change is not there any more";
    writeFileSync(
      file,
      text.replace(plant.from, () => plant.to),
    );
    return await seek(plant, repo, dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Without dist/: the changed sources must be what runs. */
function copyRepo(dir: string): string {
  const repo = join(dir, "repo");
  mkdirSync(repo);
  for (const part of ["packages", "torture", "tests", "package.json", "tsconfig.json"])
    cpSync(join(REPO, part), join(repo, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith("/dist"),
    });
  symlinkSync(join(REPO, "node_modules"), join(repo, "node_modules"));
  return repo;
}

/** Runs the mode until it complains as it should. */
async function seek(plant: Plant, repo: string, dir: string): Promise<string> {
  const homes = join(dir, "homes");
  mkdirSync(homes);
  const isTest = plant.mode.endsWith(".test.ts");
  const command = isTest
    ? ["test", "--timeout", TEST_MS, join(repo, plant.mode)]
    : [join(repo, "torture/run.ts"), "--only", plant.mode, "--seed", SEED];
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
    const line = said
      .split("\n")
      .find((one) => one.includes(isTest ? "(fail)" : "FAILED") && plant.says.test(one));
    if (line === undefined) continue;
    child.kill("SIGKILL");
    await child.exited;
    endWorkers(homes);
    return `found: ${line}`;
  }
  await child.exited;
  endWorkers(homes);
  return `MISSED: ${said.split("\n").find((line) => line.includes("FAILED")) ?? "no complaint at all"}`;
}

/** The workers of these homes, which nobody will need again. */
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
