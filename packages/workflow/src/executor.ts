// The door for executors that live in other packages: the words of effects, and what every executor does alike.

export { canonicalJson } from "#codec/canonical-json.ts";
export { isSecretReference, type SecretReference } from "#codec/secret-reference.ts";
export type { Json } from "#contract/command.ts";
export type {
  EffectDefinition,
  EffectError,
  Executed,
  Executor,
  ExecutorCall,
  JsonSchema,
} from "#contract/effect.ts";
export { git } from "#disk/workspace/git.ts";
export { check, type Problem } from "#effects/check-schema.ts";
export { TextTail } from "#effects/executors/captured-text.ts";
export { readFileExecutor } from "#effects/executors/fs-read.ts";
export { writeFileExecutor } from "#effects/executors/fs-write.ts";
export { leadsIntoGit } from "#effects/executors/git-path.ts";
export { LineSplitter } from "#effects/executors/line-splitter.ts";
export { programEnv } from "#effects/executors/program-env.ts";
export { startProgram } from "#effects/executors/run-program.ts";
export { folderInside, isInside, pathInside } from "#effects/executors/workspace-path.ts";
export type { AnsweredEffect, EffectExecutor, ExecutorPorts } from "#effects/executors.ts";
export { type PermissionRule, type Ruling, TOOL_KINDS } from "#effects/policy.ts";
export {
  costOf,
  type KnownPrice,
  openPrices,
  type Price,
  type Prices,
  plainName,
  priceOf,
  type Tokens,
} from "#effects/prices/price-table.ts";
export { invalid, readMap, readStrings } from "#effects/read-yaml.ts";
export { aborted, Refusal, timedOut, tooLarge } from "#effects/refusal.ts";
export { registerExecutor, registerExecutors } from "#effects/registry.ts";
export { retryAfterMs } from "#effects/retry-after.ts";
export { type Secrets, secretText } from "#effects/secrets.ts";
