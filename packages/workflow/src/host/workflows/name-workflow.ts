// The registry's other verbs: list, show, remove, history, rollback.
import { normaliseCrockford } from "#codec/crockford32.ts";
import type { Descriptor } from "#contract/descriptor.ts";
import { WorkflowError } from "#contract/errors.ts";
import { getBundle, getFacts, hasBundle } from "#store/bundle-store.ts";
import {
  changeRegistry,
  type Entry,
  hashText,
  isVersion,
  type Registry,
  readRegistry,
  type Version,
  versionsOf,
  withHead,
} from "#store/registry.ts";
import { auditChange } from "../open/audit.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";
import { entryOf, findWorkflow } from "./find-workflow.ts";

export type ListedWorkflow = {
  name: string;
  hash: string;
  timestamp: number;
  description: string | null;
  versions: number;
};

export async function listWorkflows(store: Store): Promise<ListedWorkflow[]> {
  const { workflows } = await readRegistry(store.layout);
  const listed = Object.keys(workflows)
    .sort()
    .map(async (name) => {
      const entry = workflows[name] as Entry;
      return {
        name,
        hash: entry.hash,
        timestamp: entry.timestamp,
        description: (await descriptorOf(store, entry).catch(() => null))?.description ?? null,
        versions: entry.history.length + 1,
      };
    });
  return Promise.all(listed);
}

export type ShownWorkflow = {
  name: string;
  hash: string;
  sha256: string;
  timestamp: number;
  history: Earlier[];
  descriptor: Descriptor | null;
};

/** `unreadable`: what stands there is no version; it is kept, and cannot be gone back to. */
export type Earlier = { hash: string; timestamp: number | null; unreadable?: true };

export async function showWorkflow(store: Store, name: string): Promise<ShownWorkflow> {
  const entry = await findWorkflow(store, name);
  return {
    name,
    hash: entry.hash,
    sha256: entry.sha256 ?? getBundle(store.layout, entry.hash).sha256,
    timestamp: entry.timestamp,
    history: entry.history.map(describeEarlier),
    descriptor: await descriptorOf(store, entry),
  };
}

function describeEarlier(value: unknown): Earlier {
  if (isVersion(value)) return { hash: value.hash, timestamp: value.timestamp };
  const timestamp = (value as { timestamp?: unknown } | null)?.timestamp;
  return {
    hash: hashText(value),
    timestamp: Number.isSafeInteger(timestamp) ? (timestamp as number) : null,
    unreadable: true,
  };
}

/** Only the name goes; bundles and threads stay. */
export async function removeWorkflow(store: Store, name: string): Promise<{ name: string; removed: true }> {
  await findWorkflow(store, name);
  const { hash } = await changeRegistry(store.layout, databaseOf(store), (registry) => {
    const { hash } = entryOf(registry, name);
    const { [name]: _gone, ...workflows } = registry.workflows;
    return { registry: { ...registry, workflows }, answer: { hash } };
  });
  auditChange(store, { action: "remove", subject: name, origin: "governance", hash });
  return { name, removed: true };
}

export type HistoryRow = Earlier & { current: boolean };

export async function historyOf(
  store: Store,
  name: string,
): Promise<{ name: string; versions: HistoryRow[] }> {
  const entry = await findWorkflow(store, name);
  const rows = [entry, ...entry.history].map((value, index) => ({
    ...describeEarlier(value),
    current: index === 0,
  }));
  return { name, versions: rows };
}

export type RolledBack = { name: string; hash: string; previous: string; unchanged: boolean };

/** Points the name at an earlier version: the given one, or the one before. */
export async function rollbackWorkflow(store: Store, name: string, typed?: string): Promise<RolledBack> {
  await findWorkflow(store, name);
  const back = await changeRegistry<RolledBack>(store.layout, databaseOf(store), (registry) => {
    const entry = entryOf(registry, name);
    const target = typed === undefined ? versionBefore(entry, name) : versionCalled(entry, name, typed);
    if (target.hash === entry.hash)
      return { registry: null, answer: { name, hash: entry.hash, previous: entry.hash, unchanged: true } };
    if (!hasBundle(store.layout, target.hash))
      throw new WorkflowError(
        "NOT_FOUND",
        `the bundle ${target.hash} is no longer in the store; nothing was changed`,
        {
          hint: `add its file again: uncaged-workflow add ${name} <file>`,
        },
      );
    const { sha256 } = getBundle(store.layout, target.hash, target.sha256);
    const head: Version = { hash: target.hash, timestamp: store.clock.now(), sha256 };
    return {
      registry: withHead(withoutVersion(registry, name, target.hash), name, head),
      answer: { name, hash: target.hash, previous: entry.hash, unchanged: false },
    };
  });
  const { hash, previous, unchanged } = back;
  if (!unchanged)
    auditChange(store, { action: "rollback", subject: name, origin: "governance", hash, previous });
  return back;
}

/** The two change places: going back and forth does not make the history longer. */
function withoutVersion(registry: Registry, name: string, hash: string): Registry {
  const entry = entryOf(registry, name);
  const history = entry.history.filter((version) => !isVersion(version) || version.hash !== hash);
  return { ...registry, workflows: { ...registry.workflows, [name]: { ...entry, history } } };
}

function versionBefore(entry: Entry, name: string): Version {
  const [previous] = entry.history;
  if (isVersion(previous)) return previous;
  if (previous !== undefined) throw notAVersion(previous, name);
  throw new WorkflowError("STATE_INVALID", `"${name}" has only one version`, {
    hint: `uncaged-workflow history ${name}`,
  });
}

function versionCalled(entry: Entry, name: string, typed: string): Version {
  const prefix = normaliseCrockford(typed);
  const found = prefix === null ? [] : versionsOf(entry).filter((version) => version.hash.startsWith(prefix));
  const hashes = [...new Set(found.map((version) => version.hash))];
  if (hashes.length === 1) return found[0] as Version;
  if (hashes.length > 1)
    throw new WorkflowError("USAGE", `"${typed}" fits several versions: ${hashes.join(", ")}`, {
      details: { hashes },
    });
  const meant = typed.toUpperCase();
  const odd = entry.history.find((one) => !isVersion(one) && hashText(one).toUpperCase().startsWith(meant));
  if (odd !== undefined) throw notAVersion(odd, name);
  throw new WorkflowError("NOT_FOUND", `"${name}" has no version ${typed}`, {
    hint: `uncaged-workflow history ${name}`,
  });
}

function notAVersion(value: unknown, name: string): WorkflowError {
  return new WorkflowError(
    "STATE_INVALID",
    `"${hashText(value)}" in the history of "${name}" is no bundle's id; nothing can be gone back to there`,
    {
      hint: `choose another: uncaged-workflow history ${name}, then uncaged-workflow rollback ${name} <hash>`,
    },
  );
}

/** Learnt again from the stored file when the database was lost. */
async function descriptorOf(store: Store, entry: Entry): Promise<Descriptor | null> {
  const bundle = { id: entry.hash, sha256: entry.sha256 ?? getBundle(store.layout, entry.hash).sha256 };
  const known = getFacts(databaseOf(store), bundle);
  if (known !== null) return known.descriptor;
  const { factsOf } = await import("#worker/bundle-facts.ts");
  const stored = getBundle(store.layout, bundle.id, bundle.sha256);
  return (await factsOf(store.layout, databaseOf(store), stored, store.clock.now())).descriptor;
}
