// workflow.yaml: names and the bundles they point at, with history. RFC-001's shape, ids quoted.
//
// REGISTRY-1. The file is replaced as a whole, inside a database transaction that serves as the lock.
// REGISTRY-2. A file that does not read cleanly is refused and left alone; it is never taken for an empty registry.
// REGISTRY-3. Keys we do not know are kept.
// REGISTRY-4. So is an entry of a history that is no version of ours: it is shown, warned about, and in nobody's way.

import type { Database } from "bun:sqlite";
import { isObject } from "#codec/is-object.ts";
import { Spelled } from "#codec/spelled.ts";
import { isBundleId } from "#codec/xxh64.ts";
import { WorkflowError } from "#contract/errors.ts";
import { type BundleId, isWorkflowName, type Sha256 } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import { inTransaction } from "#disk/database.ts";
import type { Layout } from "#disk/layout.ts";
import { fileSize, readWhole, replaceWhole } from "#disk/whole-file.ts";
import { LINES_MARK, renderRegistry } from "./render-registry.ts";

export type Version = { hash: BundleId; timestamp: number; sha256?: Sha256; [key: string]: unknown };
/** `history`: versions, and whatever else a person wrote there. */
export type Entry = Version & { history: unknown[] };
export type Registry = { workflows: Record<string, Entry>; [key: string]: unknown };

export async function readRegistry(layout: Layout): Promise<Registry> {
  const text = readText(layout);
  return text === null ? { workflows: {} } : parseRegistry(text, layout.registry);
}

/** Reads, changes and replaces the registry, alone among all processes. `change` returns null to leave it as it is. */
export async function changeRegistry<T>(
  layout: Layout,
  database: Database,
  change: (registry: Registry) => { registry: Registry | null; answer: T },
): Promise<T> {
  // The reader may need the YAML library, and an import cannot be awaited inside a transaction.
  const { parseStrictYaml } = await import("#codec/strict-yaml.ts");
  return inTransaction(database, () => {
    const text = readText(layout);
    if (text !== null) checkWhole(text, layout.registry);
    const registry =
      text === null
        ? { workflows: {} }
        : checkRegistry(parseStrictYaml(text, layout.registry, "REGISTRY_INVALID", TEXTS), layout.registry);
    const { registry: next, answer } = change(registry);
    if (next !== null) replaceWhole(layout.registry, renderRegistry(next));
    return answer;
  });
}

/**
 * Files we wrote are read by Bun's native parser, 25 ms faster at start than the library. It is lenient, so its reading
 * only counts when writing it again gives the same bytes; anything else goes to the strict parser.
 */
export async function parseRegistry(text: string, file: string): Promise<Registry> {
  checkWhole(text, file);
  const quick = parseOwnRendering(text);
  if (quick !== null) return checkRegistry(quick, file);
  const { parseStrictYaml } = await import("#codec/strict-yaml.ts");
  return checkRegistry(parseStrictYaml(text, file, "REGISTRY_INVALID", TEXTS), file);
}

/** Ids, which may look like numbers. */
const TEXTS: ReadonlySet<string> = new Set(["hash"]);

/** The versions of an entry that can be run, the current one first. */
export function versionsOf(entry: Entry): Version[] {
  return [entry, ...entry.history.filter(isVersion)];
}

export function isVersion(value: unknown): value is Version {
  return problemOf(value) === null;
}

/** What a person may be shown of an entry that is no version: what stands there as its hash, or all of it. */
export function hashText(value: unknown): string {
  const hash = isObject(value) ? value.hash : value;
  if (typeof hash === "string") return hash;
  return hash instanceof Spelled ? hash.source : (JSON.stringify(hash ?? value) ?? "?");
}

/** Entries of a history that are no versions. */
export function unreadableVersions(registry: Registry): { name: string; path: string; problem: string }[] {
  return Object.entries(registry.workflows).flatMap(([name, { history }]) =>
    history.flatMap((value, index) => {
      const problem = problemOf(value);
      return problem === null ? [] : [{ name, path: `workflows.${name}.history[${index}]`, problem }];
    }),
  );
}

/** Settings that people add by hand but that have no effect here (RFC-37). */
export function ignoredSettings(registry: Registry): string[] {
  const found: string[] = Object.keys(registry).filter((key) => key !== "workflows");
  for (const [name, entry] of Object.entries(registry.workflows))
    for (const key of Object.keys(entry)) if (!KNOWN_KEYS.has(key)) found.push(`${name}.${key}`);
  return found;
}

/** The file's text, or null when there is none. */
function readText(layout: Layout): string | null {
  const { registry: file } = layout;
  if ((fileSize(file) ?? 0) > LIMITS.yamlBytes)
    throw invalid(file, `it is larger than ${LIMITS.yamlBytes} bytes`);
  const bytes = readWhole(file, LIMITS.yamlBytes);
  if (bytes === null) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid(file, "it is not UTF-8 text");
  }
}

/** A file written by hand has no such first line, and is taken as it is. */
function checkWhole(text: string, file: string): void {
  if (!text.startsWith("#") || !text.startsWith(LINES_MARK.slice(0, text.length))) return;
  const lines = text.split("\n");
  const expected = Number(/^# lines below: (\d+)$/.exec(lines[0] ?? "")?.[1] ?? Number.NaN);
  if (lines.at(-1) === "" && lines.length - 2 >= expected) return;
  throw invalid(
    file,
    `it was cut short: its first line speaks of ${expected} lines (if you removed some, remove it too)`,
  );
}

const KNOWN_KEYS = new Set(["hash", "timestamp", "sha256", "history"]);

function parseOwnRendering(text: string): unknown {
  try {
    const value: unknown = Bun.YAML.parse(text);
    return isObject(value) && isObject(value.workflows) && renderRegistry(value as Registry) === text
      ? value
      : null;
  } catch {
    return null;
  }
}

function checkRegistry(value: unknown, file: string): Registry {
  if (!isObject(value) || !isObject(value.workflows)) throw invalid(file, "it has no `workflows` map");
  for (const [name, entry] of Object.entries(value.workflows)) {
    if (!isWorkflowName(name)) throw invalid(file, `"${name}" is not a workflow name`);
    const problem = problemOf(entry);
    if (problem !== null) throw invalid(file, `workflows.${name}${problem}`);
    if (!isObject(entry) || !Array.isArray(entry.history))
      throw invalid(file, `workflows.${name}.history is not a list`);
  }
  return value as Registry;
}

/** What keeps a value from being a version, as the end of a sentence that begins with its path; or null. */
function problemOf(value: unknown): string | null {
  if (!isObject(value)) return " is not a map";
  if (typeof value.hash !== "string" || !isBundleId(value.hash)) return ".hash is not a bundle id in quotes";
  if (!Number.isSafeInteger(value.timestamp)) return ".timestamp is not a whole number";
  const isSha256 = typeof value.sha256 === "string" && /^[0-9a-f]{64}$/.test(value.sha256);
  return value.sha256 === undefined || isSha256 ? null : ".sha256 is not 64 hex digits";
}

function invalid(file: string, problem: string): WorkflowError {
  return new WorkflowError("REGISTRY_INVALID", `${file} cannot be used: ${problem}`, {
    hint: `mend it by hand, or move it away and add your workflows again: mv ${file} ${file}.broken`,
  });
}

/** Points a name at another version; the one it pointed at becomes the newest of its history. Unknown keys stay. */
export function withHead(registry: Registry, name: string, head: Version): Registry {
  const entry = Object.hasOwn(registry.workflows, name) ? registry.workflows[name] : undefined;
  if (entry === undefined)
    return { ...registry, workflows: { ...registry.workflows, [name]: { ...head, history: [] } } };
  const { hash, timestamp, sha256, history, ...rest } = entry;
  const previous: Version = sha256 === undefined ? { hash, timestamp } : { hash, timestamp, sha256 };
  const next = { ...head, history: [previous, ...history], ...rest };
  return { ...registry, workflows: { ...registry.workflows, [name]: next } };
}
