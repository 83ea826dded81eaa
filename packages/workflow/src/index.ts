// The authors' door. All of it is inlined in a user's bundle, so nothing here may pull in zod or Node.
export { agent, type Session } from "#authoring/agent.ts";
export { AgentError } from "#authoring/agent-error.ts";
export type { CallAgent, CommandAgent, ModelAgent } from "#authoring/agent-options.ts";
export type { AnswerSchema, StandardSchema } from "#authoring/agent-schema.ts";
export { type AgentTool, type AgentTools, tool } from "#authoring/agent-tools.ts";
export type { AnswerOf, Ask, SingleAsk } from "#authoring/ask.ts";
export {
  all,
  annotate,
  any,
  approve,
  checkpoint,
  context,
  continueWith,
  input,
  now,
  random,
  receive,
  sleep,
  sleepUntil,
  type Winner,
} from "#authoring/commands.ts";
export {
  type Content,
  type EffectAsk,
  type EffectOptions,
  type Encoding,
  type Exec,
  type ExecOptions,
  effect,
  exec,
  getBlob,
  type HttpRequest,
  type HttpResponse,
  http,
  putBlob,
  type ReceiptOf,
  readFile,
  type Secret,
  secret,
  writeFile,
} from "#authoring/effects.ts";
export {
  type AgentAnswer,
  type AgentName,
  type AgentRequest,
  type Generated,
  type GenerateRequest,
  generate,
  type ModelMessage,
  type ModelToolCall,
  type ModelUsage,
  runAgent,
} from "#authoring/models.ts";
export { must, ReceiptError } from "#authoring/must.ts";
export { type RetryOptions, retry } from "#authoring/retry.ts";
export { createRoleModerator } from "#authoring/role-moderator.ts";
export { END, START } from "#authoring/sentinels.ts";
export { together } from "#authoring/together.ts";
export type {
  AgentFn,
  CommandingRole,
  Moderator,
  Role,
  RoleMeta,
  RoleResult,
  RoleStep,
  StartStep,
  ThreadContext,
  WorkflowDefinition,
} from "#authoring/types.ts";
export type { Command, Commands, Context, Decision, Json, RetryPolicy } from "#contract/command.ts";
export type { Descriptor, Limits, RoleDescriptor } from "#contract/descriptor.ts";
export type { EffectClass, EffectError, Receipt, ReceiptStatus } from "#contract/effect.ts";
export type {
  CallOptions,
  Options,
  RoleOutput,
  ThreadInput,
  WorkflowFn,
  WorkflowResult,
} from "#contract/workflow.ts";
