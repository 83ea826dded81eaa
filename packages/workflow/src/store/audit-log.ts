// audit.jsonl: who changed what in the store, one canonical JSON line each. The journals say what threads did; this says
// what people did to names, threads and decisions.
import { canonicalJson } from "#codec/canonical-json.ts";
import type { ThreadId } from "#contract/ids.ts";
import { ensureDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { overwriteLines } from "#disk/overwrite-lines.ts";
import { appendSynced } from "#disk/whole-file.ts";

export type AuditAction =
  | "add"
  | "remove"
  | "rollback"
  | "kill"
  | "cancel"
  | "approve"
  | "deny"
  | "answer"
  | "reconcile"
  | "thread rm"
  | "thread purge";

/** `subject`: the name of a workflow, or the id of a thread. `origin`: of a change of the registry. */
export type AuditEntry = { action: AuditAction; subject: string; [key: string]: string | undefined };

/** On disk when it returns. */
export function audit(
  { layout, actor, now }: { layout: Layout; actor: string; now: number },
  { action, subject, ...more }: AuditEntry,
): void {
  const given = Object.fromEntries(
    Object.entries(more).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value.toWellFormed()]],
    ),
  );
  const line = canonicalJson({ at: new Date(now).toISOString(), actor, action, subject, ...given });
  ensureDirectory(layout.root);
  appendSynced(layout.audit, `${line}\n`);
}

/** Of every line about a thread only its time and the id stay. Answers how many there were. */
export function purgeAudit(layout: Layout, threadId: ThreadId): number {
  return overwriteLines(layout.audit, (line) => {
    if (!line.includes(threadId)) return null;
    const { action, subject, at } = entryIn(line);
    // A line that was cut short says nothing that can be kept. One of another subject only mentions it.
    if (action === undefined) return canonicalJson({ action: PURGED, subject: threadId });
    if (action === PURGED || action === "thread purge" || subject !== threadId) return null;
    return canonicalJson({ action: PURGED, at: String(at), subject: threadId });
  });
}

const PURGED = "purged";

function entryIn(line: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
