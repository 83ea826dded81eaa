// audit.jsonl: who changed what in the store, one canonical JSON line each. The journals say what threads did; this says
// what people did to names, threads and decisions.
import { canonicalJson } from "#codec/canonical-json.ts";
import { ensureDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
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
  | "thread rm";

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
