// A generator that came back did not repeat what it had yielded: said with everything needed to find out why.

import { isObject } from "#codec/is-object.ts";
import { plainJson } from "#codec/plain-json.ts";
import { sha256Hex } from "#codec/sha256.ts";
import type { Json } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";

export type Divergence = {
  /** How many `continue`s came before; left out when none did. Positions are counted from the last. */
  epoch?: number;
  /** The n-th yield. */
  n: number;
  /** Steps recorded before it. */
  steps: number;
  /** null: nothing was recorded there, or the generator ended instead. */
  expected: Json;
  actual: Json;
  /** The first field that differs. */
  field: string;
  expectedHash: string;
  actualHash: string;
};

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
  const { n, field, expected, actual } = found;
  const where = field === "" ? "" : `, first in \`${field}\``;
  const shown = `recorded ${short(at(expected, field))}, now ${short(at(actual, field))}`;
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
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let index = 0; index < Math.max(a.length, b.length); index++) {
      const found = firstDifference(a[index], b[index], `${path}[${index}]`);
      if (found !== null) return found;
    }
    return null;
  }
  if (isObject(a) && isObject(b)) {
    for (const key of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()) {
      const found = firstDifference(a[key], b[key], path === "" ? key : `${path}.${key}`);
      if (found !== null) return found;
    }
    return null;
  }
  return a === b ? null : path;
}

function at(value: Json | undefined, path: string): Json | undefined {
  let found: Json | undefined = value;
  for (const part of path.match(/[^.[\]]+/g) ?? [])
    found = Array.isArray(found) ? found[Number(part)] : isObject(found) ? found[part] : undefined;
  return found;
}

const SHOWN_CHARS = 120;

function short(value: Json | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS)}…`;
}
