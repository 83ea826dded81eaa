// config: what is in force, and where it comes from.
import { LIMITS, TIMES } from "#contract/limits.ts";
import type { House, Origin } from "./house.ts";

export type ConfigRow = { key: string; value: string | number; from: Origin };

export function readConfig(house: House): ConfigRow[] {
  const row = (key: string, value: string | number): ConfigRow => ({ key, value, from: "default" });
  return [
    { key: "home", value: house.home, from: house.origins.home },
    { key: "actor", value: house.actor, from: house.origins.actor },
    row("maxRounds", LIMITS.roundsMax),
    row("stepBytes", LIMITS.stepBytes),
    row("journalBytes", LIMITS.journalBytes),
    row("promptBytes", LIMITS.promptBytes),
    row("stepTimeoutMs", TIMES.stepMs),
    row("blockedMs", TIMES.blockedMs),
    row("closeMs", TIMES.closeMs),
    row("idleMs", TIMES.idleMs),
  ];
}
