// config.yaml: who may decide, where secrets are, which models there are. Everything in it is optional.
import { parseStrictYaml } from "#codec/strict-yaml.ts";
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Layout } from "#disk/layout.ts";
import { readWhole } from "#disk/whole-file.ts";

export type StoreConfig = {
  owner: string | null;
  admins: string[];
  operators: string[];
  /** As written; the effects read it. */
  secrets: unknown;
  models: unknown;
  prices: unknown;
  agents: unknown;
  isRuntimeEnabled: boolean;
  /** Keys nobody reads: said, not passed over. */
  warnings: string[];
};

const KEYS = new Set(["owner", "admins", "operators", "secrets", "models", "prices", "agents", "runtime"]);
const RUNTIME_KEYS = new Set(["enabled"]);

export function readStoreConfig(layout: Layout): StoreConfig {
  const bytes = readWhole(layout.config, LIMITS.yamlBytes);
  const value =
    bytes === null
      ? {}
      : (parseStrictYaml(new TextDecoder().decode(bytes), "config.yaml", "SCHEMA_INVALID") ?? {});
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("it is not a map");
  const map = value as Record<string, unknown>;
  return {
    owner: map.owner === undefined ? null : text(map.owner, "owner"),
    admins: texts(map.admins, "admins"),
    operators: texts(map.operators, "operators"),
    secrets: map.secrets,
    models: map.models,
    prices: map.prices,
    agents: map.agents,
    isRuntimeEnabled: isRuntimeEnabled(map.runtime),
    warnings: unknownKeys(map).map((key) => `config.yaml: the key "${key}" means nothing to this version`),
  };
}

/** Who may decide about every thread of the store. */
export function deciders({ owner, admins }: StoreConfig): string[] {
  return owner === null ? admins : [owner, ...admins];
}

function unknownKeys(map: Record<string, unknown>): string[] {
  const runtime = Object.keys(map.runtime ?? {}).filter((key) => !RUNTIME_KEYS.has(key));
  return [...Object.keys(map).filter((key) => !KEYS.has(key)), ...runtime.map((key) => `runtime.${key}`)];
}

function isRuntimeEnabled(value: unknown): boolean {
  if (value === undefined) return true;
  const enabled = (value as { enabled?: unknown } | null)?.enabled ?? true;
  if (typeof enabled !== "boolean") throw invalid("runtime.enabled must be true or false");
  return enabled;
}

function texts(value: unknown, key: string): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalid(`${key} must be a list of names`);
  return value.map((item) => text(item, key));
}

function text(value: unknown, key: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw invalid(`${key} must be a name`);
}

function invalid(problem: string): WorkflowError {
  return new WorkflowError("SCHEMA_INVALID", `config.yaml: ${problem}`);
}
