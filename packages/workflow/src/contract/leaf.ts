// One command of a yield and how far it is, as its lines add up.
import type { Json } from "./command.ts";
import type {
  AnnotationRecord,
  CheckpointRecord,
  DecisionRecord,
  FaultRecord,
  ReceiptRecord,
} from "./command-record.ts";
import type { IntentRecord } from "./intent.ts";
import type { WaitingOn } from "./status.ts";

/** The line that opens a command. */
export type Opening = IntentRecord | CheckpointRecord | AnnotationRecord;

/** One command of a yield. */
export type Leaf<O extends Opening = Opening> = {
  opening: O;
  /** The line it was opened in. */
  seq: number;
  /** Attempts begun so far. */
  attempt: number;
  /** It was handed to an executor, and nobody has said what came of it. */
  isDispatched: boolean;
  /** The attempt before failed; the next is due then. */
  retryAt: number | null;
  isUnknown: boolean;
  /** It was, and a person said that it is sent again; it was not yet. */
  isLetGo: boolean;
  /** A person said yes to an effect that policy holds back. */
  isApproved: boolean;
  /** Its payload did not fit; unless a receipt says so too, the thread fails of it. */
  fault: FaultRecord | null;
  settled: Settled | null;
};

export type Settled =
  | { by: "value"; value: Json | undefined }
  | { by: "receipt"; receipt: ReceiptRecord }
  | { by: "decision"; decision: DecisionRecord };

/** What a command, or a whole yield, waits for. `wakeAt`: when the time decides. */
export type Wait = { on: WaitingOn; wakeAt: number | null };
