// The grammar of a journal: which record may stand where, and what it must hold. Plain checks, no schema library:
// every line of every resumed thread passes here.
//
// RECORD-1. A line that passes holds members of the types and forms that docs/formats/journal.md gives: nobody behind it
//     has to look again, and none of them can make a reader throw, wait or print what moves a cursor.
import { isTime, misfitIn, type Shape } from "#codec/field-forms.ts";
import { isObject } from "#codec/is-object.ts";
import type { ControlAction, CopiedBlock, StartRecord } from "#contract/record.ts";
import { valueProblem } from "./check-value.ts";
import { isCopiedBlock, START, shapeOf } from "./record-shapes.ts";

/** What is wrong with a parsed line at this place, or null. `ended`: a result stands before it. */
export function recordProblem(value: unknown, place: { line: number; ended: boolean }): string | null {
  if (!isObject(value)) return "is not an object";
  if (place.line === 1) return startProblem(value);
  if (!("kind" in value)) return place.ended ? "stands after the result" : roleProblem(value);
  if (place.ended && value.kind !== "seal") return "stands after the result";
  return kindProblem(value);
}

/** The lines a fork took over as they were; null when it has none, or chained them anew. */
export function copyOf(start: StartRecord): CopiedBlock | null {
  const copy: unknown = start.forkFrom?.copy;
  return isCopiedBlock(copy) ? (copy as CopiedBlock) : null;
}

function startProblem(value: Record<string, unknown>): string | null {
  return "kind" in value || "role" in value ? "is not a start record" : misfit(value, "a start", START);
}

/** A role line has these keys and no others: who reads steps tells them by that. Ten thousand of them pass here. */
export function roleProblem(value: unknown): string | null {
  if (!isObject(value)) return "is not an object";
  const { role, content, meta, timestamp } = value;
  const isOne =
    typeof role === "string" && typeof content === "string" && isObject(meta) && isTime(timestamp);
  if (isOne && Object.keys(value).length === ROLE_KEYS.length)
    return valueProblem(content) ?? valueProblem(role) ?? valueProblem(meta, 1);
  const key = isOne ? Object.keys(value).find((one) => !ROLE_KEYS.includes(one)) : misfitOfRole(value);
  return `is not a role record (${inWords(key)})`;
}

const ROLE_KEYS = ["content", "meta", "role", "timestamp"];

function misfitOfRole({ role, content, meta }: Record<string, unknown>): string {
  if (typeof role !== "string") return "role";
  if (typeof content !== "string") return "content";
  return isObject(meta) ? "timestamp" : "meta";
}

function kindProblem(value: Record<string, unknown>): string | null {
  if ("threadId" in value || "role" in value) return "is two kinds of record in one";
  const shape = shapeOf(value);
  if (value.kind === "control" && !ACTIONS.has(value.action))
    return `has an unknown control action ${inWords(value.action)}`;
  if (shape !== undefined) return misfit(value, `a ${value.kind}`, shape);
  if (isLegacy(value)) return misfit(value, "a", LEGACY);
  if (value.kind === "intent") return `has an unknown command ${inWords(value.do)}`;
  return `has an unknown kind ${inWords(value.kind)}; a newer version may have written it`;
}

function misfit(value: Record<string, unknown>, what: string, shape: Shape): string | null {
  const key = misfitIn(value, shape);
  return key === null ? valueProblem(value) : `is not ${what} record (${key})`;
}

/** Of a stranger: short, whatever it is. */
function inWords(value: unknown): string {
  return (JSON.stringify(typeof value === "object" ? null : value) ?? "undefined").slice(0, 80);
}

const LEGACY_KIND = /^plan_[a-z]{1,64}$/;
const LEGACY: Shape = { required: { timestamp: isTime } };

/** A line of an older design: shown, never acted upon. */
export function isLegacy(record: object): record is { kind: string; timestamp: number } {
  return "kind" in record && typeof record.kind === "string" && LEGACY_KIND.test(record.kind);
}

const ACTIONS: ReadonlySet<unknown> = new Set<ControlAction>([
  "queue",
  "start",
  "pause",
  "resume",
  "restart",
  "branch",
  "tree",
  "cancel",
  "kill",
]);
