// A command, killed at one call after the other, each time in a store of its own.
import { TempHome } from "../../tests/support/temp-home.ts";
import { withHome } from "../lib/home.ts";
import type { Torment } from "../lib/mode.ts";
import { partOf } from "../lib/spread.ts";
import { twoAtOnce } from "../lib/two-at-once.ts";
import { type Cut, cutAt, findCuts, nameOf, type Scope } from "./cut.ts";
import { judgeHealed, judgeLeft, lookBefore, namesOf } from "./judge.ts";
import { isAsGoodAsDone, PROBE, type Ready, type Script, workerFiles } from "./scripts.ts";

export type Sums = { cuts: number; calls: number; missed: number };

const SCOPES: readonly Scope[] = ["command", "worker", "syncs"];

export async function tryScript(script: Script, torment: Torment, sums: Sums): Promise<void> {
  const { tally } = torment;
  await withHome(tally, async (base) => {
    const made = script.isLive ? null : await script.prepare(base);
    const after = await rehearse(script, base, made);
    for (const scope of SCOPES) {
      const cuts = await inStore(script, base, made, tally, (home, ready) =>
        findCuts(home, script.args(home, ready), scope, workerFiles(home, ready)),
      );
      sums.calls += cuts.length;
      await twoAtOnce(partOf(cuts, torment), async (cut) => {
        const own = tally.branch();
        await inStore(script, base, made, own, async (home, ready) => {
          const { problems, wasKilled } = await killAndJudge(script, home, ready, cut, after);
          if (!wasKilled) sums.missed += 1;
          else sums.cuts += 1;
          own.judge(`${script.name}, ${nameOf(cut)}`, problems);
        });
      });
    }
  });
}

/** What the registry says when nobody disturbs the command. */
async function rehearse(script: Script, base: TempHome, made: Ready | null): Promise<string> {
  await using home = await storeFor(base, made);
  const ready = made ?? (await script.prepare(home));
  const ran = await home.uw(script.args(home, ready));
  if (ran.exitCode !== 0) throw new Error(`${script.name}: exit ${ran.exitCode} ${ran.stdout}`);
  return await namesOf(home);
}

async function inStore<T>(
  script: Script,
  base: TempHome,
  made: Ready | null,
  tally: Torment["tally"],
  work: (home: TempHome, ready: Ready) => Promise<T>,
): Promise<T> {
  return withHome(
    tally,
    async (home) => {
      const answer = await work(home, made ?? (await script.prepare(home)));
      script.release?.(home);
      await home.untilQuiet();
      return answer;
    },
    () => storeFor(base, made),
  );
}

async function storeFor(base: TempHome, made: Ready | null): Promise<TempHome> {
  const home = await TempHome.create();
  if (made !== null) Bun.spawnSync(["cp", "-a", base.home, home.home], { stderr: "ignore" });
  return home;
}

async function killAndJudge(
  script: Script,
  home: TempHome,
  ready: Ready,
  cut: Cut,
  after: string,
): Promise<{ problems: string[]; wasKilled: boolean }> {
  const before = await lookBefore(home);
  const args = script.args(home, ready);
  const killed = await cutAt(home, args, cut, workerFiles(home, ready));
  script.release?.(home);
  await home.untilQuiet();
  const isAcknowledged = killed.exitCode === 0 && killed.stdout.trim() !== "";
  const names = isAcknowledged ? [after] : [before.names, after];
  const mayGo = script.removes ? ready.thread : null;
  const problems = await judgeLeft(home, before, killed, { names, mayGo });
  if (isAcknowledged && mayGo !== null && (await home.uw(["thread", mayGo])).exitCode === 0)
    problems.push(`${mayGo} was removed and is there`);
  const again = await home.uw(args);
  if (!isAsGoodAsDone(script, again))
    problems.push(`given again: exit ${again.exitCode} ${again.stdout.trim().slice(0, 300)}`);
  await home.untilQuiet();
  const said = await namesOf(home);
  if (said !== after) problems.push(`after it was given again the registry says "${said}", not "${after}"`);
  if (mayGo !== null && (await home.uw(["thread", mayGo])).exitCode === 0)
    problems.push(`${mayGo} was removed twice and is there`);
  const probe = after.includes(`${PROBE}=`) ? PROBE : null;
  return { problems: [...problems, ...(await judgeHealed(home, probe))], wasKilled: killed.wasKilled };
}
