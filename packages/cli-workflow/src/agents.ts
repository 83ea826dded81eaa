// The executors of models and coding agents. Definitions are loaded when a catalogue is opened or params are shown: `list`
// needs neither.
import type { EffectExecutor } from "@uncaged/workflow-agents";

export function agents(): readonly EffectExecutor[] {
  const loaded = require("@uncaged/workflow-agents") as typeof import("@uncaged/workflow-agents");
  return loaded.AGENT_EXECUTORS;
}
