// Bundles by hash. A stored file is never changed; what runs is what was verified.
//
// BUNDLE-1. Bytes are checked against the id and the recorded sha256 before any of them run.
// BUNDLE-2. The bytes that were checked are returned, and the caller runs those, not the file.
import type { Database } from "bun:sqlite";
import { sha256Hex } from "#codec/sha256.ts";
import { bundleIdOf } from "#codec/xxh64.ts";
import type { BundleFacts } from "#contract/descriptor.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { BundleId, Sha256 } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import { inTransaction } from "#disk/database.ts";
import { assertFolder, ensureDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { readWhole, replaceWhole } from "#disk/whole-file.ts";

export type StoredBundle = { id: BundleId; sha256: Sha256; bytes: Uint8Array };

/** Keeps the file under its hash. The same bytes again are no change; other bytes under the same id are refused. */
export function putBundle(
  layout: Layout,
  bytes: Uint8Array,
  beside: { sidecar?: string | undefined; sourceMap?: string | undefined } = {},
): StoredBundle {
  const id = bundleIdOf(bytes);
  const sha256 = sha256Hex(bytes);
  ensureDirectory(layout.root);
  ensureDirectory(layout.bundles);
  const present = readWhole(layout.bundle(id), LIMITS.bundleBytes);
  const other = findCollision(layout, bytes, present);
  if (other !== null) throw other;
  if (present === null) replaceWhole(layout.bundle(id), bytes, 0o444);
  if (beside.sidecar !== undefined) replaceWhole(layout.sidecar(id), beside.sidecar, 0o444);
  if (beside.sourceMap !== undefined) replaceWhole(layout.sourceMap(id), beside.sourceMap, 0o444);
  return { id, sha256, bytes };
}

/** The bytes of a stored bundle, proved to be those of its id and, when known, of its recorded sha256. */
export function getBundle(layout: Layout, id: BundleId, sha256?: Sha256): StoredBundle {
  assertFolder(layout.bundles);
  const bytes = readWhole(layout.bundle(id), LIMITS.bundleBytes);
  if (bytes === null)
    throw new WorkflowError("NOT_FOUND", `the bundle ${id} is not in the store`, {
      hint: "add its file again: uncaged-workflow add <name> <file>",
    });
  const actual = sha256Hex(bytes);
  if (bundleIdOf(bytes) !== id || (sha256 !== undefined && actual !== sha256))
    throw new WorkflowError(
      "HASH_MISMATCH",
      `${layout.bundle(id)} was changed after it was added; it is not run`,
      {
        hint: `put the original back: uncaged-workflow add <name> <file> (after rm ${layout.bundle(id)})`,
        details: { expected: sha256 ?? id, actual },
      },
    );
  return { id, sha256: actual, bytes };
}

export function hasBundle(layout: Layout, id: BundleId): boolean {
  return readWhole(layout.bundle(id), LIMITS.bundleBytes) !== null;
}

export function readSourceMap(layout: Layout, id: BundleId): string | null {
  const bytes = readWhole(layout.sourceMap(id), LIMITS.bundleBytes);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** What `add` learnt from the syntax tree, kept so that a run need not parse. Null when this copy was never analysed. */
export function getFacts(database: Database, bundle: { id: BundleId; sha256: Sha256 }): BundleFacts | null {
  const row = database
    .query<{ facts: string }, [string, string]>("SELECT facts FROM bundles WHERE hash = ? AND sha256 = ?")
    .get(bundle.id, bundle.sha256);
  return row === null ? null : (JSON.parse(row.facts) as BundleFacts);
}

export function putFacts(
  database: Database,
  bundle: { id: BundleId; sha256: Sha256 },
  facts: BundleFacts,
  now: number,
): void {
  inTransaction(database, () => {
    database
      .query("INSERT OR REPLACE INTO bundles (hash, sha256, facts, added_at) VALUES (?, ?, ?, ?)")
      .run(bundle.id, bundle.sha256, JSON.stringify(facts), now);
  });
}

/** What keeps a file from being stored under its id: other bytes stand there. Null when nothing does. */
export function findCollision(
  layout: Layout,
  given: Uint8Array,
  present = readWhole(layout.bundle(bundleIdOf(given)), LIMITS.bundleBytes),
): WorkflowError | null {
  const id = bundleIdOf(given);
  if (present === null || sha256Hex(present) === sha256Hex(given)) return null;
  if (bundleIdOf(present) !== id)
    return new WorkflowError("HASH_MISMATCH", `${layout.bundle(id)} was changed after it was added`, {
      hint: `remove the changed copy and add again: rm ${layout.bundle(id)}`,
    });
  return new WorkflowError("HASH_COLLISION", `another file already has the id ${id}; this one is refused`, {
    details: { id, present: sha256Hex(present), given: sha256Hex(given) },
  });
}
