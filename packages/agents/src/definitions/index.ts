// What the catalogue must know of these effects, as data: nothing heavy is imported here, and nothing of it is executed.
import type { EffectDefinition } from "@uncaged/workflow/executor";
import { AGENT_RUN } from "./agent-run.ts";
import { LLM_GENERATE } from "./llm-generate.ts";

export { LLM_GENERATE };

export const AGENT_EFFECTS: readonly EffectDefinition[] = [LLM_GENERATE, AGENT_RUN];
