import { type Simulated, verbs, WorkflowError } from "@uncaged/workflow/host";
import { escapeText, oneLine } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import { plural } from "../render/plural.ts";
import type { Command } from "../verb/command.ts";

const SEEDS = 20;
const SEEDS_MAX = 10_000;
const SHOWN_CHARS = 300;

export const command: Command = {
  summary:
    "Crashes a bundle at every yield, with stubs for the world, and says whether it comes back the same.",
  args: {
    bundle: { type: "positional", description: "a .esm.js file, a .ts entry that is built first, or a name" },
    seeds: { type: "string", valueHint: "n", description: `how many seeds (default: ${SEEDS})` },
    seed: { type: "string", valueHint: "n", description: "the first seed (default: 1)" },
    prompt: { type: "string", valueHint: "text", description: "what the threads are asked to do" },
    receipts: {
      type: "string",
      valueHint: "file or thread",
      description: "answers of the effects, from a file or a recorded thread; the others get stubs",
    },
  },
  example: "uncaged-workflow sim flow.ts --seeds 50",
  async run({ store, positionals, flag, paint }) {
    const typed = positionals[0] as string;
    const seed = wholeNumber("seed", flag("seed") ?? "1", Number.MAX_SAFE_INTEGER - SEEDS_MAX);
    const seeds = wholeNumber(
      "seeds",
      flag("seeds") ?? String(flag("seed") === undefined ? SEEDS : 1),
      SEEDS_MAX,
    );
    const { simulateBundle } = await verbs.sim();
    const prompt = flag("prompt") ?? "";
    const given = flag("receipts");
    const receipts = given === undefined ? [] : (await verbs.answers()).readAnswers(store, given);
    const { simulated, failed } = await simulateBundle(store, typed, { seed, seeds, prompt, receipts });
    return {
      json: simulated,
      text: textOf(typed, simulated, paint),
      exitCode: simulated.status === "same" ? 0 : 20,
      notes: notesOf(failed),
    };
  },
};

function textOf(
  typed: string,
  { determinism, seeds, crashPoints, reached, status, findings }: Simulated,
  paint: Paint,
): string {
  const ended = `${reached} of ${plural(seeds, "thread")} reached ${seeds === 1 ? "its" : "their"} end`;
  const figures = `${plural(seeds, "seed")}, ${plural(crashPoints, "crash point")}, ${ended}`;
  const name = escapeText(typed);
  if (status === "same") {
    const how = determinism === "strict" ? "every yield came again" : "no finished step ran again";
    return `${paint.green("same")} ${name} (${determinism}): ${figures}, ${how}`;
  }
  if (status === "inconclusive")
    return `${paint.yellow("inconclusive")} ${name} (${determinism}): ${figures}, too few to tell\n  ${paint.cyan("hint")} ${HELP}`;
  const found = findings.map((one) => describe(one, paint));
  return [`${paint.red("differs")} ${name} (${determinism}): ${figures}`, ...found].join("\n");
}

const HELP =
  "give the threads what they need to get further: --prompt <text>, --receipts <file or recorded thread>";

function describe(finding: Simulated["findings"][number], paint: Paint): string {
  const { seed, yield: n, crashedAfter, expected, actual, field, hint } = finding;
  return [
    `  yield ${n}${field === "" ? "" : `, first in ${oneLine(field, 80)}`} (seed ${seed}, crashed after ${oneLine(crashedAfter, 120)})`,
    `  ${paint.dim("before")} ${oneLine(JSON.stringify(expected), SHOWN_CHARS)}`,
    `  ${paint.dim("after ")} ${oneLine(JSON.stringify(actual), SHOWN_CHARS)}`,
    `  ${paint.cyan("hint")} ${hint}`,
  ].join("\n");
}

/** Failing is the thread's own affair; but who simulates should know how far it came. */
function notesOf(failed: { seed: number; message: string }[]): string[] {
  const [first] = failed;
  if (first === undefined) return [];
  return [
    `${plural(failed.length, "thread")} failed, first with seed ${first.seed}: ${oneLine(first.message, 200)}`,
  ];
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
  throw new WorkflowError("USAGE", `--${name} is a whole number from 1 to ${max}, not "${text}"`);
}
