// Two runs of one thread, one of which was interrupted: is what came back the thread that was there?

import { askedOf } from "#commands/registry.ts";
import type { Json } from "#contract/command.ts";
import type { Divergence } from "#contract/divergence.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { CommandRecord, ResultRecord, RoleRecord } from "#contract/record.ts";
import { firstDifference } from "#engine/divergence.ts";
import { isCommandRecord, type Opening } from "#replay/fold-yield.ts";
import { type Ran, readFold } from "./bundle-run.ts";
import type { SimMachine } from "./machine.ts";

/** `n`: the yield in question. */
export type Difference = {
  n: number;
  expected: Json;
  actual: Json;
  field: string;
  why: "other" | "again" | "never";
};

type Step = { n: number; role: string; content: string; meta: Json };
type Branch = { n: number; before: Json; after: Json };
export type Seen = { steps: Step[]; branch: Branch | null; result: ResultRecord | null; yields: number };

/** What a journal says happened; `from`: only lines behind that byte took another way. */
export function readSeen(machine: SimMachine, path: string, from: number): Seen {
  const steps: Step[] = [];
  const openings = new Map<number, Json[]>();
  let branch: Branch | null = null;
  const fold = readFold(machine, path, (line, { yields: n }) => {
    if (line.isRole) {
      const { role, content, meta } = line.record as RoleRecord;
      steps.push({ n, role, content, meta: meta as Json });
      return;
    }
    const { record } = line;
    if ("kind" in record && record.kind === "control" && record.action === "branch" && line.byte >= from) {
      const at = record.at ?? 1;
      branch ??= { n: at, before: oneOrAll(openings.get(at)), after: null };
      openings.delete(at);
    } else if (isCommandRecord(record) && isOpening(record))
      openings.set(record.n, [...(openings.get(record.n) ?? []), askedOf(record) as unknown as Json]);
  });
  const found = branch as Branch | null;
  if (found !== null) found.after = oneOrAll(openings.get(found.n)) ?? stepAt(steps, found.n);
  return { steps, branch: found, result: fold.result, yields: fold.yields };
}

/** A strict thread repeats its yields, and ends as it would have. */
export function compareStrict(whole: Seen, { lost }: Ran, back: Seen): Difference | null {
  if (lost?.code === "REPLAY_DIVERGENCE") {
    const { n, expected, actual, field } = lost.details as unknown as Divergence;
    return { n, expected, actual, field, why: "other" };
  }
  const [expected, actual] = [endOf(whole.result), endOf(back.result)];
  const field = firstDifference(expected, actual, "");
  return field === null ? null : { n: whole.yields + 1, expected, actual, field, why: "other" };
}

/** A thread that is given its steps goes on with the next one: the same role, and none that was finished. */
export function compareSteps(whole: Seen, { lost }: Ran, back: Seen, kept: number): Difference | null {
  if (lost?.code === "STATE_INVALID") return never(whole, kept, lost);
  if (back.branch !== null) {
    const { n, before, after } = back.branch;
    return {
      n,
      expected: before,
      actual: after,
      field: firstDifference(before, after, "") ?? "",
      why: "other",
    };
  }
  const next = back.steps[kept];
  const again = next === undefined ? -1 : whole.steps.slice(0, kept).findIndex((step) => isSame(step, next));
  if (next !== undefined && again !== -1 && !isSame(whole.steps[kept], next))
    return {
      n: next.n,
      expected: outputOf(whole.steps[kept]),
      actual: outputOf(next),
      field: "content",
      why: "again",
    };
  for (let at = kept; at < Math.max(whole.steps.length, back.steps.length); at++) {
    const [expected, actual] = [whole.steps[at], back.steps[at]];
    if (expected?.role === actual?.role) continue;
    const n = (actual ?? expected)?.n ?? 0;
    return { n, expected: outputOf(expected), actual: outputOf(actual), field: "role", why: "other" };
  }
  return null;
}

function never(whole: Seen, kept: number, { message }: ErrorReport): Difference {
  const next = whole.steps[kept];
  return {
    n: next?.n ?? whole.yields,
    expected: outputOf(next),
    actual: { refused: message },
    field: "",
    why: "never",
  };
}

function isOpening(record: CommandRecord): record is Opening {
  return record.kind === "intent" || record.kind === "checkpoint" || record.kind === "annotation";
}

function oneOrAll(asked: Json[] | undefined): Json {
  if (asked === undefined) return null;
  return asked.length === 1 ? (asked[0] as Json) : asked;
}

function stepAt(steps: Step[], n: number): Json {
  return outputOf(steps.findLast((step) => step.n === n));
}

function isSame(a: Step | undefined, b: Step): boolean {
  return firstDifference(outputOf(a), outputOf(b), "") === null;
}

function outputOf(step: Step | undefined): Json {
  return step === undefined ? null : { role: step.role, content: step.content, meta: step.meta };
}

function endOf(result: ResultRecord | null): Json {
  if (result === null) return null;
  const { status, returnCode, summary, output } = result;
  return { status, returnCode, summary, ...(output === undefined ? {} : { output: output as Json }) };
}
