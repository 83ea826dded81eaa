// A generator that came back did not repeat what it had yielded: said with everything needed to find out why.
import { differenceIn, valuesAround } from "#codec/difference.ts";
import { plainJson } from "#codec/plain-json.ts";
import { sha256Hex } from "#codec/sha256.ts";
import type { Json } from "#contract/command.ts";
import type { Divergence } from "#contract/divergence.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";

export function divergence(n: number, steps: number, expected: Json, actual: Json): Divergence {
  return {
    n,
    steps,
    expected,
    actual,
    field: firstDifference(expected, actual, "") ?? "",
    expectedHash: sha256Hex(plainJson(expected)),
    actualHash: sha256Hex(plainJson(actual)),
  };
}

/** `stepsInAll`: a fork that keeps them finds all finished work again, and its plan says what is left to do. */
export function divergedError(threadId: ThreadId, found: Divergence, stepsInAll: number): WorkflowError {
  const { n, field } = found;
  const place = differenceIn(found.expected, found.actual);
  const [recorded, now] = valuesAround(place?.a, place?.b, SHOWN_CHARS);
  const where = field === "" ? "" : `, first in \`${field}\``;
  const shown = `recorded ${recorded}, now ${now}`;
  return new WorkflowError(
    "REPLAY_DIVERGENCE",
    `yield ${n} of the thread ${threadId} is not what it was${where}: ${shown}`,
    {
      hint: `uncaged-workflow fork ${threadId} --from-step ${stepsInAll} --plan`,
      details: { ...found },
    },
  );
}

/** The path of the first member, in canonical order, in which two values differ. */
export function firstDifference(a: Json | undefined, b: Json | undefined, path: string): string | null {
  return differenceIn(a, b, path)?.path ?? null;
}

const SHOWN_CHARS = 120;
