// Anything can be thrown: null, a string, an Error with a hostile getter, a megabyte. It becomes a bounded report.
import type { ErrorReport } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";

const stringify = JSON.stringify;
const text = String;

/** Never throws itself: even looking at what was thrown may run the bundle's code. */
export function describeThrown(thrown: unknown): ErrorReport {
  try {
    const message = cap(messageOf(thrown));
    const stack = stackOf(thrown);
    return {
      code: "WORKFLOW_FAILED",
      message,
      ...(stack === null ? {} : { details: { stack: cap(stack) } }),
    };
  } catch {
    return { code: "WORKFLOW_FAILED", message: "the bundle threw a value that cannot be looked at" };
  }
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) {
    const name = read(thrown, "name");
    const message = read(thrown, "message");
    return `${name ?? "Error"}: ${message ?? ""}`;
  }
  return `the bundle threw ${show(thrown)}`;
}

function stackOf(thrown: unknown): string | null {
  return thrown instanceof Error ? read(thrown, "stack") : null;
}

function read(error: Error, key: "name" | "message" | "stack"): string | null {
  try {
    const value: unknown = error[key];
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

function show(thrown: unknown): string {
  try {
    return typeof thrown === "object" ? (stringify(thrown) ?? "an object") : text(thrown);
  } catch {
    return `a value of type ${typeof thrown}`;
  }
}

function cap(value: string): string {
  const well = value.toWellFormed();
  return well.length <= LIMITS.errorChars
    ? well
    : `${well.slice(0, LIMITS.errorChars)}… (${well.length} characters)`;
}
