// What an answer means: most go to the generator, some end the thread. As the engine would have it.
import { canonicalJson } from "#codec/canonical-json.ts";
import { sha256Hex } from "#codec/sha256.ts";
import { fileOf } from "#commands/registry.ts";
import { TIMER } from "#commands/sleep.ts";
import { assertNever } from "#contract/assert-never.ts";
import type { ApproveCommand, Decision, EffectCommand, SingleCommand } from "#contract/command.ts";
import type { Receipt } from "#contract/effect.ts";
import { type ErrorReport, WorkflowError } from "#contract/errors.ts";
import type { Position } from "#contract/record.ts";
import { failedWith, stoppedBy } from "#engine/outcome.ts";
import { recorded } from "./check-turn.ts";
import { NO_INTENT } from "./receipts.ts";

/** An end that the engine decided. A parked generator is dropped, any other is closed. */
export type DriveEnd = {
  status: "completed" | "failed" | "cancelled" | "waiting";
  returnCode: number;
  summary: string;
  error?: ErrorReport;
  isParked: boolean;
};

export type Settled = { answer: unknown } | { end: DriveEnd };

export function settle(command: SingleCommand, given: unknown, at: Position): Settled {
  const answer = recorded(given, `the answer to "${command.do}"`);
  const { is } = fileOf(command).standIn;
  switch (is) {
    case "receipt":
      return settleEffect(command as EffectCommand, answer, at);
    case "timer":
      return { answer: isReceipt(answer) ? addressed(answer, TIMER, command, at) : answer };
    case "decision":
      return settleApproval(command as ApproveCommand, answer);
    case "value":
      return { answer };
    default:
      return assertNever(is, "the stand-in");
  }
}

function settleApproval(command: ApproveCommand, answer: unknown): Settled {
  if (!isDecision(answer)) throw unfit("approve", "a decision", "approved() or denied()");
  return answer.decision === "deny" && command.onDeny !== "deliver" ? { end: deniedBy(answer) } : { answer };
}

function settleEffect(command: EffectCommand, answer: unknown, at: Position): Settled {
  const { effect, key, issuerRef, params } = command;
  if (!isReceipt(answer)) throw unfit(effect, "a receipt", "okReceipt(payload)");
  const receipt = {
    ...addressed(answer, effect, params, at),
    ...(key === undefined ? {} : { key }),
    ...(issuerRef === undefined ? {} : { issuerRef }),
  };
  if (receipt.status === "fault" && command.onFault !== "deliver") return { end: faultOf(receipt) };
  if (receipt.status === "unknown" && command.onUnknown !== "deliver") return { end: doubtOf(receipt) };
  return { answer: receipt };
}

/** A stand-in becomes the receipt of this command; one that names an intent stays as it is. */
function addressed(receipt: Receipt, effect: string, params: unknown, at: Position): Receipt {
  if (receipt.intent !== NO_INTENT) return receipt;
  const paramsHash = sha256Hex(canonicalJson(params));
  const intent = sha256Hex(canonicalJson({ thread: receipt.thread, effect, paramsHash, ...at }));
  return { ...receipt, effect, ...at, paramsHash, intent };
}

function deniedBy({ actor, reason }: Decision): DriveEnd {
  const why = reason === undefined ? "" : `: ${reason}`;
  return { ...stoppedBy("cancel", `denied by ${actor}${why}`), status: "cancelled", isParked: false };
}

function faultOf({ effect, error }: Receipt): DriveEnd {
  const message = `${effect}: ${error?.message}`;
  return { ...failedWith({ code: "RECEIPT_FAULT", message }), status: "failed", isParked: false };
}

function doubtOf({ effect }: Receipt): DriveEnd {
  const summary = `waits for a person to say what became of ${effect}`;
  return { status: "waiting", returnCode: 1, summary, isParked: true };
}

const STATUSES = ["ok", "error", "timeout", "fault", "unknown"];

function isReceipt(answer: unknown): answer is Receipt {
  const { status, intent } = Object(answer);
  return STATUSES.includes(status) && typeof intent === "string";
}

function isDecision(answer: unknown): answer is Decision {
  const { decision, actor } = Object(answer);
  return (decision === "approve" || decision === "deny") && typeof actor === "string";
}

function unfit(asked: string, expected: string, hint: string): WorkflowError {
  return new WorkflowError("USAGE", `the answer to "${asked}" must be ${expected}, such as ${hint}`);
}
