// Where a fork begins: which yields it keeps, and what of them it does again all the same.
import { WorkflowError } from "#contract/errors.ts";
import type { JournalRecord } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import { failedIn, isOpening, isQuestion, placeOf } from "./finished-lines.ts";
import type { Cut, ForkLines } from "./fork-lines.ts";

export type ForkPoint = {
  fromRole?: string | undefined;
  /** 3 or "3": the third step. "n6", or the author's name of a command: that yield. */
  fromStep?: number | string | undefined;
  /** Yields, steps or commands that are done again though they are finished. */
  redo?: readonly string[] | undefined;
  redoFailed?: boolean | undefined;
};

type Line = { isRole: boolean; record: JournalRecord; role?: string };
type Lines = Pick<ForkLines<Line>, "steps" | "way" | "last" | "positionOf" | "returned">;

/** `isWhole`: without a point everything finished is kept; else all but the last step. */
export function chooseCut(lines: Lines, point: ForkPoint, isWhole: boolean): Cut {
  const { fromRole, fromStep } = point;
  const hasPoint = fromRole !== undefined || fromStep !== undefined;
  const isRedo = (point.redo ?? []).length > 0 || point.redoFailed === true;
  if (fromRole !== undefined && fromStep !== undefined)
    throw new WorkflowError("USAGE", "--from-role and --from-step exclude each other");
  if (hasPoint && isRedo)
    throw new WorkflowError("USAGE", "--redo and --redo-failed say themselves where the fork begins", {
      hint: "leave --from-role or --from-step out",
    });
  if (isRedo) return redone(lines, point);
  if (fromRole !== undefined) return through(lines, throughRole(lines.steps, fromRole));
  if (fromStep !== undefined) return throughStep(lines, String(fromStep));
  if (isWhole) return lines.returned ? beforeFailure(lines) : EVERYTHING;
  return through(lines, Math.max(0, lines.steps.length - 1), false);
}

const EVERYTHING: Cut = { keep: Infinity, find: Infinity };

/**
 * A workflow that returned a failure has told of it in its last step: that one is made anew, from the last of its effects
 * that failed.
 */
function beforeFailure(lines: Lines): Cut {
  const { steps } = lines;
  const last = lines.positionOf(steps.length);
  if (last === 0 || last < lines.last) return EVERYTHING;
  const before = lines.positionOf(steps.length - 1);
  const failed = [...failedIn(lines.way)].filter((place) => Number.parseInt(place, 10) > before);
  const first = Math.max(0, ...failed.map((place) => Number.parseInt(place, 10)));
  // A person answered behind it: the workflow went on from that failure, and the yes is not asked for again.
  const isPassed = lines.way.some(({ record }) => isQuestion(record) && (record as { n: number }).n > first);
  if (first === 0 || isPassed) return { keep: last - 1, find: Infinity, isRetry: true };
  const redo = new Set(failed.filter((place) => Number.parseInt(place, 10) === first));
  return { keep: first - 1, find: Infinity, redo, isRetry: true };
}

/** So many steps; where these are all, what was finished after the last goes with them. */
function through(lines: Lines, steps: number, withTail = true): Cut {
  if (withTail && steps > 0 && steps === lines.steps.length) return EVERYTHING;
  const keep = lines.positionOf(steps);
  return { keep, find: keep };
}

function throughRole(steps: readonly Line[], role: string): number {
  const index = steps.findIndex((step) => roleOf(step) === role);
  if (index !== -1) return index + 1;
  const known = [...new Set(steps.map(roleOf))];
  throw new WorkflowError("NOT_FOUND", `the thread has no step of the role "${role}"`, {
    hint: known.length === 0 ? "the thread has no steps yet" : `its roles are: ${known.join(", ")}`,
    details: { roles: known },
  });
}

function roleOf({ role, record }: Line): string {
  return role ?? (record as { role: string }).role;
}

function throughStep(lines: Lines, typed: string): Cut {
  if (/^\d+$/.test(typed)) {
    const steps = Number(typed);
    if (steps <= lines.steps.length) return through(lines, steps);
    throw new WorkflowError("NOT_FOUND", `the thread has ${lines.steps.length} steps, not ${typed}`, {
      hint: `--from-step takes 0, ${choices(lines)}`,
    });
  }
  const { n } = find(lines, typed, "--from-step");
  return { keep: n, find: n };
}

function redone(lines: Lines, { redo = [], redoFailed }: ForkPoint): Cut {
  const places = new Set<string>(redoFailed === true ? failedIn(lines.way) : []);
  if (redoFailed === true && places.size === 0 && redo.length === 0)
    throw new WorkflowError("NOT_FOUND", "no effect of this thread failed", {
      hint: "--redo <yield> names what is to be done again: n3, or a command's own name",
    });
  let first = Infinity;
  for (const typed of redo) {
    const { n, index, from } = /^\d+$/.test(typed)
      ? stepAt(lines, Number(typed))
      : find(lines, typed, "--redo");
    first = Math.min(first, from ?? n);
    for (let at = from ?? n; at <= n; at++)
      for (const place of placesAt(lines, at))
        if (index === null || place === placeOf({ n, index })) places.add(place);
  }
  for (const place of places) first = Math.min(first, Number.parseInt(place, 10));
  return { keep: first - 1, find: Infinity, redo: places };
}

/** `from`: the first yield of a step, which is made of all its commands. */
type Found = { n: number; index: number | null; from?: number };

function stepAt(lines: Lines, steps: number): Found {
  if (steps > 0 && steps <= lines.steps.length)
    return { n: lines.positionOf(steps), index: null, from: lines.positionOf(steps - 1) + 1 };
  throw new WorkflowError("NOT_FOUND", `the thread has ${lines.steps.length} steps, not ${steps}`, {
    hint: `--redo takes ${choices(lines)}`,
  });
}

/** A yield by its position, or a command by the name its author gave it. */
function find(lines: Lines, typed: string, flag: string): Found {
  const position = /^n([1-9]\d{0,8})(?:\.(\d{1,4}))?$/.exec(typed);
  if (position !== null && Number(position[1]) <= lines.last) {
    const [n, index] = [Number(position[1]), position[2]];
    if (index === undefined || placesAt(lines, n).includes(placeOf({ n, index: Number(index) })))
      return { n, index: index === undefined ? null : Number(index) };
  }
  const named = lines.way.findLast(({ record }) => isOpening(record) && stepIdAt(record) === typed);
  if (named !== undefined) return named.record as unknown as { n: number; index: number };
  throw new WorkflowError("NOT_FOUND", `the thread has no yield "${typed}"`, {
    hint: `${flag} takes ${choices(lines)}`,
  });
}

/** In words, as far as there are any. */
function choices({ steps, last }: Lines): string {
  if (last === 0) return "nothing of this thread: it has no yields";
  const byNumber = steps.length === 0 ? "" : `a step (1 to ${steps.length}), `;
  return `${byNumber}a yield (n1 to n${last}), or a command's own name: uncaged-workflow steps shows them`;
}

function placesAt(lines: Lines, n: number): string[] {
  return lines.way.flatMap(({ record }) => (isOpening(record) && record.n === n ? [placeOf(record)] : []));
}
