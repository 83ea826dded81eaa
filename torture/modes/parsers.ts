// S10-S17, N9, N10, N14, A4: whatever the bytes are, a parser refuses them with a code or reads them right.
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { withHome } from "../lib/home.ts";
import { type Mode, sizeOf } from "../lib/mode.ts";
import type { Law } from "../parsers/law.ts";
import { pathLaws } from "../parsers/path-laws.ts";
import { recordLaws } from "../parsers/record-laws.ts";
import { REGISTRY_LAWS } from "../parsers/registry-laws.ts";
import { WORD_LAWS } from "../parsers/word-laws.ts";

/** Inputs for each parser, shared by its laws. */
const INPUTS = 20_000;
const INPUTS_FULL = 1_000_000;

export const mode: Mode = {
  name: "parsers",
  run: ({ tally, random, full, share }) =>
    withHome(tally, async (home) => {
      const laws = [
        ...recordLaws(home.dir, await journalOf(home)),
        ...REGISTRY_LAWS,
        ...WORD_LAWS,
        ...pathLaws(home.dir),
      ];
      const inputs = new Map<string, number>();
      for (const law of laws) {
        const own = laws.filter((other) => parserOf(other) === parserOf(law)).length;
        const numRuns = Math.ceil(sizeOf({ full, share }, INPUTS, INPUTS_FULL) / own);
        inputs.set(parserOf(law), (inputs.get(parserOf(law)) ?? 0) + numRuns);
        tally.judge(law.name, await problemsOf(law, numRuns, random.int(0, 2 ** 31)));
      }
      const figures = [...inputs].map(([parser, count]) => `${parser} ${count}`).join(", ");
      return `${laws.length} laws; inputs: ${figures}; ${tally.failed} broken`;
    }),
};

function parserOf({ name }: Law): string {
  return name.slice(0, name.indexOf(":"));
}

async function problemsOf({ of }: Law, numRuns: number, seed: number): Promise<string[]> {
  const { failed, counterexample, errorInstance } = await fc.check(of, { numRuns, seed });
  if (!failed) return [];
  return [`seed ${seed}: ${fc.stringify(counterexample).slice(0, 400)} ${errorInstance ?? ""}`];
}

async function journalOf(home: TempHome): Promise<Uint8Array> {
  await home.add("flow", SOURCE);
  const ran = await home.uw(["run", "flow", "--prompt", "", "--json"]);
  return readFileSync(await home.journalPath(ran.json.executionId));
}

const SOURCE = `export default async function* ({ steps }) {
  for (let n = steps.length; n < 3; n++) yield { role: "r", content: crypto.randomUUID(), meta: { n } };
  return { returnCode: 0, summary: "" };
}
`;
