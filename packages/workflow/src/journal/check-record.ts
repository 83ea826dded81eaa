// The grammar of a journal: which record may stand where, and what it must hold. Plain checks, no schema library:
// every line of every resumed thread passes here.
import { isObject } from "#codec/is-object.ts";
import type { ControlAction, CopiedBlock, JournalRecord, RoleRecord, StartRecord } from "#contract/record.ts";

/** What is wrong with a parsed line at this place, or null. `after` is the record kind that ended the thread, if one did. */
export function recordProblem(value: unknown, place: { line: number; ended: boolean }): string | null {
  if (!isObject(value)) return "is not an object";
  if (place.line === 1) return startProblem(value);
  if (!("kind" in value)) return place.ended ? "stands after the result" : roleProblem(value);
  if (place.ended && value.kind !== "seal") return "stands after the result";
  return kindProblem(value);
}

export function isRole(record: JournalRecord): record is RoleRecord {
  return "role" in record;
}

export function isStart(record: JournalRecord): record is StartRecord {
  return "threadId" in record;
}

/** The lines a fork took over as they were; null when it has none, or chained them anew. */
export function copyOf(start: StartRecord): CopiedBlock | null {
  const copy: unknown = start.forkFrom?.copy;
  return isCopy(copy) ? copy : null;
}

function isCopy(value: unknown): value is CopiedBlock {
  return isObject(value) && Number.isSafeInteger(value.bytes) && isText(value.sha256) && isText(value.sum);
}

function startProblem(value: Record<string, unknown>): string | null {
  const parameters = value.parameters;
  if (!isText(value.threadId) || !isText(value.hash) || !isText(value.name) || !isText(value.sha256))
    return "is not a start record (threadId, hash, name, sha256)";
  if (!isObject(parameters) || !isText(parameters.prompt) || !isObject(parameters.options))
    return "is not a start record (parameters)";
  if (isObject(value.forkFrom) && "copy" in value.forkFrom && !isCopy(value.forkFrom.copy))
    return "is not a start record (forkFrom.copy)";
  return stampProblem(value);
}

function roleProblem(value: Record<string, unknown>): string | null {
  if (!isText(value.role)) return "is not a role record (role)";
  if (!isText(value.content)) return "is not a role record (content)";
  if (!isObject(value.meta)) return "is not a role record (meta)";
  return stampProblem(value);
}

function kindProblem(value: Record<string, unknown>): string | null {
  switch (value.kind) {
    case "control":
      return ACTIONS.has(value.action)
        ? stampProblem(value)
        : `has an unknown control action ${JSON.stringify(value.action)}`;
    case "result":
      return STATUSES.has(value.status) && typeof value.returnCode === "number" && isText(value.summary)
        ? stampProblem(value)
        : "is not a result record";
    case "seal":
      return isText(value.sha256) && isText(value.sig) && isText(value.key)
        ? stampProblem(value)
        : "is not a seal";
    case "intent":
    case "attempt":
    case "receipt":
    case "fault":
    case "reject":
    case "decision":
    case "checkpoint":
    case "annotation":
      return commandProblem(value, value.kind);
    default:
      if (isLegacy(value)) return stampProblem(value);
      return `has an unknown kind ${JSON.stringify(value.kind)}; a newer version may have written it`;
  }
}

const LEGACY_KIND = /^plan_[a-z]+$/;

/** A line of an older design: shown, never acted upon. */
export function isLegacy(record: object): record is { kind: string; timestamp: number } {
  return "kind" in record && isText(record.kind) && LEGACY_KIND.test(record.kind);
}

/** What the lines of a command must hold, besides their place. */
const COMMAND_KEYS: Record<string, Record<string, "string" | "number">> = {
  intent: { id: "string", do: "string" },
  attempt: { intent: "string", attempt: "number", status: "string" },
  receipt: {
    intent: "string",
    effect: "string",
    executor: "string",
    status: "string",
    attempt: "number",
    sig: "string",
  },
  fault: { intent: "string", effect: "string", code: "string", payloadHash: "string" },
  reject: { code: "string", message: "string" },
  decision: { intent: "string", decision: "string", actor: "string", at: "string" },
  checkpoint: { stateHash: "string", seq: "number" },
  annotation: {},
};

function commandProblem(value: Record<string, unknown>, kind: string): string | null {
  for (const key of ["n", "index"] as const)
    if (!Number.isSafeInteger(value[key]) || (value[key] as number) < 0)
      return `is not a ${kind} record (${key})`;
  for (const [key, type] of Object.entries(COMMAND_KEYS[kind] ?? {}))
    if (typeof value[key] !== type) return `is not a ${kind} record (${key})`;
  return stampProblem(value);
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
const STATUSES: ReadonlySet<unknown> = new Set(["completed", "failed", "cancelled", "killed"]);

function stampProblem(value: Record<string, unknown>): string | null {
  return Number.isSafeInteger(value.timestamp) ? null : "has no timestamp";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
