// The store's own YAML files, read strictly: a key we do not know is a typing error, and is told, not skipped.
import { WorkflowError } from "#contract/errors.ts";

export type YamlMap = Record<string, unknown>;

/** Null for an empty file. The library costs 30 ms to load, and most homes have no such file: it is fetched when needed. */
export function readYaml(text: string, file: string): unknown {
  const codec = require("#codec/strict-yaml.ts") as typeof import("#codec/strict-yaml.ts");
  return codec.parseStrictYaml(text, file, "SCHEMA_INVALID");
}

export function readMap(value: unknown, file: string, path: string, known?: readonly string[]): YamlMap {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(file, path, "must be a map");
  for (const key of Object.keys(value))
    if (known !== undefined && !known.includes(key))
      throw invalid(file, path === "" ? key : `${path}.${key}`, "is not a known key", {
        hint: `known keys here: ${known.join(", ")}`,
      });
  return value as YamlMap;
}

export function readChoice<T extends string>(
  value: unknown,
  file: string,
  path: string,
  choices: readonly T[],
): T {
  if (choices.includes(value as T)) return value as T;
  throw invalid(file, path, `must be one of ${choices.join(", ")}`, { hint: `write ${path}: ${choices[0]}` });
}

export function readStrings(value: unknown, file: string, path: string): string[] {
  if (!Array.isArray(value)) throw invalid(file, path, "must be a list of strings");
  for (const [index, one] of value.entries())
    if (typeof one !== "string" || one === "" || one.includes("\0"))
      throw invalid(file, `${path}[${index}]`, "must be a string that is not empty (put it in quotes)");
  return value as string[];
}

export function readBoolean(value: unknown, file: string, path: string): boolean {
  if (typeof value === "boolean") return value;
  throw invalid(file, path, "must be true or false");
}

export function invalid(
  file: string,
  path: string,
  problem: string,
  more: { hint?: string; cause?: unknown } = {},
): WorkflowError {
  return new WorkflowError(
    "SCHEMA_INVALID",
    `${file}: ${path === "" ? "the file" : `\`${path}\``} ${problem}`,
    {
      hint: more.hint ?? `mend ${file}`,
      details: { file, field: path },
      cause: more.cause,
    },
  );
}
