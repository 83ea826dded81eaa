import type { Limits } from "#contract/descriptor.ts";
import { LIMITS, TIMES } from "#contract/limits.ts";
import type { StartRecord } from "#contract/record.ts";
import type { Budget } from "#engine/guard.ts";

export type ThreadLimits = {
  stepTimeoutMs: number;
  /** Of one hosting; Infinity when nobody set one. */
  timeoutMs: number;
  stepsMax: number;
  journalBytes: number;
  /** Commands of one yield; effects at once; bytes of a receipt's payload. */
  commandsMax: number;
  parallelMax: number;
  outputBytes: number;
  closeMs: number;
  budget: Budget;
};

/** A flag of `run` may only lower what the bundle says. */
export function limitsOf(
  limits: Limits | undefined,
  asked: StartRecord["parameters"]["limits"],
): ThreadLimits {
  return {
    stepTimeoutMs: limits?.stepTimeoutMs ?? TIMES.stepMs,
    timeoutMs: Math.min(limits?.timeoutMs ?? Infinity, asked?.timeoutMs ?? Infinity),
    stepsMax: Math.min(limits?.maxSteps ?? Infinity, asked?.maxSteps ?? Infinity),
    journalBytes: limits?.journalBytes ?? LIMITS.journalBytes,
    commandsMax: limits?.maxCommands ?? LIMITS.commandsMax,
    parallelMax: Math.min(limits?.maxParallel ?? LIMITS.parallelMax, asked?.maxParallel ?? Infinity),
    outputBytes: Math.min(limits?.maxOutputBytes ?? LIMITS.outputBytes, asked?.maxOutputBytes ?? Infinity),
    closeMs: TIMES.closeMs,
    budget: {
      costMax: Math.min(limits?.maxCost ?? Infinity, asked?.maxCost ?? Infinity),
      tokensMax: Math.min(limits?.maxTokens ?? Infinity, asked?.maxTokens ?? Infinity),
      // What a bundle sets is its author's guess, and holds for what is known; a person who sets a budget means it.
      mustKnowCost: asked?.maxCost !== undefined && asked.allowUnpriced !== true,
      mustKnowTokens: asked?.maxTokens !== undefined && asked.allowUnpriced !== true,
      callsMax: limits?.maxEffects ?? Infinity,
      callsMaxOf: limits?.maxEffectsOf ?? {},
      loop: limits?.loop ?? null,
      breaker: limits?.breaker ?? LIMITS.breaker,
    },
  };
}
