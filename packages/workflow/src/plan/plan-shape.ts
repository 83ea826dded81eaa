// A plan after normalisePlan: every default filled in, every key known.
import type { ApproveCommand, EffectCommand, Json } from "#contract/command.ts";

export type Plan = { name?: string; description?: string; steps: Step[] };

export type Step = ToolStep | AgentStep | ApprovalStep | ConditionalStep | ParallelStep;

/** A step that becomes one command. The others only say which commands come when. */
export type AskingStep = ToolStep | AgentStep | ApprovalStep;

/** `id` is unique in the plan; `name` is for people. */
type Named = { id: string; name?: string };

type Attempted = Pick<EffectCommand, "timeoutMs" | "retry"> & {
  /** true: the plan goes on when this step fails. */
  continueOnError: boolean;
};

export type ToolStep = Named &
  Attempted &
  Pick<EffectCommand, "key" | "class"> & {
    type: "tool";
    /** bash, exec, http, read_file, write_file, or an effect by its name. */
    tool: string;
    arguments: Fields;
  };

export type AgentStep = Named &
  Attempted & {
    type: "agent";
    goal: string;
    /** Follows the goal in the prompt, after an empty line. */
    context?: string;
    /** Model settings, handed on as they are. `temperature` is 0. */
    settings: Fields;
  };

export type ApprovalStep = Named &
  Pick<ApproveCommand, "ttlMs" | "approvers" | "differentApprover" | "onDeny"> & {
    type: "approval";
    prompt: string;
    items: Json[];
  };

export type ConditionalStep = Named & {
  type: "conditional";
  condition: Condition;
  then: Step[];
  else: Step[];
};

/** Each branch is a sequence. They are sorted by the ids of their first steps. */
export type ParallelStep = Named & { type: "parallel"; branches: Step[][] };

export type Operator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "contains" | "exists";

export type Condition =
  | boolean
  | { left: Json; op: Operator; right?: Json }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition };

export type Fields = { [key: string]: Json };
