import type { Random } from "./random.ts";
import type { Tally } from "./tally.ts";

export type Torment = {
  random: Random;
  /** The long form, for a night. */
  full: boolean;
  tally: Tally;
};

/** One way of hurting the engine. It only drives the command line and judges files, stdout and outside ledgers. */
export type Mode = {
  name: string;
  /** Answers its line of figures. What went wrong is in the tally. */
  run(torment: Torment): Promise<string>;
};
