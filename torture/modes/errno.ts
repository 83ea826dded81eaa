// S5-S8: the machine refuses. The thread stops, nothing promised is lost, its neighbours live, and it can be resumed.

import type { TempHome } from "../../tests/support/temp-home.ts";
import { CALLS_LEFT, faultAlone, faultBesideSibling, type Injection, nameOf } from "../faults/injected.ts";
import { faultOfDescriptors, faultOfSize } from "../faults/limited.ts";
import { withHome } from "../lib/home.ts";
import { type Mode, sizeOf, type Torment } from "../lib/mode.ts";
import { spread } from "../lib/spread.ts";
import { straceMissing } from "../lib/strace.ts";
import { twoAtOnce } from "../lib/two-at-once.ts";

const SIZES = 70;
const SIZES_FULL = 1_000;
const DESCRIPTORS = 64;
const DESCRIPTORS_FULL = 250;
/** Fewer, and not even a shell starts. */
const DESCRIPTORS_MIN = 4;

type Fault = { name: string; try(home: TempHome): Promise<string[]> };

export const mode: Mode = {
  name: "errno",
  async run(torment) {
    const injected = await tryFaults(torment, injectedFaults(torment));
    const limits = await tryFaults(torment, limitFaults(torment));
    return `${injected} faults put into writes and syncs, ${limits} limits of size and descriptors, ${torment.tally.failed} wrong`;
  },
};

async function tryFaults({ tally }: Torment, faults: readonly Fault[]): Promise<number> {
  await twoAtOnce(faults, async (fault) => {
    const own = tally.branch();
    await withHome(own, async (home) => own.judge(fault.name, await fault.try(home)));
  });
  return faults.length;
}

function injectedFaults({ tally, random, full, share }: Torment): Fault[] {
  const missing = straceMissing();
  if (missing !== null) {
    tally.skip(`faults in writes and syncs: ${missing}`);
    return [];
  }
  const faults = injections().flatMap((injection): Fault[] => {
    const alone = { name: nameOf(injection), try: (home: TempHome) => faultAlone(home, injection) };
    // Beside a sibling, syncs are spread over kernel threads and counted in each: only the first of all is sure to come.
    if (injection.call !== "write" && injection.at !== 1) return [alone];
    const name = `${nameOf(injection)} beside a sibling`;
    return [alone, { name, try: (home) => faultBesideSibling(home, injection) }];
  });
  return full ? faults : spread(faults, Math.ceil(faults.length * share), random);
}

/** Every call of a resumed thread, with every error. */
function injections(): Injection[] {
  const list: Injection[] = [];
  for (let at = 1; at <= CALLS_LEFT; at++) {
    for (const errno of ["ENOSPC", "EIO", "EDQUOT"] as const)
      list.push({ call: "write", errno, at, onwards: at % 2 === 0 });
    list.push({ call: "fdatasync", errno: "EIO", at, onwards: at % 2 === 1 });
    list.push({ call: "fdatasync", errno: "ENOSPC", at, onwards: true });
  }
  return list;
}

function limitFaults(torment: Torment): Fault[] {
  const { tally, random } = torment;
  if (Bun.which("prlimit") === null) {
    tally.skip("limits of size and descriptors: prlimit is not installed");
    return [];
  }
  const sizes = Array.from({ length: sizeOf(torment, SIZES, SIZES_FULL) }, () => random.int(0, 300_000));
  const counts = Array.from(
    { length: sizeOf(torment, DESCRIPTORS, DESCRIPTORS_FULL) },
    (_, index) => DESCRIPTORS_MIN + index,
  );
  return [
    ...sizes.map((more) => ({
      name: `${more} bytes more`,
      try: (home: TempHome) => faultOfSize(home, more),
    })),
    ...counts.map((count) => ({
      name: `${count} descriptors`,
      try: (home: TempHome) => faultOfDescriptors(home, count),
    })),
  ];
}
