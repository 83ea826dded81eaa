// How long a role took, everywhere it is shown: from what was recorded last before it, and let the code go on, to its own
// line. What its effects took is theirs, so the times of all yields add up to that of the thread. Pure.
import { isCopiedLine, type JournalRecord, type StartRecord } from "#contract/record.ts";
import type { FoldableLine, ThreadFold } from "./fold-thread.ts";

export class RoleTime {
  private start: StartRecord | null;
  private wentOnAt: number;

  /** `known`: what was there before the first line that is taken. */
  constructor(known?: Pick<ThreadFold, "start" | "updatedAt">) {
    this.start = known?.start ?? null;
    this.wentOnAt = known?.updatedAt ?? 0;
  }

  /** When the role of this line began; of another line null. */
  take({ isRole, record, seq, timestamp }: FoldableLine): number | null {
    const before = this.wentOnAt;
    if (isRole) {
      this.wentOnAt = timestamp;
      return Math.min(this.isOwn(seq) ? Math.max(before, this.start?.timestamp ?? 0) : before, timestamp);
    }
    if (!("kind" in record) && !("role" in record)) this.start = record;
    if (goesOn(record)) this.wentOnAt = timestamp;
    return null;
  }

  /** Lines that a fork took over are older than its start line. */
  private isOwn(seq: number): boolean {
    return this.start === null || !isCopiedLine(this.start, seq);
  }
}

/** The code of the thread went on after this line. Not after one that only opens a command, tries it again or keeps files. */
function goesOn(record: JournalRecord): boolean {
  if (!("kind" in record)) return true;
  if (record.kind === "intent") return "answer" in record;
  if (record.kind === "control") return record.action !== "tree";
  return record.kind !== "attempt" && record.kind !== "seal";
}
