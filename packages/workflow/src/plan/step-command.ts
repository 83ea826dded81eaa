// A step as the command it stands for, every template resolved: the intent holds what was really asked.
import type { ApproveCommand, EffectCommand, Json, SingleCommand } from "#contract/command.ts";
import type { AgentStep, ApprovalStep, AskingStep, Fields, ToolStep } from "./plan-shape.ts";
import { PlanFault, render, resolve, type Scope } from "./template.ts";
import { AGENT_EFFECT, findTool, whyNoTool } from "./tools.ts";

export function commandOf(step: AskingStep, scope: Scope): SingleCommand {
  try {
    if (step.type === "approval") return approveCommand(step, scope);
    return step.type === "tool" ? toolCommand(step, scope) : agentCommand(step, scope);
  } catch (error) {
    if (!(error instanceof PlanFault)) throw error;
    throw new PlanFault(`step ${step.id}: ${error.message}`, { cause: error });
  }
}

function toolCommand(step: ToolStep, scope: Scope): EffectCommand {
  const tool = findTool(step.tool);
  if (tool === undefined) throw new PlanFault(whyNoTool(step.tool));
  const given = resolve(step.arguments, scope, tool.isText ? "text" : "value") as Fields;
  return {
    do: "effect",
    effect: tool.effect,
    id: step.id,
    params: step.tool === "bash" ? bashParams(given) : given,
    ...pick(step, ["timeoutMs", "retry", "class"]),
    ...(step.key === undefined ? {} : { key: render(step.key, scope) }),
  };
}

/** Who writes `bash` asks for a shell; the engine itself starts none. */
function bashParams({ command, ...rest }: Fields): Json {
  return { argv: ["bash", "-c", command as string], ...rest };
}

function agentCommand(step: AgentStep, scope: Scope): EffectCommand {
  const settings = resolve(step.settings, scope, "value") as Fields;
  const context = step.context === undefined ? "" : `\n\n${render(step.context, scope)}`;
  return {
    do: "effect",
    effect: AGENT_EFFECT,
    id: step.id,
    params: { ...modelOf(scope), ...settings, prompt: `${render(step.goal, scope)}${context}` },
    ...pick(step, ["timeoutMs", "retry"]),
  };
}

/** `--var model=...`, for steps that name none. */
function modelOf(scope: Scope): Fields {
  const model = scope.variables.get("model");
  return model === undefined ? {} : { model };
}

function approveCommand(step: ApprovalStep, scope: Scope): ApproveCommand {
  return {
    do: "approve",
    id: step.id,
    prompt: render(step.prompt, scope),
    items: resolve(step.items, scope, "value") as Json[],
    ...pick(step, ["ttlMs", "approvers", "differentApprover", "onDeny"]),
  };
}

/** Only keys that are there: a command has no undefined members. */
function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(
    keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]),
  ) as Pick<T, K>;
}
