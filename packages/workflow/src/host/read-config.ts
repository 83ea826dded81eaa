// config: what is in force, and where it comes from.
import { LIMITS, TIMES } from "#contract/limits.ts";
import type { House } from "./house.ts";

export type ConfigRow = { key: string; value: string | number; from: "default" | "environment" | "flag" };

export function readConfig(house: House): ConfigRow[] {
  const row = (key: string, value: string | number): ConfigRow => ({ key, value, from: "default" });
  return [
    { key: "home", value: house.home, from: process.env.UNCAGED_HOME ? "environment" : "default" },
    { key: "actor", value: house.actor, from: process.env.UNCAGED_ACTOR ? "environment" : "default" },
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
