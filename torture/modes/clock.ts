// P15, A3: the clock is set, back and forth, between commands and while they run.
import { clockMissing, FakeClock } from "../clock/fake-clock.ts";
import {
  expiredStaysExpired,
  idsInOrder,
  oddMoment,
  resumeElsewhere,
  type Stage,
  setStage,
  sleepOverJumps,
  stormOfJumps,
} from "../clock/scenes.ts";
import { withHome } from "../lib/home.ts";
import { type Mode, sizeOf } from "../lib/mode.ts";

const TIMES = 6;
const TIMES_FULL = 200;

const SCENES = { stormOfJumps, resumeElsewhere, sleepOverJumps, expiredStaysExpired, idsInOrder };

/** Where summer begins and ends, a leap day, and where 32 bits of seconds do. */
const MOMENTS = [
  ["Europe/Berlin", "2026-03-29T00:30:00Z"],
  ["Europe/Berlin", "2026-10-25T00:30:00Z"],
  ["America/New_York", "2026-11-01T05:30:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T14:45:00Z"],
  ["UTC", "2028-02-28T23:30:00Z"],
  ["UTC", "2016-12-31T23:30:00Z"],
  ["UTC", "2038-01-19T03:00:00Z"],
] as const;

export const mode: Mode = {
  name: "clock",
  async run({ tally, random, full, share }) {
    const missing = await withHome(tally, (home) => clockMissing(home.dir));
    if (missing !== null) {
      tally.skip(missing);
      return "nothing was tried";
    }
    const times = sizeOf({ full, share }, TIMES, TIMES_FULL);
    await withHome(tally, async (home) => {
      const stage: Stage = { home, clock: new FakeClock(home.dir), random };
      await setStage(stage);
      for (const [name, scene] of Object.entries(SCENES))
        for (let count = 1; count <= times; count++) tally.judge(`${name} ${count}`, await scene(stage));
    });
    for (const [zone, moment] of MOMENTS)
      await withHome(tally, async (home) => {
        const stage: Stage = { home, clock: new FakeClock(home.dir, zone), random };
        await setStage(stage);
        tally.judge(`${moment} in ${zone}`, await oddMoment(stage, moment));
      });
    return `${times} times each: ${Object.keys(SCENES).join(", ")}; ${MOMENTS.length} odd moments; ${tally.failed} wrong`;
  },
};
