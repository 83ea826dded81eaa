// Keeps the states of a thread's worktree: after every step, and when it rests or ends, if effects may have changed it.
import type { ThreadId } from "#contract/ids.ts";
import type { StartRecord } from "#contract/record.ts";
import { keepState } from "#disk/git-worktree.ts";
import type { InfoLog } from "#journal/info-log.ts";
import type { LiveJournal } from "./live-journal.ts";

export function worktreeRef(threadId: ThreadId): string {
  return `refs/uncaged/${threadId}`;
}

export class WorktreeWatch {
  /** Receipts there were when it was looked at last. */
  private seen = -1;

  private constructor(
    private readonly path: string,
    private readonly journal: LiveJournal,
    private readonly info: InfoLog,
  ) {}

  /** Null for a thread without a worktree of its own. */
  static of({ parameters }: StartRecord, journal: LiveJournal, info: InfoLog): WorktreeWatch | null {
    const { workspace } = parameters;
    return workspace?.worktreeOf === undefined ? null : new WorktreeWatch(workspace.path, journal, info);
  }

  /** `at`: the yield it is the state after. A state that cannot be kept is told of, and stops nobody. */
  async keep(at: number): Promise<void> {
    const { receipts, tree, start } = this.journal.fold;
    if (receipts === this.seen || start === null) return;
    this.seen = receipts;
    try {
      const title = `${start.name} ${start.threadId} after yield ${at}`;
      const state = await keepState(this.path, worktreeRef(start.threadId), tree, title);
      if (state !== null) this.journal.keepTree(at, state);
    } catch (error) {
      this.info.say("T5WQ8ZNC", `the state of the worktree was not kept: ${messageOf(error)}`);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
