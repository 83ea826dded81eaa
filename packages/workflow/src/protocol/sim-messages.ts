// What a process that simulates a bundle is told on its stdin, and says on its stdout: one answer, marked with the token.
import type { Json } from "#contract/command.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { BundleId } from "#contract/ids.ts";

export type SimRequest = {
  bundle: BundleId;
  name: string;
  /** The seeds from `seed` on, so many. */
  seeds: number;
  seed: number;
  prompt: string;
  /** What effects are answered with: see engine/given-answers.ts. */
  receipts: Json[];
  token: string;
};

export type SimAnswer = { ok: true; report: SimReport } | { ok: false; error: ErrorReport };

export type SimReport = {
  determinism: "strict" | "steps";
  seeds: number;
  /** How often it was brought back. */
  crashPoints: number;
  /** Threads that came to their end. */
  reached: number;
  /** inconclusive: too few of them did. */
  status: "same" | "differs" | "inconclusive";
  findings: SimFinding[];
  /** Seeds whose thread failed by itself, and why. */
  failed: { seed: number; message: string }[];
};

/** One way in which a thread that came back was another. `seed` shows it. */
export type SimFinding = {
  seed: number;
  /** Its position among the yields. */
  yield: number;
  crashedAfter: string;
  expected: Json;
  actual: Json;
  /** The first that differs. */
  field: string;
  hint: string;
};
