// S5-S8: the machine refuses. The thread stops, nothing promised is lost, its neighbours live, and it can be resumed.
import { CALLS_LEFT, faultAlone, faultBesideSibling, type Injection, nameOf } from "../faults/injected.ts";
import { faultOfDescriptors, faultOfSize } from "../faults/limited.ts";
import { withHome } from "../lib/home.ts";
import type { Mode, Torment } from "../lib/mode.ts";
import { straceMissing } from "../lib/strace.ts";

export const mode: Mode = {
  name: "errno",
  async run(torment) {
    const injected = await tryInjected(torment);
    const limits = await tryLimits(torment);
    return `${injected} faults put into writes and syncs, ${limits} limits of size and descriptors, ${torment.tally.failed} wrong`;
  },
};

async function tryInjected({ tally, full }: Torment): Promise<number> {
  const missing = straceMissing();
  if (missing !== null) {
    tally.skip(`faults in writes and syncs: ${missing}`);
    return 0;
  }
  let count = 0;
  for (const injection of injections(full)) {
    // Beside a sibling, syncs are spread over kernel threads and counted in each: only the first of all is sure to come.
    const beside = injection.call === "write" || injection.at === 1;
    await withHome(tally, async (home) => tally.judge(nameOf(injection), await faultAlone(home, injection)));
    count += 1;
    if (!beside) continue;
    await withHome(tally, async (home) =>
      tally.judge(`${nameOf(injection)} beside a sibling`, await faultBesideSibling(home, injection)),
    );
    count += 1;
  }
  return count;
}

/** Every call of a resumed thread, each with every error in the long form. */
function injections(full: boolean): Injection[] {
  const list: Injection[] = [];
  for (let at = 1; at <= CALLS_LEFT; at++) {
    const errnos = ["ENOSPC", "EIO", "EDQUOT"] as const;
    for (const errno of full ? errnos : [errnos[at % 3] as (typeof errnos)[number]])
      list.push({ call: "write", errno, at, onwards: at % 2 === 0 });
    list.push({ call: "fdatasync", errno: "EIO", at, onwards: at % 2 === 1 });
    if (full) list.push({ call: "fdatasync", errno: "ENOSPC", at, onwards: true });
  }
  return list;
}

async function tryLimits({ tally, random, full }: Torment): Promise<number> {
  if (Bun.which("prlimit") === null) {
    tally.skip("limits of size and descriptors: prlimit is not installed");
    return 0;
  }
  const sizes = Array.from({ length: full ? 100 : 8 }, () => random.int(0, 300_000));
  for (const more of sizes)
    await withHome(tally, async (home) => tally.judge(`${more} bytes more`, await faultOfSize(home, more)));
  const descriptors = Array.from({ length: full ? 60 : 10 }, (_, index) =>
    full ? 4 + index : 5 + index * 3,
  );
  for (const count of descriptors)
    await withHome(tally, async (home) =>
      tally.judge(`${count} descriptors`, await faultOfDescriptors(home, count)),
    );
  return sizes.length + descriptors.length;
}
