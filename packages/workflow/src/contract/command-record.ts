// The lines of commands: how far each is, and how it was answered.
import type { Json } from "./command.ts";
import type { EffectError, Receipt } from "./effect.ts";
import type { Sha256 } from "./ids.ts";
import type { Group, IntentRecord, Origin, Position } from "./intent.ts";

/**
 * started: dispatched later than its intent, or again. failed: this attempt failed, the next comes after `delayMs`.
 * unknown: a process ended between dispatch and receipt, and the effect may not be sent again.
 */
export type AttemptRecord = Position & {
  kind: "attempt";
  intent: Sha256;
  attempt: number;
  status: "started" | "failed" | "unknown";
  error?: EffectError;
  /** What a failed attempt cost, when somebody said so. */
  costUsd?: number;
  delayMs?: number;
  timestamp: number;
};

export type ReceiptRecord = Receipt & {
  kind: "receipt";
  /** Of the intent it answers. Missing in lines of before. */
  origin?: Origin;
  /** A person said what happened. */
  actor?: string;
  timestamp: number;
};

/** A payload that did not fit its schema; `dropped`: how many other open intents went with the thread. */
export type FaultRecord = Position & {
  kind: "fault";
  intent: Sha256;
  effect: string;
  code: string;
  message: string;
  payloadHash: Sha256;
  payloadSize: number;
  /** What the call cost, when somebody said so. */
  costUsd?: number;
  dropped?: number;
  timestamp: number;
};

/** A yield that was not admitted. */
export type RejectRecord = Position & {
  kind: "reject";
  do?: string;
  effect?: string;
  code: string;
  message: string;
  timestamp: number;
};

/** What a person answered: to an approval, (`value`) to a question, or about an unknown outcome. */
export type DecisionRecord = Position & {
  kind: "decision";
  intent: Sha256;
  /** retry: an effect nobody knows the outcome of is sent again, because this person says so. */
  decision: "approve" | "deny" | "answer" | "retry";
  actor: string;
  at: string;
  reason?: string;
  value?: Json;
  simulated?: true;
  /** A no to a thread whose generator is lost: it ends the thread, though the generator wanted to hear it. */
  ends?: true;
  timestamp: number;
};

/** `epoch`: a new generator begins from this state; what stands before is no longer replayed. */
export type CheckpointRecord = Position & {
  kind: "checkpoint";
  group?: Group;
  yield?: string;
  state: Json;
  stateHash: Sha256;
  /** The number of this line in the thread that wrote it. */
  seq: number;
  epoch?: true;
  timestamp: number;
};

export type AnnotationRecord = Position & {
  kind: "annotation";
  group?: Group;
  yield?: string;
  note: { [key: string]: Json };
  timestamp: number;
};

/**
 * Something that was sent to the thread. It lies in the thread's mailbox until a command takes it: the line that opens the
 * command, or this one, whichever comes last, is then the answer. `seq`: its number among all events of the store.
 */
export type EventRecord = {
  kind: "event";
  /** ns/Name@N */
  event: string;
  value: Json;
  key: string | null;
  seq: number;
  /** A dry run made it up. */
  simulated?: true;
  timestamp: number;
};

/** Lines that stand for commands and their answers. */
export type CommandRecord =
  | IntentRecord
  | AttemptRecord
  | ReceiptRecord
  | FaultRecord
  | RejectRecord
  | DecisionRecord
  | CheckpointRecord
  | AnnotationRecord;

/** What a thread writes while it carries out commands. */
export type WorkRecord = CommandRecord | EventRecord;
