// Gusts of command lines, with kill -9 for some of them and for the workers behind them.
import { collectPromises } from "../lib/acknowledged.ts";
import { killWorkers } from "../lib/home.ts";
import type { Random } from "../lib/random.ts";
import type { Gust } from "./verbs.ts";
import type { Sky } from "./world.ts";

export type Figures = { commands: number; killedCommands: number; killedWorkers: number };

/** After this a command hangs. Nothing here is measured: the slowest honest one takes a few seconds. */
const HANGS_AFTER_MS = 60_000;
const KILL_WITHIN_MS = 400;

/** Gives all of them at once. Answers what no command line may do, whatever the weather. */
export async function blow(
  sky: Sky,
  gusts: readonly Gust[],
  random: Random,
  sums: Figures,
): Promise<string[]> {
  const running = gusts.map((gust) =>
    gust.map((args) => give(sky, args, random.next() < 0.25, random, sums)),
  );
  if (random.next() < 0.6) {
    await Bun.sleep(random.int(0, KILL_WITHIN_MS));
    sums.killedWorkers += await killWorkers(sky.home);
  }
  const said = await Promise.all(running.map((gust) => Promise.all(gust)));
  return said.flatMap((answers, index) => [
    ...answers.flatMap(({ problems }) => problems),
    ...twoOfOneRequest(gusts[index] as Gust, answers),
  ]);
}

export type Said = { exitCode: number | null; stdout: string; problems: string[] };

/** One command line to its end, or to its kill. */
export async function give(
  { home, promised }: Sky,
  args: string[],
  isKilled: boolean,
  random: Random,
  sums: Figures,
): Promise<Said> {
  const child = home.spawn([...args, "--json"]);
  sums.commands += 1;
  let hangs = false;
  const patience = setTimeout(() => {
    hangs = true;
    child.kill("SIGKILL");
  }, HANGS_AFTER_MS);
  const killer = isKilled
    ? setTimeout(() => child.kill("SIGKILL"), random.int(0, KILL_WITHIN_MS))
    : undefined;
  const [stdout, , exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    collectPromises(child.stderr, promised),
    child.exited,
  ]);
  clearTimeout(patience);
  clearTimeout(killer);
  if (isKilled && child.signalCode === "SIGKILL") sums.killedCommands += 1;
  const name = args.slice(0, 2).join(" ");
  if (hangs) return { exitCode, stdout, problems: [`${name}: it does not come back`] };
  if (child.signalCode !== null) return { exitCode, stdout, problems: [] };
  if (!isDocument(stdout))
    return { exitCode, stdout, problems: [`${name}: stdout is no document: ${stdout.slice(0, 200)}`] };
  const { error } = JSON.parse(stdout) as { error?: { code: string; message: string } | null };
  const problems = error?.code === "INTERNAL" ? [`${name}: INTERNAL ${error.message}`] : [];
  return { exitCode, stdout, problems };
}

function isDocument(stdout: string): boolean {
  try {
    JSON.parse(stdout);
    return stdout.endsWith("\n");
  } catch {
    return false;
  }
}

/** H9: who asks for the same thing twice is told of one thread. */
function twoOfOneRequest(gust: Gust, answers: readonly Said[]): string[] {
  if (!gust[0]?.includes("--request-id")) return [];
  const ids = answers
    .filter(({ exitCode, stdout }) => exitCode === 0 && isDocument(stdout))
    .map(({ stdout }) => (JSON.parse(stdout) as { executionId: string }).executionId);
  return new Set(ids).size > 1 ? [`one request started ${ids.join(" and ")}`] : [];
}
