import type { TempHome } from "../../tests/support/temp-home.ts";
import { verifyProblems } from "./home.ts";

/** "kill must answer within 1 s". What any command takes on this machine at that moment is not its own. */
const KILL_MS_MAX = 1_000;

/** `kill` of a thread that runs: answered in time, true, and with a journal that verifies. `ms` is all it took. */
export async function killProblems(
  home: TempHome,
  id: string,
  mayHaveEnded = false,
): Promise<{ problems: string[]; ms: number }> {
  const before = await startMs(home);
  const from = performance.now();
  const ran = await home.uw(["kill", id, "--json"]);
  const ms = performance.now() - from;
  const commandMs = Math.max(before, await startMs(home));
  const problems: string[] = [];
  if (ran.exitCode !== 0 && !(mayHaveEnded && ran.exitCode === 20))
    problems.push(`kill: exit ${ran.exitCode} ${ran.stdout.trim()}`);
  if (ms - commandMs > KILL_MS_MAX)
    problems.push(
      `kill was answered only after ${Math.round(ms)} ms, where a command takes ${Math.round(commandMs)}`,
    );
  const status = await home.status(id);
  if (ran.exitCode === 0 && status !== "killed")
    problems.push(`kill answered ${ran.stdout.trim()}, yet it is ${status}`);
  return { problems: [...problems, ...(await verifyProblems(home, id))], ms };
}

async function startMs(home: TempHome): Promise<number> {
  const from = performance.now();
  await home.uw(["--version"]);
  return performance.now() - from;
}
