// E1: kill -9 of the worker exactly where it hurts: during the call, after it was applied, after the answer was given.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../tests/support/temp-home.ts";
import { killWorkers } from "../lib/home.ts";
import type { Random } from "../lib/random.ts";
import type { Round } from "./flow.ts";
import { judgeEffects, type World } from "./judge.ts";
import { DRIFTING } from "./threads.ts";
import { bringToEnd, editCatalogue, promptOf } from "./world.ts";

export type Point = { at: "call" | "applied" | "answered"; kind: "keyed" | "once" | "read"; flow: string };

export const POINTS: readonly Point[] = (["call", "applied", "answered"] as const).flatMap((at) =>
  (["keyed", "once", "read"] as const).flatMap((kind) =>
    ["steps", "strict", DRIFTING].map((flow): Point => ({ at, kind, flow })),
  ),
);

/** `leaves`: the program outlives its worker, and does what it was about to. */
export async function killAt(world: World, { at, kind, flow }: Point, random: Random): Promise<string[]> {
  const { home, ledger } = world;
  const nonce = `p${random.int(0, 2 ** 31)}`;
  const hold = join(home.dir, nonce);
  const stops: Partial<Record<Point["at"], Partial<Round>>> = {
    call: { stop: "before" },
    applied: { stop: "after" },
    answered: { hold },
  };
  const round: Round = { do: kind, nonce, ...stops[at] };
  await home.start(flow, "--prompt", promptOf(world, [round, { do: "keyed" }]));
  if (at === "answered") await until(async () => (existsSync(`${hold}-at`) ? true : null), "the answer");
  else await ledger.untilAt(`${nonce}-0`);
  const killed = await killWorkers(home);
  await home.untilQuiet();
  const problems = killed === 0 ? ["the run is void: there was no worker to kill"] : [];
  const applied = ledger.applied(`${nonce}-0`).length;
  if (kind !== "read" && applied !== (at === "call" ? 0 : 1))
    problems.push(`the run is void: applied ${applied} times at the point "${at}"`);
  problems.push(...judgeEffects(world).problems);
  // Half of the time the program goes on and is done before anybody resumes, half of the time it stands there.
  const leaves = random.next() < 0.5;
  if (leaves) {
    ledger.go(`${nonce}-0`);
    await until(async () => (ledger.running().length === 0 ? true : null), "the program to end");
  }
  writeFileSync(hold, "");
  if (random.next() < 0.5) editCatalogue(world, random);
  problems.push(...(await bringToEnd(world, random)), ...judgeEffects(world).problems);
  return problems;
}
