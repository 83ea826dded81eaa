// What a coding agent sees of our environment: what its documents name, and what the store adds by name.
import { type ExecutorPorts, programEnv } from "@uncaged/workflow/executor";
import { type AddedEnv, addedEnv, passedEnv } from "../common/passed-env.ts";
import type { Preset } from "../definitions/presets.ts";

type Asked = { env?: AddedEnv; access: "read" | "edit" };

/** What denies something goes last: a bundle does not take it back. */
export function agentEnv(preset: Preset, asked: Asked, ports: ExecutorPorts): Record<string, string> {
  return {
    ...programEnv(ports.env),
    ...passedEnv(envNames(preset, ports), ports),
    ...addedEnv(asked.env ?? {}, ports),
    ...preset.set,
    ...(asked.access === "read" ? preset.setRead : {}),
  };
}

/** What its documents name, whichever way it is run. */
export function envNames({ env, envIf }: Preset, ports: Pick<ExecutorPorts, "env">): string[] {
  const more = Object.entries(envIf).flatMap(([name, names]) =>
    (ports.env[name] ?? "") === "" ? [] : names,
  );
  return [...env, ...more];
}
