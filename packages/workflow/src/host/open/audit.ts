import { type AuditEntry, audit } from "#store/audit-log.ts";
import type { House } from "./house.ts";

/** Says who changed what, after it was changed. */
export function auditChange(house: House, entry: AuditEntry, actor: string = house.actor): void {
  audit({ layout: house.layout, actor, now: house.clock.now() }, entry);
}
