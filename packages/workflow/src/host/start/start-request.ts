// run from a request: ids and hashes as flags, the rest as one JSON document on stdin. It names a bundle, or holds a plan
// of steps, which the built-in bundle `plan` carries out.
import { canonicalJson } from "#codec/canonical-json.ts";
import { sha256Hex } from "#codec/sha256.ts";
import { isUlid } from "#codec/ulid.ts";
import { isBundleId } from "#codec/xxh64.ts";
import type { Json } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";
import { isWorkflowName } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import type { StartRecord } from "#contract/record.ts";
import { isDirectory } from "#disk/directory.ts";
import { normalisePlan, PlanInvalid } from "#plan/check-plan.ts";
import { getBundle, type StoredBundle } from "#store/bundle-store.ts";
import { assertRuntimeEnabled } from "../open/runtime-enabled.ts";
import type { Store } from "../open/store.ts";
import { builtInPlan } from "../workflows/built-in-plan.ts";
import { findWorkflow } from "../workflows/find-workflow.ts";
import { checkKey } from "./check-key.ts";
import { assertOutsideStore, readWorkspace } from "./read-workspace.ts";
import { launchOnce, type StartedOnce } from "./start-once.ts";

export type RunRequest = {
  executionId: string;
  /** sha256:<hex>, <hex> or a bundle id. */
  workflowHash: string | undefined;
  workspace: string;
  requestId: string | undefined;
  /** Of a keyed workflow. */
  key: string | undefined;
  limits: NonNullable<StartRecord["parameters"]["limits"]>;
  /** What came on stdin, parsed. */
  document: unknown;
};

export async function startRequest(store: Store, request: RunRequest): Promise<StartedOnce> {
  await assertRuntimeEnabled(store);
  const document = readDocument(request.document);
  if (!request.workspace.startsWith("/") || !isDirectory(request.workspace))
    throw new WorkflowError("USAGE", `--workspace ${request.workspace} is not an absolute path of a folder`);
  const workspace = await readWorkspace(request.workspace);
  assertOutsideStore(store.layout, workspace);
  if (request.workflowHash === undefined)
    throw new WorkflowError(
      "HASH_MISMATCH",
      "--workflow-hash is missing: a request says which code it means",
      {
        hint: "uncaged-workflow validate <file> --json prints it as workflowHash",
      },
    );
  const found = await findCode(store, document.workflow);
  assertHash(found.hashes, request.workflowHash);
  await checkKey(store, found.name, found.bundle, request.key);
  const requestId = request.requestId ?? document.idempotencyKey;
  if (requestId === undefined)
    throw new WorkflowError(
      "USAGE",
      "a request needs an id of its own, so that sending it twice runs it once",
      {
        hint: "--request-id <id>, or runtime.idempotencyKey in the document",
      },
    );
  // Ids are taken in any case; a thread's own is written in capitals.
  const isThreadId = isUlid(request.executionId.toUpperCase());
  const executionId = isThreadId ? request.executionId.toUpperCase() : request.executionId;
  const threadId = isThreadId ? executionId : store.newThreadId();
  const start = {
    name: found.name,
    hash: found.bundle.id,
    sha256: found.bundle.sha256,
    threadId,
    parameters: {
      prompt: document.variables.prompt ?? "",
      options: { isDryRun: false, maxRounds: LIMITS.roundsMax },
      variables: { ...document.variables, ...found.variables },
      ...(request.key === undefined ? {} : { key: request.key }),
      limits: lowered(document.policy, request.limits),
      workspace,
    },
    initiator: { type: "manual" as const, actor: store.actor },
    trigger: document.trigger,
    ...(document.attempt === undefined ? {} : { runtime: { attempt: document.attempt } }),
    ...(isThreadId ? {} : { executionId }),
    timestamp: store.clock.now(),
  };
  return launchOnce(store, start, { requestId, executionId });
}

type Document = {
  workflow: unknown;
  variables: Record<string, string>;
  trigger: NonNullable<StartRecord["trigger"]>;
  idempotencyKey: string | undefined;
  attempt: number | undefined;
  policy: NonNullable<StartRecord["parameters"]["limits"]>;
};

function readDocument(value: unknown): Document {
  const document = mapOf(value, "the request", ["workflow", "trigger", "variables", "runtime"]);
  if (document.workflow === undefined) throw invalid("workflow", "is missing");
  const runtime = mapOf(document.runtime ?? {}, "runtime", ["attempt", "idempotencyKey", "policy"]);
  const policy = mapOf(runtime.policy ?? {}, "runtime.policy", Object.keys(POLICY));
  const trigger = mapOf(document.trigger ?? { type: "manual" }, "trigger", ["type", "metadata"]);
  if (typeof trigger.type !== "string") throw invalid("trigger.type", "must be a word");
  if (runtime.idempotencyKey !== undefined && typeof runtime.idempotencyKey !== "string")
    throw invalid("runtime.idempotencyKey", "must be a string");
  return {
    workflow: document.workflow,
    variables: variablesOf(document.variables ?? {}),
    trigger: {
      type: trigger.type,
      ...(trigger.metadata === undefined ? {} : { metadata: trigger.metadata as Json }),
    },
    idempotencyKey: runtime.idempotencyKey,
    attempt: attemptOf(runtime.attempt),
    policy: policyOf(policy),
  };
}

function attemptOf(value: unknown): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= 1))
    return value as number | undefined;
  throw invalid("runtime.attempt", "must be a whole number, 1 or more");
}

/** What holds when a request says nothing. */
const POLICY: Record<string, number> = {
  timeoutMs: 120_000,
  maxSteps: LIMITS.stepsMax,
  maxParallel: LIMITS.parallelMax,
  maxOutputBytes: LIMITS.outputBytes,
};

function policyOf(given: Record<string, unknown>): Document["policy"] {
  return Object.fromEntries(
    Object.entries(POLICY).map(([key, usual]) => {
      const value = given[key] ?? usual;
      if (!Number.isSafeInteger(value) || (value as number) <= 0)
        throw invalid(`runtime.policy.${key}`, "must be a positive whole number");
      return [key, value];
    }),
  );
}

/** Flags may only lower what the request allows. */
function lowered(policy: Document["policy"], flags: RunRequest["limits"]): Document["policy"] {
  const merged: Record<string, number | true> = { ...(policy as Record<string, number>) };
  for (const [key, value] of Object.entries(flags))
    merged[key] = value === true ? value : Math.min(Number(merged[key] ?? Infinity), value);
  return merged;
}

/** A variable is text; other values are passed as their JSON. */
function variablesOf(value: unknown): Record<string, string> {
  const map = mapOf(value, "variables");
  return Object.fromEntries(
    Object.entries(map).map(([key, item]) => [key, typeof item === "string" ? item : JSON.stringify(item)]),
  );
}

type Code = { name: string; bundle: StoredBundle; hashes: string[]; variables: Record<string, string> };

async function findCode(store: Store, workflow: unknown): Promise<Code> {
  if (typeof workflow === "string") return findNamed(store, workflow);
  const plan = planOf(workflow);
  const bundle = await builtInPlan(store);
  const text = canonicalJson(plan);
  return { name: "plan", bundle, hashes: [sha256Hex(text)], variables: { plan: text } };
}

async function findNamed(store: Store, typed: string): Promise<Code> {
  const byName = isWorkflowName(typed) ? await findWorkflow(store, typed) : null;
  if (byName === null && !isBundleId(typed.toUpperCase()))
    throw invalid("workflow", `is neither a workflow's name, nor a bundle's id, nor a plan: ${typed}`);
  const bundle = getBundle(store.layout, byName?.hash ?? typed.toUpperCase(), byName?.sha256);
  return {
    name: byName === null ? bundle.id : typed,
    bundle,
    hashes: [bundle.sha256, bundle.id],
    variables: {},
  };
}

function planOf(value: unknown): Json {
  try {
    return normalisePlan(value) as unknown as Json;
  } catch (error) {
    if (!(error instanceof PlanInvalid)) throw error;
    throw new WorkflowError("SCHEMA_INVALID", `workflow: ${error.message}`, {
      details: { problems: error.problems },
    });
  }
}

function assertHash(hashes: string[], given: string): void {
  const bare = given.replace(/^sha256:/i, "");
  if (hashes.some((hash) => hash.toLowerCase() === bare.toLowerCase())) return;
  throw new WorkflowError(
    "HASH_MISMATCH",
    "--workflow-hash is not that of the workflow in the request; nothing ran",
    {
      details: { expected: given, actual: `sha256:${hashes[0]}` },
    },
  );
}

function mapOf(value: unknown, name: string, known?: string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(name, "must be an object");
  const odd = known === undefined ? undefined : Object.keys(value).find((key) => !known.includes(key));
  if (odd !== undefined) throw invalid(`${name}.${odd}`, `is not known (known: ${known?.join(", ")})`);
  return value as Record<string, unknown>;
}

function invalid(field: string, problem: string): WorkflowError {
  return new WorkflowError("SCHEMA_INVALID", `${field} ${problem}`, { details: { field } });
}
