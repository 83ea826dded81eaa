// What the cases of the suite look at.
import assert from "node:assert/strict";
import type { JournalRecord, ResultRecord, RoleRecord } from "#contract/record.ts";
import type { EngineUnderTest } from "./engine-under-test.ts";
import type { SuiteWorld } from "./suite-world.ts";

export type Case = (engine: EngineUnderTest, world: SuiteWorld) => Promise<void>;

export function kindsOf(lines: readonly JournalRecord[]): string[] {
  return lines.map((line) => ("role" in line ? line.role : "kind" in line ? line.kind : "start"));
}

export function stepsOf(lines: readonly JournalRecord[]): RoleRecord[] {
  return lines.filter((line): line is RoleRecord => "role" in line);
}

export function only<K extends string>(lines: readonly JournalRecord[], kind: K) {
  return lines.filter(
    (line): line is Extract<JournalRecord, { kind: K }> => "kind" in line && line.kind === kind,
  );
}

/** There is one, and only its seal follows. */
export function resultOf(lines: readonly JournalRecord[]): ResultRecord {
  const results = only(lines, "result");
  assert.equal(results.length, 1, "one result");
  assert.deepEqual(kindsOf(lines).slice(-2), ["result", "seal"]);
  return results[0] as ResultRecord;
}

/** The code of a refusal; fails when there is none. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  throw new Error("it was not refused");
}

/** Until it holds; each look comes after everything that could run has run. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < 2_000; look++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error(`it did not happen: ${what}`);
}
