// The authors' door. All of it is inlined in a user's bundle, so nothing here may pull in zod or Node.
export { createRoleModerator } from "#authoring/role-moderator.ts";
export { END, START } from "#authoring/sentinels.ts";
export type {
  AgentFn,
  Command,
  CommandingRole,
  CommandingWorkflowFn,
  Commands,
  Moderator,
  Role,
  RoleMeta,
  RoleResult,
  RoleStep,
  StartStep,
  ThreadContext,
  WorkflowDefinition,
} from "#authoring/types.ts";
export type { Descriptor, Limits, RoleDescriptor } from "#contract/descriptor.ts";
export type { Options, RoleOutput, ThreadInput, WorkflowFn, WorkflowResult } from "#contract/workflow.ts";
