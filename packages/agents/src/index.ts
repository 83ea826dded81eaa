// The effects of this package, for the program that composes a process: `registerExecutors(() => AGENT_EXECUTORS)`.
//
// Definitions are light data. The libraries of model providers, the coding agents' command lines and the protocol are
// three parts, each loaded when a thread first asks for it.
import type { EffectExecutor } from "@uncaged/workflow/executor";
import { AGENT_RUN } from "./definitions/agent-run.ts";
import { LLM_GENERATE } from "./definitions/llm-generate.ts";

export type { EffectExecutor };

export const AGENT_EXECUTORS: readonly EffectExecutor[] = [
  {
    definition: LLM_GENERATE,
    load: async (ports) => (await import("./llm/index.ts")).llmExecutor(ports),
  },
  {
    definition: AGENT_RUN,
    // Two ways to run a coding agent: by its own command line, and over the protocol.
    load: async (ports) => async (call) => {
      const { via } = call.params as { via?: string };
      const execute =
        via === "acp"
          ? (await import("./acp/index.ts")).acpExecutor(ports)
          : (await import("./cli/index.ts")).agentExecutor(ports);
      return execute(call);
    },
  },
];
