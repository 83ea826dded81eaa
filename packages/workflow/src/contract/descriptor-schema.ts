import * as z from "zod";
import type { Descriptor } from "./descriptor.ts";
import { WorkflowError } from "./errors.ts";
import { withOurNames } from "./limit-names.ts";
import { LIMITS } from "./limits.ts";

const positive = z.int().positive();
const data = z.record(z.string(), z.unknown());

const roleSchema = z.strictObject({ description: z.string(), schema: data.exactOptional() });

const limitsSchema = z.strictObject({
  stepTimeoutMs: positive.exactOptional(),
  timeoutMs: positive.exactOptional(),
  maxSteps: positive.exactOptional(),
  stepBytes: positive.exactOptional(),
  journalBytes: positive.exactOptional(),
  maxCommands: positive.max(10_000).exactOptional(),
  maxParallel: positive.max(1_000).exactOptional(),
  maxOutputBytes: positive.max(LIMITS.stepBytes).exactOptional(),
  maxCost: z.number().positive().exactOptional(),
  maxTokens: positive.exactOptional(),
  maxEffects: positive.exactOptional(),
  maxEffectsOf: z.record(z.string(), z.int().nonnegative()).exactOptional(),
  loop: z
    .strictObject({ window: positive.max(LIMITS.loopWindow), threshold: z.int().min(2) })
    .exactOptional(),
  breaker: positive.exactOptional(),
});

const effectName = z
  .string()
  .regex(/^[a-z][a-z0-9-]*\/[a-z][a-zA-Z0-9.-]*@[1-9][0-9]*$/, "is not an effect name such as sys/exec@1");

export const descriptorSchema = z.strictObject({
  description: z.string(),
  roles: z.record(z.string().min(1), roleSchema),
  determinism: z.enum(["steps", "strict"]).exactOptional(),
  effects: z.array(effectName).exactOptional(),
  events: data.exactOptional(),
  key: data.exactOptional(),
  state: data.exactOptional(),
  resources: data.exactOptional(),
  limits: limitsSchema.exactOptional(),
  constraints: data.exactOptional(),
  concurrency: positive.exactOptional(),
});

/** Every complaint is in the message, each with the path of its field. */
export function parseDescriptor(value: unknown): Descriptor {
  assertPlainData(value, []);
  const parsed = descriptorSchema.safeParse(named(value));
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.flatMap(describeIssue));
}

function named(value: unknown): unknown {
  if (!isPlainObject(value) || !isPlainObject(value.limits)) return value;
  return { ...value, limits: withOurNames(value.limits) };
}

/** zod drops `__proto__` keys in silence and does not look inside `schema`, `events` and the like; this does. */
function assertPlainData(value: unknown, path: PropertyKey[]): void {
  if (path.length > LIMITS.depth)
    throw invalid([`${nameOf(path)}: nested deeper than ${LIMITS.depth} levels`]);
  if (value === null || typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number" && Number.isFinite(value)) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) assertPlainData(item, [...path, index]);
    return;
  }
  if (!isPlainObject(value)) throw invalid([`${nameOf(path)}: is not JSON data`]);
  for (const [key, item] of Object.entries(value)) {
    if (key === "__proto__") throw invalid([`${nameOf([...path, key])}: this key is not accepted`]);
    assertPlainData(item, [...path, key]);
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => `${nameOf([...issue.path, key])}: unknown key`);
  return [`${nameOf(issue.path)}: ${issue.message}`];
}

function nameOf(path: PropertyKey[]): string {
  return ["descriptor", ...path.map(String)].join(".");
}

function invalid(issues: string[]): WorkflowError {
  return new WorkflowError("DESCRIPTOR_INVALID", issues.join("; "), { details: { issues } });
}
