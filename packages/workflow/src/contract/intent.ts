// The line that opens a command: what was asked, where, and what binds its answer.
import type { Json, RetryPolicy } from "./command.ts";
import type { EffectClass, Risk } from "./effect.ts";
import type { Sha256 } from "./ids.ts";

/** Where in a thread a command stands: the n-th yield, counted from 1, and its index in a list. */
export type Position = { n: number; index: number };

/** A list or an `any`: on every intent of it. */
export type Group = { type: "all" | "any"; of: number };

type IntentBase = Position & {
  kind: "intent";
  /** sha256 over canonical {thread, workflow, hash, key, n, index, do, ...}: also the idempotency key. */
  id: Sha256;
  group?: Group;
  /** XXH64 of the yield as canonical JSON, on the first intent of a yield: replay compares with it. */
  yield?: string;
  /** The author's name for the step. */
  stepId?: string;
  origin: Origin;
  timestamp: number;
};

/** Who asked: the code of a workflow; the engine, for a trigger or the time; or somebody who says which code runs. */
export type Origin = "workflow" | "system" | "governance";

export type EffectIntent = IntentBase & {
  do: "effect";
  effect: string;
  executor: string;
  params: Json;
  class: EffectClass;
  risk: Risk;
  key?: string;
  timeoutMs: number;
  retry?: false | RetryPolicy;
  issuerRef?: string;
  onFault?: "deliver";
  onUnknown?: "deliver";
  /** A fork, a retry and other code ask it anew. */
  reuse?: false;
  /** 1: dispatched as soon as this line was durable. Missing: an `attempt` line says when it was. */
  attempt?: 1;
  /** Policy wants a person to say yes first. */
  gate?: ApprovalGate;
  /** Finished before the thread took another way: the same effect with the same params. */
  reused?: Sha256;
  /** An earlier intent, left behind without a receipt, asked for the same: a person has to say what became of it. */
  inDoubt?: Sha256;
  /** An earlier intent asked for the same on a way the thread left, and was handed over: it is sent with that one's key. */
  sentAs?: Sha256;
  /** A limit of the thread held it back: it is not performed, and its receipt says so. */
  blocked?: "LOOP_DETECTED" | "WORKFLOW_BUDGET_EXCEEDED";
};

/** What binds a person's decision. Only the digest of the token is ever written. */
export type ApprovalGate = { tokenHash: Sha256; expiresAt: number };

export type ApproveIntent = IntentBase &
  ApprovalGate & {
    do: "approve";
    prompt: string;
    items: Json[];
    ttlMs: number;
    approvers?: string[];
    differentApprover?: true;
    onDeny?: "deliver";
  };

export type InputIntent = IntentBase & {
  do: "input";
  prompt: string;
  schema: { [key: string]: Json };
  defaults?: Json;
};

/** `ms` when it was asked for that long; without it, `until` was. */
export type SleepIntent = IntentBase & {
  do: "sleep";
  effect: "sys/timer.set@1";
  executor: "engine";
  ms?: number;
  until: number;
};

/** `until`: with a `timeoutMs`, when it ends without an event. */
export type ReceiveIntent = IntentBase & {
  do: "receive";
  event: string;
  timeoutMs?: number;
  until?: number;
};

/** Answered at once, in the same line. */
export type ValueIntent = IntentBase & {
  do: "now" | "random" | "context";
  answer: Json;
  bytes?: number;
};

export type IntentRecord =
  | EffectIntent
  | ApproveIntent
  | InputIntent
  | SleepIntent
  | ReceiveIntent
  | ValueIntent;
