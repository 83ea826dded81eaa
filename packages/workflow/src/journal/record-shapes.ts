// The members of every kind of record, as docs/formats/journal.md has them. What a member is used for (a date, a list's
// length, an argument of git) is safe for every value that passes here.
import {
  type Form,
  isAmount,
  isAnything,
  isBundle,
  isCommit,
  isCount,
  isDigest,
  isFlag,
  isLabel,
  isList,
  isMap,
  isMoment,
  isNames,
  isOrdinal,
  isSigned,
  isSum,
  isText,
  isTexts,
  isThread,
  isTime,
  isTrue,
  oneOf,
  type Shape,
  shape,
} from "#codec/field-forms.ts";
import { isEffect, isEvent, PLACE } from "#commands/line-shape.ts";
import { COMMANDS } from "#commands/registry.ts";

const isReport = shape({ code: isLabel, message: isText }, { hint: isText, details: isMap });
const isEffectError = shape(
  { code: isText, message: isText },
  { retryable: isFlag, retryAfterMs: isAmount, details: isMap },
);
const isKey: Form = (value) => value === null || isText(value);

/** A run of copied lines, in a fork's start line. */
export const isCopiedBlock = shape({ bytes: isOrdinal, sha256: isDigest, sum: isSum });

const isLimits = shape(
  {},
  {
    timeoutMs: isAmount,
    maxSteps: isAmount,
    maxParallel: isAmount,
    maxOutputBytes: isAmount,
    maxCost: isAmount,
    maxTokens: isAmount,
    allowUnpriced: isFlag,
  },
);
const isWorkspace = shape(
  { path: isText },
  { repo: isText, ref: isText, commit: isCommit, worktreeOf: isText, tree: isCommit },
);
const isParameters = shape(
  { prompt: isText, options: shape({ isDryRun: isFlag, maxRounds: isCount }) },
  {
    variables: isTexts,
    key: isText,
    strictRoles: isFlag,
    limits: isLimits,
    workspace: isWorkspace,
    receipts: isList,
  },
);
const isOrigin = shape(
  { threadId: isThread, hash: isBundle, steps: isCount },
  { lines: isCount, changed: isFlag, copy: isCopiedBlock, startedBy: isNames },
);

export const START: Shape = {
  required: {
    threadId: isThread,
    hash: isBundle,
    name: isLabel,
    sha256: isDigest,
    parameters: isParameters,
    timestamp: isTime,
  },
  optional: {
    initiator: shape({ type: isLabel, actor: isText }),
    trigger: shape({ type: isLabel }),
    runtime: shape({ attempt: isOrdinal }),
    executionId: isText,
    idempotencyKey: isText,
    forkFrom: isOrigin,
  },
};

const CONTROL: Shape = {
  required: { timestamp: isTime },
  optional: { actor: isText, reason: isText, at: isCount, steps: isCount, commit: isCommit, head: isCommit },
};
const BRANCH: Shape = { required: { at: isOrdinal, steps: isCount, timestamp: isTime } };
const TREE: Shape = {
  required: { at: isCount, timestamp: isTime },
  optional: {
    commit: isCommit,
    head: isCommit,
    files: isDigest,
    unkept: (value) => isList(value) && (value as unknown[]).every(shape({ path: isText, why: isLabel })),
    unkeptMore: isCount,
    lost: isText,
  },
};

/** The lines that open commands are described in the commands' files. */
const OPENINGS = Object.values(COMMANDS);
const INTENTS: ReadonlyMap<unknown, Shape> = new Map(
  OPENINGS.filter(({ line }) => line.kind === "intent").map(({ word, line }) => [word, line.shape]),
);

const KINDS: ReadonlyMap<unknown, Shape> = new Map<unknown, Shape>([
  [
    "attempt",
    {
      required: {
        ...PLACE,
        intent: isDigest,
        attempt: isCount,
        status: oneOf("started", "failed", "unknown"),
      },
      optional: { error: isEffectError, costUsd: isAmount, delayMs: isAmount },
    },
  ],
  [
    "receipt",
    {
      required: {
        ...PLACE,
        intent: isDigest,
        effect: isEffect,
        executor: isLabel,
        status: oneOf("ok", "error", "timeout", "fault", "unknown"),
        attempt: isCount,
        thread: isThread,
        workflow: isLabel,
        hash: isBundle,
        paramsHash: isDigest,
        sig: isSigned,
      },
      optional: { error: isEffectError, costUsd: isAmount, issuerRef: isText, key: isText, actor: isText },
    },
  ],
  [
    "fault",
    {
      required: {
        ...PLACE,
        intent: isDigest,
        effect: isEffect,
        code: isLabel,
        message: isText,
        payloadHash: isDigest,
        payloadSize: isCount,
      },
      optional: { costUsd: isAmount, dropped: isCount },
    },
  ],
  [
    "reject",
    {
      required: { n: isOrdinal, index: isCount, timestamp: isTime, code: isLabel, message: isText },
      optional: { do: isText, effect: isText },
    },
  ],
  [
    "decision",
    {
      required: {
        ...PLACE,
        intent: isDigest,
        decision: oneOf("approve", "deny", "answer", "retry"),
        actor: isText,
        at: isMoment,
      },
      optional: { reason: isText, simulated: isTrue, ends: isTrue },
    },
  ],
  ...OPENINGS.filter(({ line }) => line.kind !== "intent").map(
    ({ line }) => [line.kind, line.shape] as const,
  ),
  [
    "event",
    {
      required: { event: isEvent, value: isAnything, key: isKey, seq: isCount, timestamp: isTime },
      optional: { simulated: isTrue },
    },
  ],
  [
    "result",
    {
      required: {
        status: oneOf("completed", "failed", "cancelled", "killed"),
        returnCode: Number.isSafeInteger,
        summary: isText,
        timestamp: isTime,
      },
      optional: { reachedMaxRounds: isTrue, output: isMap, error: isReport },
    },
  ],
  ["seal", { required: { sha256: isDigest, sig: isSigned, key: isSigned, timestamp: isTime } }],
]);

/** Undefined for a kind, or a command, that nobody knows. */
export function shapeOf(record: Record<string, unknown>): Shape | undefined {
  if (record.kind === "intent") return INTENTS.get(record.do);
  if (record.kind !== "control") return KINDS.get(record.kind);
  return record.action === "branch" ? BRANCH : record.action === "tree" ? TREE : CONTROL;
}
