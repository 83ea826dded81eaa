import * as z from "zod";
import type { Descriptor } from "./descriptor.ts";
import type { SecretTargets } from "./effect.ts";
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

/** As matchesHost of effects/secret-rules.ts reads it. */
const SECRET_HOST = /^(http:\/\/)?(\*\.)?(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_.-]+)(:\d{1,5})?$/;

const effectName = z
  .string()
  .regex(/^[a-z][a-z0-9-]*\/[a-z][a-zA-Z0-9.-]*@[1-9][0-9]*$/, "is not an effect name such as sys/exec@1");

const words = z.array(z.string().min(1)).min(1);

const secretSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,127}$/, "is not a name such as API_TOKEN"),
  effects: z.array(effectName).min(1),
  hosts: z
    .array(z.string().regex(SECRET_HOST, "is not a host such as api.example.com, *.example.com or host:8443"))
    .min(1)
    .exactOptional(),
  programs: words.exactOptional(),
  files: words.exactOptional(),
  places: words.exactOptional(),
});

export const descriptorSchema = z.strictObject({
  description: z.string(),
  roles: z.record(z.string().min(1), roleSchema),
  determinism: z.enum(["steps", "strict"]).exactOptional(),
  effects: z.array(effectName).exactOptional(),
  secrets: z.array(secretSchema).exactOptional(),
  events: data.exactOptional(),
  event: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).exactOptional(),
  faults: z.enum(["deliver", "fail"]).exactOptional(),
  context: z.boolean().exactOptional(),
  annotations: data.exactOptional(),
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
  if (!parsed.success) throw invalid(parsed.error.issues.flatMap(describeIssue));
  assertSecretsFit(parsed.data);
  assertEventsKnown(parsed.data);
  return parsed.data;
}

function named(value: unknown): unknown {
  if (!isPlainObject(value) || !isPlainObject(value.limits)) return value;
  return { ...value, limits: withOurNames(value.limits) };
}

/** A secret is for effects the bundle has; a list it needs and lacks would let it go nowhere. */
function assertSecretsFit({ effects = [], secrets = [] }: Descriptor): void {
  const issues = secrets.flatMap((secret, index) =>
    secret.effects.flatMap((effect) => {
      const list = TARGETS[effect];
      return [
        ...(effects.includes(effect) ? [] : [`${effect} is not in descriptor.effects`]),
        ...(list === undefined || secret[list] !== undefined
          ? []
          : [`a secret for ${effect} must say which \`${list}\` it may go to`]),
      ].map((problem) => `descriptor.secrets.${index}: ${problem}`);
    }),
  );
  if (issues.length > 0) throw invalid(issues);
}

const TARGETS: Record<string, SecretTargets> = {
  "sys/http.request@1": "hosts",
  "sys/exec@1": "programs",
  "sys/agent.run@1": "programs",
  "sys/fs.write@1": "files",
};

/** `event` names what `events` describes. */
function assertEventsKnown({ event = [], events }: Descriptor): void {
  const unknown = events === undefined ? [] : [event].flat().filter((name) => !Object.hasOwn(events, name));
  if (unknown.length > 0)
    throw invalid(unknown.map((name) => `descriptor.event: "${name}" is not among descriptor.events`));
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
