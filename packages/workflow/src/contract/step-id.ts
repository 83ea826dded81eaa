import type { Position } from "./record.ts";

/** How envelopes, events and approvals name a command: as its author does, or by where it stands. */
export function stepIdAt(at: Position & { group?: object | undefined; stepId?: string | undefined }): string {
  return at.stepId ?? (at.group === undefined ? `n${at.n}` : `n${at.n}.${at.index}`);
}
