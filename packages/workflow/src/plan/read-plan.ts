// The shape of a plan: which keys each step has, and what they default to.
import type { AgentStep, ApprovalStep, ConditionalStep, Step, ToolStep } from "./plan-shape.ts";
import {
  type Field,
  filled,
  isRecord,
  join,
  type Note,
  needed,
  optional,
  type Reader,
  readCount,
  readFlag,
  readJson,
  readList,
  readObject,
  readOneOf,
  readRecord,
  readSome,
  readText,
} from "./read-fields.ts";
import { findTool, whyNoTool } from "./tools.ts";

export const readPlan: Reader = (value, path, note) =>
  readObject({
    name: optional(readText),
    description: optional(readText),
    steps: needed(readSome(readStep)),
  })(value, path, note);

const readStep: Reader = (value, path, note) => {
  const type = isRecord(value) ? value.type : undefined;
  const fields = typeof type === "string" && Object.hasOwn(STEPS, type) ? STEPS[type] : undefined;
  if (fields === undefined) {
    note(isRecord(value) ? join(path, "type") : path, whyNoStep(value, type));
    return undefined;
  }
  const step = readObject({ ...NAMED, ...fields })(withBranches(value), path, note);
  // What was noted is missing in it, so the checks below expect holes.
  if (step !== undefined) CHECKS[type as Step["type"]]?.(step as never, path, note);
  return step;
};

function whyNoStep(value: unknown, type: unknown): string {
  const known = Object.keys(STEPS).join(", ");
  if (!isRecord(value)) return "must be a step, which is an object";
  if (type === "loop" || type === "subworkflow") return `a plan has no ${type} steps, only ${known}`;
  return type === undefined ? `is missing; known are ${known}` : `must be one of ${known}`;
}

/** Where every branch is one step, the list may be called `steps`, as in other steps of steps. */
function withBranches(value: unknown): unknown {
  if (!isRecord(value) || value.type !== "parallel" || !("steps" in value) || "branches" in value)
    return value;
  const { steps, ...rest } = value;
  return { ...rest, branches: steps };
}

const ID = /^[a-z][a-z0-9_-]*$/;

const readId: Reader = (value, path, note) => {
  if (typeof value === "string" && ID.test(value)) return value;
  note(path, "must be a small letter, then small letters, digits, - and _");
};

const readBranch: Reader = (value, path, note) =>
  readSome(readStep)(Array.isArray(value) ? value : [value], path, note);

const readCondition: Reader = (value, path, note) => {
  if (typeof value === "boolean") return value;
  const given = isRecord(value) ? value : {};
  const form = ["all", "any", "not"].find((key) => Object.hasOwn(given, key));
  const fields = CONDITIONS[form ?? (given.op === "exists" ? "exists" : "compare")];
  return readObject(fields ?? {})(value, path, note);
};

const readRetry: Reader = (value, path, note) => {
  const count = optional(readCount);
  const policy = { max: count, backoff: count, delayMs: count, maxDelayMs: count };
  return value === false ? value : readObject(policy)(value, path, note);
};

const CONDITIONS: Record<string, Record<string, Field>> = {
  all: { all: needed(readSome(readCondition)) },
  any: { any: needed(readSome(readCondition)) },
  not: { not: needed(readCondition) },
  exists: { left: needed(readText), op: needed(readOneOf("exists")) },
  compare: {
    left: needed(readJson),
    op: needed(readOneOf("==", "!=", "<", "<=", ">", ">=", "contains", "exists")),
    right: needed(readJson),
  },
};

const NAMED: Record<string, Field> = { id: needed(readId), type: needed(readText), name: optional(readText) };

const ATTEMPTED: Record<string, Field> = {
  continueOnError: filled(readFlag, false),
  timeoutMs: optional(readCount),
  retry: optional(readRetry),
};

const STEPS: Record<string, Record<string, Field>> = {
  tool: {
    tool: needed(readText),
    arguments: filled(readRecord, {}),
    ...ATTEMPTED,
    key: optional(readText),
    class: optional(readOneOf("read", "idempotent", "once")),
  },
  agent: {
    goal: needed(readText),
    context: optional(readText),
    settings: filled(readRecord, {}),
    ...ATTEMPTED,
  },
  approval: {
    prompt: optional(readText),
    items: filled(readList(readJson), []),
    ttlMs: optional(readCount),
    approvers: optional(readSome(readText)),
    differentApprover: optional(readFlag),
    onDeny: optional(readOneOf("deliver")),
  },
  conditional: {
    condition: needed(readCondition),
    then: filled(readList(readStep), []),
    else: filled(readList(readStep), []),
  },
  parallel: { branches: needed(readSome(readBranch)) },
};

// --- what keys alone cannot say

const CHECKS = {
  tool: checkTool,
  agent: checkAgent,
  approval: checkApproval,
  conditional: checkConditional,
  parallel: undefined,
};

function checkTool(step: Partial<ToolStep>, path: string, note: Note): void {
  if (step.tool === undefined || step.arguments === undefined) return;
  const tool = findTool(step.tool);
  if (tool === undefined) return note(join(path, "tool"), whyNoTool(step.tool));
  const at = join(path, "arguments");
  for (const key of tool.needs) if (!Object.hasOwn(step.arguments, key)) note(join(at, key), "is missing");
  for (const key of Object.keys(step.arguments))
    if (tool.takes !== undefined && !tool.takes.includes(key))
      note(join(at, key), `unknown key; ${step.tool} takes ${tool.takes.join(", ")}`);
  const { command, argv } = step.arguments;
  if (step.tool === "bash" && command !== undefined) readText(command, join(at, "command"), note);
  if (step.tool === "exec" && argv !== undefined) readSome(readArgument)(argv, join(at, "argv"), note);
  if (step.tool === "http") step.arguments = { method: "GET", ...step.arguments };
}

const readArgument: Reader = (value, path, note) => {
  if (typeof value === "string") return value;
  note(path, "must be a text");
};

/** Agents answer as alike as they can: a model's temperature is 0. */
function checkAgent({ settings }: Partial<AgentStep>, path: string, note: Note): void {
  if (settings === undefined) return;
  settings.temperature ??= 0;
  if (settings.temperature !== 0) note(join(path, "settings.temperature"), "must be 0 in a plan");
  if (Object.hasOwn(settings, "prompt")) note(join(path, "settings.prompt"), "is made of goal and context");
}

function checkApproval(step: Partial<ApprovalStep>): void {
  step.prompt ??= `Approve ${step.name ?? step.id}?`;
}

function checkConditional(step: Partial<ConditionalStep>, path: string, note: Note): void {
  if (step.then?.length === 0 && step.else?.length === 0) note(path, "has neither then nor else");
}
