// The effects of models and coding agents. Every workflow may ask for them by these names. The core knows the names only:
// who performs them is registered where a process is composed, or is a program of effects.yaml.

export const LLM_EFFECT = "sys/llm.generate@1";
export const AGENT_EFFECT = "sys/agent.run@1";
export const MODEL_EFFECTS: ReadonlySet<string> = new Set([LLM_EFFECT, AGENT_EFFECT]);

/** What to do when nobody performs a model effect; undefined for an effect of another kind. */
export function missingPackageHint(effect: string): string | undefined {
  if (!MODEL_EFFECTS.has(effect)) return undefined;
  return `${effect} is performed by the package @uncaged/workflow-agents: register it in the worker (docs/client.md#executors), or name a program in effects.yaml`;
}
