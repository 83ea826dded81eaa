// One line of a user's program: a progress frame or its receipt.
import type { Json } from "#contract/command.ts";
import type { EffectError, Executed } from "#contract/effect.ts";
import { Refusal } from "../refusal.ts";

export type ProgressMessage = { progress: Json; seq: number | null };
export type ReceiptMessage = { receipt: Executed };

type JsonMap = { [key: string]: Json };

const RECEIPT_KEYS = ["status", "payload", "error", "costUsd", "issuerRef"];
const ERROR_KEYS = ["code", "message", "retryable", "details"];

type Redact = (text: string) => string;

/** Throws EXECUTOR_BAD_OUTPUT, which quotes what was printed: redacted, and only then cut. */
export function readMessage(line: string, redact: Redact): ProgressMessage | ReceiptMessage {
  try {
    return readLine(line);
  } catch (error) {
    if (!(error instanceof BadLine)) throw error;
    const quoted = error.quoted === null ? "" : `: ${excerpt(redact(error.quoted))}`;
    throw new Refusal("EXECUTOR_BAD_OUTPUT", `the program cannot be understood: ${error.message}${quoted}`);
  }
}

class BadLine extends Error {
  constructor(
    problem: string,
    readonly quoted: string | null,
  ) {
    super(problem);
  }
}

function readLine(line: string): ProgressMessage | ReceiptMessage {
  const message = parse(line);
  if (isMap(message) && message.receipt !== undefined) {
    checkKeys(message, ["receipt"], "the line");
    return { receipt: readReceipt(message.receipt) };
  }
  if (isMap(message) && message.progress !== undefined) {
    checkKeys(message, ["progress", "seq"], "the line");
    return { progress: message.progress, seq: readSeq(message.seq) };
  }
  throw bad("it printed a line that is neither progress nor receipt", line);
}

function parse(line: string): Json {
  try {
    return JSON.parse(line) as Json;
  } catch {
    throw bad("it printed a line that is not JSON", line);
  }
}

function readReceipt(value: Json): Executed {
  if (!isMap(value)) throw bad("its receipt is not an object");
  checkKeys(value, RECEIPT_KEYS, "its receipt");
  const { status, payload, error, costUsd, issuerRef } = value;
  const extras = {
    ...(costUsd === undefined ? {} : { costUsd: readCost(costUsd) }),
    ...(issuerRef === undefined ? {} : { issuerRef: readText(issuerRef, "issuerRef") }),
  };
  switch (status) {
    case "ok":
      if (error !== undefined) throw bad("its receipt is ok and has an error");
      return { status, payload: payload ?? null, ...extras };
    case "error":
      return { status, error: readError(error), ...(payload === undefined ? {} : { payload }), ...extras };
    case "timeout": {
      const { issuerRef: _, ...rest } = extras;
      return {
        status,
        error: error === undefined ? { code: "TIMEOUT", message: "the program says so" } : readError(error),
        ...rest,
      };
    }
    default:
      throw bad("the status of its receipt is not ok, error or timeout", JSON.stringify(status) ?? "none");
  }
}

function readError(value: Json | undefined): EffectError {
  if (!isMap(value)) throw bad("its receipt is an error without an `error`");
  checkKeys(value, ERROR_KEYS, "the error of its receipt");
  const { retryable, details } = value;
  if (retryable !== undefined && typeof retryable !== "boolean")
    throw bad("`retryable` of its receipt is neither true nor false");
  if (details !== undefined && !isMap(details)) throw bad("`details` of its receipt is not an object");
  return {
    code: readText(value.code, "error.code"),
    message: readText(value.message, "error.message"),
    ...(retryable === undefined ? {} : { retryable }),
    ...(details === undefined ? {} : { details }),
  };
}

function readSeq(value: Json | undefined): number | null {
  if (value === undefined || value === null) return null;
  if (Number.isSafeInteger(value)) return value as number;
  throw bad("the `seq` of its progress is not a whole number");
}

function readCost(value: Json): number {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  throw bad("`costUsd` of its receipt is not a number from 0 up");
}

function readText(value: Json | undefined, field: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw bad(`\`${field}\` of its receipt is not a text`);
}

function checkKeys(map: JsonMap, known: readonly string[], what: string): void {
  const unknown = Object.keys(map).find((key) => !known.includes(key));
  if (unknown !== undefined) throw bad(`${what} has a field nobody knows`, unknown);
}

function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function bad(problem: string, quoted: string | null = null): BadLine {
  return new BadLine(problem, quoted);
}

function excerpt(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
