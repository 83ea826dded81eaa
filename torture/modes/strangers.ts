// H1: every verb, in folders with a stranger's files in them, above them and in $HOME. The program is run from its sources,
// as an installed package and as the single-file binary; what a stranger left tells when any of it runs.
import { VERBS } from "../../packages/cli-workflow/src/catalogue.ts";
import { HOSTILE_FILES } from "../../tests/support/hostile-files.ts";
import { PLACES, type Place, StrangePlace } from "../../tests/support/strange-place.ts";
import { withHome } from "../lib/home.ts";
import type { Mode } from "../lib/mode.ts";
import { spread } from "../lib/spread.ts";
import type { Tally } from "../lib/tally.ts";
import { twoAtOnce } from "../lib/two-at-once.ts";
import { allPrograms, type Program } from "../strangers/programs.ts";

type Case = { program: Program; kinds: string[]; places: readonly Place[]; verbs: readonly string[] };

export const mode: Mode = {
  name: "strangers",
  async run({ tally, random, full, share }) {
    const { programs, remove } = await allPrograms();
    try {
      const verbs = [...VERBS.keys()];
      const some = full ? verbs : spread(verbs, Math.ceil(verbs.length * share), random);
      const together = programs.map(
        (program): Case => ({ program, kinds: KINDS, places: PLACES, verbs: some }),
      );
      const cases = full ? [...together, ...alone(programs, verbs)] : together;
      let calls = 0;
      await twoAtOnce(cases, async (one) => {
        const made = await visit(one, tally);
        calls += made;
      });
      const files = `${KINDS.length} kinds of files ${full ? "together and alone" : "together"}`;
      return `${some.length} verbs of ${programs.map(({ name }) => name).join(", ")}, ${files}: ${calls} calls, ${tally.failed} ran a stranger's code`;
    } finally {
      remove();
    }
  },
};

const KINDS = Object.keys(HOSTILE_FILES);

/** Each file by itself, in each place: together one could hide what another does. */
function alone(programs: readonly Program[], verbs: readonly string[]): Case[] {
  return programs.flatMap((program) =>
    KINDS.flatMap((kind) => PLACES.map((place) => ({ program, kinds: [kind], places: [place], verbs }))),
  );
}

/** Answers how many commands were called. */
function visit({ program, kinds, places, verbs }: Case, tally: Tally): Promise<number> {
  return withHome(tally, async (home) => {
    const place = await StrangePlace.create(program.install(home.dir), home);
    place.plant(kinds, places);
    const what = `${program.name}, ${kinds.length === KINDS.length ? "all files" : kinds.join()} in ${places.join(", ")}`;
    let calls = 0;
    for (const verb of verbs)
      for (const args of await place.callsOf(verb)) {
        const ran = await place.call(args);
        tally.judge(`${what}: ${args.join(" ")}`, place.complaints(args, ran));
        calls += 1;
      }
    return calls;
  });
}
