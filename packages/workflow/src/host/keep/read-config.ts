// config: what is in force, and where it comes from.
import { LIMITS, TIMES } from "#contract/limits.ts";
import { readStoreConfig } from "#store/store-config.ts";
import type { Origin, Store } from "../open/store.ts";

export type ConfigRow = {
  key: string;
  value: string | number | boolean | string[] | null;
  from: Origin | "config.yaml";
};

export type Config = {
  settings: ConfigRow[];
  /** Keys of config.yaml that nobody reads. */
  warnings: string[];
};

export function readConfig(store: Store): Config {
  const row = (key: string, value: ConfigRow["value"]): ConfigRow => ({ key, value, from: "default" });
  const { owner, admins, operators, isRuntimeEnabled, warnings } = readStoreConfig(store.layout);
  const written = (key: string, value: ConfigRow["value"], isDefault: boolean): ConfigRow => ({
    key,
    value,
    from: isDefault ? "default" : "config.yaml",
  });
  const settings: ConfigRow[] = [
    { key: "home", value: store.home, from: store.origins.home },
    { key: "actor", value: store.actor, from: store.origins.actor },
    written("owner", owner, owner === null),
    written("admins", admins, admins.length === 0),
    written("operators", operators, operators.length === 0),
    written("runtime.enabled", isRuntimeEnabled, isRuntimeEnabled),
    row("maxRounds", LIMITS.roundsMax),
    row("maxSteps", LIMITS.stepsMax),
    row("maxParallel", LIMITS.parallelMax),
    row("maxOutputBytes", LIMITS.outputBytes),
    row("timeoutMs", TIMES.effectMs),
    row("approvalTtlMs", TIMES.approvalMs),
    row("stepBytes", LIMITS.stepBytes),
    row("journalBytes", LIMITS.journalBytes),
    row("promptBytes", LIMITS.promptBytes),
    row("stepTimeoutMs", TIMES.stepMs),
    row("blockedMs", TIMES.blockedMs),
    row("loadMs", TIMES.loadMs),
    row("closeMs", TIMES.closeMs),
    row("idleMs", TIMES.idleMs),
  ];
  return { settings, warnings };
}
