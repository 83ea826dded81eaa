// Stand-ins for what an engine would answer, every field filled in and the same each time.
import { ulidTime } from "#codec/ulid.ts";
import type { Decision, Json } from "#contract/command.ts";
import type { EffectError, Receipt } from "#contract/effect.ts";

/** The thread of every drive. */
export const THREAD_ID = "01KQXKW18CT8G75T53R8F4G7YG";

/** When it began, in milliseconds. */
export const BEGUN_AT = ulidTime(THREAD_ID);

/** Not yet the answer to a certain command: the driver puts the command's own in. */
export const NO_INTENT = "0".repeat(64);

export function okReceipt<P = Json>(payload: P): Receipt<P> & { status: "ok"; payload: P } {
  return { ...BLANK, status: "ok", payload };
}

/** `payload`: what there was in spite of the error. */
export function errorReceipt<P = Json>(
  code: string,
  message: string,
  { payload, ...more }: { payload?: P } & Omit<EffectError, "code" | "message"> = {},
): Receipt<P> & { status: "error" } {
  const error = { code, message, ...more };
  return { ...BLANK, status: "error", error, ...(payload === undefined ? {} : { payload }) };
}

export function timeoutReceipt(message = "no answer in time"): Receipt<never> & { status: "timeout" } {
  return { ...BLANK, status: "timeout", error: { code: "TIMEOUT", message } };
}

/** The payload did not fit its schema. It fails the thread, unless the command says `onFault: "deliver"`. */
export function faultReceipt(
  message = "the payload does not fit its schema",
): Receipt<never> & { status: "fault" } {
  const details = { payloadHash: NO_INTENT, payloadSize: 2 };
  return { ...BLANK, status: "fault", error: { code: "RECEIPT_FAULT", message, details } };
}

/** Nobody knows whether it happened. It parks the thread, unless the command says `onUnknown: "deliver"`. */
export function unknownReceipt(
  message = "the process died before the answer was recorded",
): Receipt<never> & { status: "unknown" } {
  return { ...BLANK, status: "unknown", error: { code: "UNKNOWN", message } };
}

export function approved(actor = "ann", reason?: string): Decision {
  return decided("approve", actor, reason);
}

/** It ends the thread as cancelled, unless the command says `onDeny: "deliver"`. */
export function denied(actor = "ann", reason?: string): Decision {
  return decided("deny", actor, reason);
}

const BLANK = {
  intent: NO_INTENT,
  effect: "test/effect@1",
  executor: "test",
  attempt: 1,
  thread: THREAD_ID,
  workflow: "test",
  hash: "0".repeat(13),
  n: 1,
  index: 0,
  paramsHash: NO_INTENT,
  sig: "test",
};

function decided(decision: Decision["decision"], actor: string, reason?: string): Decision {
  const at = new Date(BEGUN_AT).toISOString();
  return { decision, actor, at, ...(reason === undefined ? {} : { reason }) };
}
