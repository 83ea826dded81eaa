import type { Json } from "./command.ts";

/** Where a generator that came back did not repeat what it had yielded. */
export type Divergence = {
  /** How many `continue`s came before; left out when none did. Positions are counted from the last. */
  epoch?: number;
  /** The n-th yield. */
  n: number;
  /** Steps recorded before it. */
  steps: number;
  /** null: nothing was recorded there, or the generator ended instead. */
  expected: Json;
  actual: Json;
  /** The first field that differs. */
  field: string;
  expectedHash: string;
  actualHash: string;
};
