// What is known of a thread from its lines, while it is hosted here.
import type { Bill } from "#contract/bill.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { StartRecord } from "#contract/record.ts";
import type { ThreadStatus, WaitingOn } from "#contract/status.ts";
import { deriveStatus, deriveWait } from "#replay/derive-status.ts";
import { ownBill, type ThreadFold } from "#replay/fold-thread.ts";
import type { ThreadLog } from "./thread-log.ts";

export class ThreadFacts {
  readonly start: StartRecord;

  constructor(protected readonly log: ThreadLog) {
    this.start = log.fold.start as StartRecord;
  }

  get threadId(): ThreadId {
    return this.start.threadId;
  }

  get status(): ThreadStatus {
    return deriveStatus(this.fold, true);
  }

  get steps(): number {
    return this.fold.steps;
  }

  get lastSeq(): number {
    return this.fold.lastSeq;
  }

  get wait(): { on: WaitingOn; wakeAt: number | null } | null {
    return deriveWait(this.fold);
  }

  get isPaused(): boolean {
    return this.fold.paused;
  }

  get fold(): ThreadFold {
    return this.log.fold;
  }

  /** What it paid itself. */
  get bill(): Bill {
    return ownBill(this.fold);
  }

  get updatedAt(): number {
    return this.fold.updatedAt;
  }

  get bytes(): number {
    return this.log.bytes;
  }

  get durableBytes(): number {
    return this.log.durableBytes;
  }
}
