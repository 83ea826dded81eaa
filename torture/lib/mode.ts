import type { Random } from "./random.ts";
import type { Tally } from "./tally.ts";

export type Torment = {
  random: Random;
  /** The long form, for a night. */
  full: boolean;
  /** How much of the short form, from 0 to 1: a look at a mode takes less than a run of it. */
  share: number;
  tally: Tally;
};

export function sizeOf(
  { full, share }: Pick<Torment, "full" | "share">,
  short: number,
  long: number,
): number {
  return full ? long : Math.max(1, Math.round(short * share));
}

/** One way of hurting the engine. It only drives the command line and judges files, stdout and outside ledgers. */
export type Mode = {
  name: string;
  /** Answers its line of figures. What went wrong is in the tally. */
  run(torment: Torment): Promise<string>;
};
