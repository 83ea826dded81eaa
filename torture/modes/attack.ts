// N10, S11-S20, A1, A4, A5, H6, E6: names, ids, tokens, registries, bundles, journals, links and files for git, made to be
// taken for what they are not.
import { LINK_ATTACKS } from "../attacks/links.ts";
import { NAME_ATTACKS } from "../attacks/names.ts";
import { TAMPER_ATTACKS } from "../attacks/tamper.ts";
import { type Attack, type Base, makeBase, Target } from "../attacks/target.ts";
import { fuzzAttack, TOKEN_ATTACKS } from "../attacks/tokens.ts";
import { workspaceAttacks } from "../attacks/workspaces.ts";
import { YAML_ATTACKS } from "../attacks/yaml.ts";
import { killWorkers, withHome } from "../lib/home.ts";
import { type Mode, sizeOf } from "../lib/mode.ts";
import type { Random } from "../lib/random.ts";
import { spread } from "../lib/spread.ts";
import type { Tally } from "../lib/tally.ts";
import { twoAtOnce } from "../lib/two-at-once.ts";

/** `random` chooses what threads do to their files. */
const attacksOf = (random: Random): Attack[] => [
  ...NAME_ATTACKS,
  ...TOKEN_ATTACKS,
  ...YAML_ATTACKS,
  ...TAMPER_ATTACKS,
  ...LINK_ATTACKS,
  ...workspaceAttacks(random),
];
/** Attempts of chance, and how many share a store. */
const FUZZED = 60;
const FUZZED_FULL = 10_000;
const FUZZED_PER_STORE = 30;

export const mode: Mode = {
  name: "attack",
  run: ({ tally, random, full, share }) =>
    withHome(tally, async (home) => {
      const base = await makeBase(home);
      const all = attacksOf(random.branch("workspaces"));
      const attacks = full ? all : spread(all, Math.ceil(all.length * share), random);
      await twoAtOnce(attacks, (attack) => strike(attack, base, tally));
      const fuzzed = sizeOf({ full, share }, FUZZED, FUZZED_FULL);
      for (let left = fuzzed; left > 0; left -= FUZZED_PER_STORE)
        await strike(fuzzAttack(Math.min(left, FUZZED_PER_STORE), random), base, tally);
      return `${attacks.length} attempts and ${fuzzed} of chance, ${tally.failed} accepted`;
    }),
};

async function strike(attack: Attack, base: Base, tally: Tally): Promise<void> {
  const target = await Target.from(base);
  try {
    const problems = [...(await attack.run(target)), ...target.damage()];
    tally.judge(attack.name, problems);
  } finally {
    await killWorkers(target.home);
    await target.home[Symbol.asyncDispose]();
  }
}
