// What the store of a simulated world says of effects.
import type { EffectDefinition } from "@uncaged/workflow/executor";
import { normalise } from "../../packages/workflow/src/effects/check-schema.ts";
import type { AdmissionRules } from "../../packages/workflow/src/engine/admit-yield.ts";
import { DEFINITIONS } from "./programs.ts";

type Random = {
  int(from: number, to: number): number;
  pick<One>(ones: readonly One[]): One;
  chance(odds: number): boolean;
};

/** What the store says of effects changes from life to life; what a person has to allow may only become more. */
export function rulesOf(random: Random): AdmissionRules {
  const timeoutMs = random.int(10_000, 60_000);
  const risk = random.pick(["write", "write", "admin"] as const);
  const edited = ({ risk: own, ...rest }: EffectDefinition): EffectDefinition => ({
    ...rest,
    timeoutMs,
    risk: own === "write" ? risk : own,
  });
  return {
    declared: new Set(DEFINITIONS.keys()),
    find: (effect) => {
      const found = DEFINITIONS.get(effect);
      return found === undefined ? undefined : edited(found);
    },
    normalise,
    misuse: () => null,
    policy: { destructive: "approve", ...(random.chance(0.2) ? { admin: "approve" } : {}) },
    commandsMax: 64,
    stateSchema: undefined,
    say: { allowTemperature: false },
  };
}
