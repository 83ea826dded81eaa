// What a coding agent sees of our environment: what its documents name, and what the store adds by name.
import { type ExecutorPorts, programEnv } from "@uncaged/workflow/executor";
import { type AddedEnv, addedEnv, passedEnv } from "../common/passed-env.ts";
import type { Preset } from "../definitions/presets.ts";

type Asked = { env?: AddedEnv; access: "read" | "edit" };

/** What denies something goes last: a bundle does not take it back. */
export function agentEnv(preset: Preset, asked: Asked, ports: ExecutorPorts): Record<string, string> {
  return {
    ...programEnv(ports.env),
    ...passedEnv([...preset.env, ...onCondition(preset, ports)], ports),
    ...addedEnv(asked.env ?? {}, ports),
    ...preset.set,
    ...(asked.access === "read" ? preset.setRead : {}),
  };
}

function onCondition({ envIf }: Preset, { env }: ExecutorPorts): string[] {
  return Object.entries(envIf).flatMap(([name, more]) => ((env[name] ?? "") === "" ? [] : more));
}
