// Keeps the states of a thread's files: after every step, and when it rests or ends, if effects may have changed them.
import type { InfoLog } from "#contract/ports.ts";
import type { KeptState } from "#contract/record.ts";
import type { ThreadFiles } from "./ports.ts";
import type { ThreadLines } from "./thread-lines.ts";

export class StateWatch {
  /** Receipts there were when it was looked at last. */
  private seen = -1;

  private constructor(
    private readonly files: ThreadFiles,
    private readonly lines: ThreadLines,
    private readonly info: InfoLog,
  ) {}

  static of(files: ThreadFiles | null, lines: ThreadLines, info: InfoLog): StateWatch | null {
    return files === null ? null : new StateWatch(files, lines, info);
  }

  /** `at`: the yield it is the state after. A state that cannot be kept is a line, too, and stops nobody. */
  async keep(at: number): Promise<void> {
    const { receipts, keptReceipts, start } = this.lines.fold;
    if (receipts === this.seen || receipts === keptReceipts || start === null) return;
    // A worktree has files from the start; a folder of the store has none before an effect is finished.
    if (receipts === 0 && this.files.kind === "folder") return;
    this.seen = receipts;
    const state = await this.stateNow(`${start.name} ${start.threadId} after yield ${at}`);
    if (state !== null) this.lines.keepTree(at, state);
  }

  private async stateNow(title: string): Promise<KeptState | null> {
    const { tree, written, secretFiles } = this.lines.fold;
    try {
      return await this.files.keep(tree, title, { written, secretFiles });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.info.say("T5WQ8ZNC", `the state of its files was not kept: ${why}`);
      return { lost: why.slice(0, REASON_CHARS) };
    }
  }
}

const REASON_CHARS = 500;
