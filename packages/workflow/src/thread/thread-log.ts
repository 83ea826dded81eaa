// The port under a thread: where its lines are kept is somebody else's matter.
import type { JournalRecord, KindRecord, ResultRecord, Unstamped } from "#contract/record.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import type { RecordedYields } from "#replay/recorded-yields.ts";

/** The lines of one thread, wherever they are kept: a file, memory, a cluster's log. */
export interface ThreadLog {
  /** What the lines add up to, those appended included. */
  readonly fold: ThreadFold;
  /** Of all lines, and of those that survive for certain. */
  readonly bytes: number;
  readonly durableBytes: number;
  /** Everything appended survives: nobody has to wait. */
  readonly isDurable: boolean;
  /** Known at once, in this order, and in one write. */
  append(records: readonly Unstamped<KindRecord>[]): void;
  /** A step, as the canonical JSON of its role output. */
  step(json: string): void;
  /** Resolves when everything appended so far survives. Once it rejects, the log takes no more. */
  durable(): Promise<void>;
  /** For a generator that comes back: its steps as JSON, and the yields it has to repeat. */
  recorded(): Recorded;
  /** Looks for a line, whatever came of it. Steps are not looked at. */
  some(matches: (record: JournalRecord) => boolean): boolean;
  /** Rejects unless the receipts are what they say: before a thread goes on from them. */
  prove(): Promise<void>;
  /** Throws at the first step that cannot be read. */
  assertSteps(): void;
  /** The thread parks: what is there is sealed, and survives. */
  seal(): Promise<void>;
  /** The last line but its seal. Both survive, or neither does. */
  end(result: Unstamped<ResultRecord>): Promise<void>;
  close(): void;
}

export type Recorded = { stepsJson: Uint8Array<ArrayBuffer>; yields: RecordedYields };
