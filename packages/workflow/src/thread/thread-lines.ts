// The lines of a thread while it is hosted. Whoever appends waits until the lines survive, and who watches is told then.
import type {
  ControlAction,
  ControlRecord,
  KeptState,
  StartRecord,
  Unstamped,
  WorkRecord,
} from "#contract/record.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import type { YieldState } from "#replay/fold-yield.ts";
import type { ThreadLog } from "./thread-log.ts";

export type Decider = { actor?: string | undefined; reason?: string | undefined };

export class ThreadLines {
  constructor(
    readonly log: ThreadLog,
    /** More of the thread survives than before. */
    private readonly told: () => void,
  ) {}

  get fold(): ThreadFold {
    return this.log.fold;
  }

  get start(): StartRecord {
    return this.log.fold.start as StartRecord;
  }

  get current(): YieldState | null {
    return this.log.fold.current;
  }

  get lastSeq(): number {
    return this.log.fold.lastSeq;
  }

  /** Resolves when the step survives. */
  step(json: string): Promise<void> {
    this.log.step(json);
    return this.sync();
  }

  /** Lines of commands, in one write: known at once, resolves when they survive. */
  async append(records: readonly Unstamped<WorkRecord>[]): Promise<void> {
    this.log.append(records);
    await this.sync();
  }

  /** Resolves when the decision survives. */
  async control(action: ControlAction, by: Decider = {}): Promise<void> {
    this.log.append([controlBy(action, by)]);
    await this.sync();
  }

  /** The thread goes another way from its yield `at` on. */
  async branch(at: number, steps: number): Promise<void> {
    this.log.append([{ kind: "control", action: "branch", at, steps }]);
    await this.sync();
  }

  /** The state of its files. It survives with what comes next. */
  keepTree(at: number, state: KeptState): void {
    this.log.append([{ kind: "control", action: "tree", at, ...state }]);
  }

  /** Resolves when everything appended so far survives. */
  async sync(): Promise<void> {
    if (this.log.isDurable) return;
    await this.log.durable();
    this.told();
  }
}

export function controlBy(action: ControlAction, { actor, reason }: Decider): Unstamped<ControlRecord> {
  return {
    kind: "control",
    action,
    ...(actor === undefined ? {} : { actor }),
    ...(reason === undefined ? {} : { reason }),
  };
}
