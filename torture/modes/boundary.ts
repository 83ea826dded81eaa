// S1: a command dies at its k-th call that changes the store. Whatever k is, nothing is lost, and it can be given again.
import { tryEffectRun } from "../boundary/effect-run.ts";
import { SCRIPTS } from "../boundary/scripts.ts";
import { type Sums, tryScript } from "../boundary/try-script.ts";
import type { Mode } from "../lib/mode.ts";
import { partOf } from "../lib/spread.ts";
import { straceMissing } from "../lib/strace.ts";

export const mode: Mode = {
  name: "boundary",
  async run(torment) {
    const { tally } = torment;
    const missing = straceMissing();
    if (missing !== null) {
      tally.skip(missing);
      return "nothing was tried";
    }
    const sums: Sums = { cuts: 0, calls: 0, missed: 0 };
    const scripts = partOf(SCRIPTS, torment);
    for (const script of scripts) await tryScript(script, torment, sums);
    await tryEffectRun(torment, sums);
    if (sums.cuts < sums.missed) tally.fail("progress", `the run is void: only ${sums.cuts} calls were met`);
    return `${scripts.length + 1} commands with ${sums.calls} calls that change the store; killed at ${sums.cuts} of them, ${sums.missed} not met again, ${tally.failed} wrong`;
  },
};
