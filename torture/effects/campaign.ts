// E1, A2: kill -9 at random times, while effects run, people decide and threads are resumed.
import { killWorkers } from "../lib/home.ts";
import type { Torment } from "../lib/mode.ts";
import type { Random } from "../lib/random.ts";
import type { Round } from "./flow.ts";
import { judgeEffects, type World } from "./judge.ts";
import { DRIFTING } from "./threads.ts";
import { bringToEnd, editCatalogue, FLOWS, openThreads, promptOf, watch, wordsFor } from "./world.ts";

const THREADS_AT_ONCE = 4;
/** From when a worker is there: a few effects take about this long. */
const KILL_WITHIN_MS = 250;
/** How often somebody edits effects.yaml between two kills. */
const EDITED = 0.3;
const KINDS: readonly Round["do"][] = ["keyed", "once", "read", "all", "any", "approve"];

/** Answers how many kills there were. */
export async function campaign(world: World, { random, tally }: Torment, kills: number): Promise<number> {
  let done = 0;
  for (let round = 0; done < kills && round < kills * 4; round++) {
    if (random.next() < EDITED) editCatalogue(world, random);
    const open = openThreads(world);
    const words = open.flatMap((one) => wordsFor(one, world, random)).slice(0, 2);
    const commands = [
      watch(world, ["resume", "--all", "--json"]),
      ...words.map((args) => watch(world, args)),
    ];
    for (let count = open.length; count < THREADS_AT_ONCE; count++)
      commands.push(
        watch(world, [
          "run",
          random.pick([...FLOWS, DRIFTING]),
          "--prompt",
          newPrompt(world, random),
          "--workspace",
          "own",
          "--json",
        ]),
      );
    await workerOrEnd(world, commands);
    await Bun.sleep(random.int(0, KILL_WITHIN_MS));
    done += await killWorkers(world.home);
    await Promise.all(commands);
    await world.home.untilQuiet();
    tally.judge(`kill ${done}`, judgeEffects(world).problems);
  }
  tally.judge("the end of the campaign", [
    ...(await bringToEnd(world, random)),
    ...judgeEffects(world).problems,
  ]);
  return done;
}

async function workerOrEnd({ home }: World, commands: Promise<unknown>[]): Promise<void> {
  let isOver = false;
  void Promise.all(commands).then(() => {
    isOver = true;
  });
  while (!isOver && (await home.workers()).length === 0) await Bun.sleep(1);
}

function newPrompt(world: World, random: Random): string {
  return promptOf(
    world,
    Array.from({ length: random.int(1, 8) }, (): Round => ({ do: random.pick(KINDS) })),
  );
}
