// What an executor tells, before anyone hears it: secrets out, text well-formed, JSON canonical, size within the limit.
import { canonicalJson, NonCanonicalValue } from "#codec/canonical-json.ts";
import type { Json } from "#contract/command.ts";
import type { EffectError, Executed } from "#contract/effect.ts";
import { LIMITS } from "#contract/limits.ts";
import type { PieceRedactor } from "./redactor.ts";
import { tooLarge } from "./refusal.ts";
import type { Secrets } from "./secrets.ts";

type Redact = (text: string) => string;

/** One frame of progress may tell this much; it is shown, not kept. */
const FRAME_BYTES_MAX = 64 * 1024;
/** Places of frames whose texts are searched as one; a program that makes up names is not kept track of. */
const FRAME_PLACES_MAX = 64;

/** It will stand inside a receipt. */
const DEPTH_MAX = LIMITS.depth - 1;

export function cleanOutcome(outcome: Executed, bytesMax: number, redact: Redact): Executed {
  try {
    const clean = cleanMembers(outcome, redact);
    if ("payload" in clean) canonicalJson(clean.payload, { bytes: bytesMax, depth: DEPTH_MAX });
    if ("error" in clean)
      canonicalJson(clean.error, { bytes: bytesMax + LIMITS.errorChars, depth: DEPTH_MAX });
    return clean;
  } catch (error) {
    if (!(error instanceof NonCanonicalValue)) throw error;
    return error.kind === "bytes" ? overLimit(outcome, bytesMax, redact) : badPayload(error);
  }
}

/** Status and names of members stay what they are, even where a secret is spelled the same. */
function cleanMembers(outcome: Executed, redact: Redact): Executed {
  const clean = { ...outcome };
  if ("payload" in clean && clean.payload !== undefined) clean.payload = cleanStrings(clean.payload, redact);
  if ("issuerRef" in clean && clean.issuerRef !== undefined)
    clean.issuerRef = redact(clean.issuerRef.toWellFormed());
  if (clean.status !== "ok") clean.error = cleanError(clean.error, redact);
  return clean;
}

function cleanError(error: EffectError, redact: Redact): EffectError {
  const { code, message, retryable, retryAfterMs, details } = error;
  return {
    code: redact(code.toWellFormed()),
    // Cut after it was redacted: half a secret would not be recognised.
    message: redact(message.toWellFormed()).slice(0, LIMITS.errorChars).toWellFormed(),
    ...(retryable === undefined ? {} : { retryable }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(details === undefined ? {} : { details: cleanStrings(details, redact) }),
  };
}

/**
 * Undefined when there is nothing that could be told. A text may come in pieces, one frame after the other: those at the
 * same place are searched as one (REDACT-2).
 */
export function frameCleaner(secrets: Secrets): (frame: Json) => Json | undefined {
  const places = new Map<string, PieceRedactor>();
  const redactAt = (text: string, place: string): string => {
    const present = places.get(place) ?? secrets.inPieces(false);
    if (places.size < FRAME_PLACES_MAX) places.set(place, present);
    return present.add(text);
  };
  return (frame) => {
    try {
      const clean = cleanStrings(frame, secrets.redact, redactAt);
      canonicalJson(clean, { bytes: FRAME_BYTES_MAX });
      return clean;
    } catch {
      return undefined;
    }
  };
}

/** The error of a failed call is worth more than the fact that its payload was too large. */
function overLimit(outcome: Executed, bytesMax: number, redact: Redact): Executed {
  // What it cost was paid all the same.
  const cost = outcome.costUsd === undefined ? {} : { costUsd: outcome.costUsd };
  if (outcome.status === "ok") return { ...tooLarge(bytesMax), ...cost };
  const { details: _, ...error } = cleanError(outcome.error, redact);
  return { status: outcome.status, error, ...cost };
}

function badPayload(error: NonCanonicalValue): Executed {
  return {
    status: "error",
    error: { code: "EXECUTOR_BAD_OUTPUT", message: `the receipt cannot be kept: ${error.message}` },
  };
}

type RedactAt = (text: string, place: string) => string;

/** `redactAt` is for values, `redact` for names of members. */
function cleanStrings<T>(value: T, redact: Redact, redactAt: RedactAt = redact, place = "", depth = 0): T {
  if (typeof value === "string") return redactAt(value.toWellFormed(), place) as T;
  if (typeof value !== "object" || value === null) return value;
  // canonicalJson would say the same, but this walk comes first.
  if (depth > LIMITS.depth + 2) throw new NonCanonicalValue("", `is nested deeper than ${LIMITS.depth}`);
  const inside = <U>(item: U, name: string) =>
    cleanStrings(item, redact, redactAt, `${place}.${name}`, depth + 1);
  if (Array.isArray(value)) return value.map((item) => inside(item, "*")) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key.toWellFormed()), inside(item, key)]),
  ) as T;
}
