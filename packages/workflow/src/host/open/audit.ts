import { type AuditEntry, audit } from "#store/audit-log.ts";
import type { Store } from "./store.ts";

/** Says who changed what, after it was changed. */
export function auditChange(store: Store, entry: AuditEntry, actor: string = store.actor): void {
  audit({ layout: store.layout, actor, now: store.clock.now() }, entry);
}
