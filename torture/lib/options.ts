import { parseArgs } from "node:util";

export type Options = {
  /** Modes; for --mutants the word that a plant must hold. */
  only: string | undefined;
  seed: number | undefined;
  full: boolean;
  share: number;
  mutants: boolean;
  clean: number | undefined;
};

const USAGE = `bun run torture [--only mode,mode] [--seed n] [--full | --share 0.1]
bun run torture --mutants [--only word] [--seed n] [--clean n]`;

/** Ends the run with 10 when it was asked for something that is not there. */
export function readOptions(args: string[], modes: readonly string[]): Options {
  const usage = `${USAGE}\nmodes: ${modes.join(", ")}`;
  try {
    const options = parse(args);
    if (options !== null) return checked(options, modes);
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(10);
  }
}

/** Null: only the usage is asked for. */
function parse(args: string[]): Options | null {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string" },
      seed: { type: "string" },
      full: { type: "boolean", default: false },
      share: { type: "string", default: "1" },
      mutants: { type: "boolean", default: false },
      clean: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const { only, seed, share, clean, help, ...rest } = values;
  if (help) return null;
  return { ...rest, only, seed: whole("seed", seed), clean: whole("clean", clean), share: Number(share) };
}

function checked(options: Options, modes: readonly string[]): Options {
  const { only, share, full, mutants, clean } = options;
  if (!(share > 0 && share <= 1)) throw new Error("--share is a part of the short form: above 0, at most 1");
  if (full && share < 1) throw new Error("give --full or --share, not both");
  if (mutants && (full || share < 1))
    throw new Error("--mutants has sizes of its own: no --full, no --share");
  if (!mutants && clean !== undefined) throw new Error("--clean belongs to --mutants");
  const unknown = mutants ? [] : (only?.split(",").filter((name) => !modes.includes(name)) ?? []);
  if (unknown.length > 0) throw new Error(`there is no mode ${unknown.join(", ")}`);
  return options;
}

function whole(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new Error(`--${name} is a whole number, not "${given}"`);
}
