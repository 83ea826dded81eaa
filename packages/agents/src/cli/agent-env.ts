// What a coding agent sees of our environment: what its documents name, and what the house adds by name. A key is looked
// up like any secret, so what the agent prints of it is redacted.
import {
  type ExecutorPorts,
  programEnv,
  Refusal,
  type SecretReference,
  secretText,
} from "@uncaged/workflow/executor";
import { SECRET_NAME } from "../definitions/open-presets.ts";
import { NETWORK_ENV, type Preset } from "../definitions/presets.ts";

type Asked = { env?: { [name: string]: string | SecretReference }; access: "read" | "edit" };

/** What denies something goes last: a bundle does not take it back. */
export function agentEnv(preset: Preset, asked: Asked, ports: ExecutorPorts): Record<string, string> {
  return {
    ...programEnv(ports.env),
    ...named([...NETWORK_ENV, ...preset.env, ...onCondition(preset, ports)], ports),
    ...own(asked, ports),
    ...preset.set,
    ...(asked.access === "read" ? preset.setRead : {}),
  };
}

function onCondition({ envIf }: Preset, { env }: ExecutorPorts): string[] {
  return Object.entries(envIf).flatMap(([name, more]) => ((env[name] ?? "") === "" ? [] : more));
}

function named(names: readonly string[], { secrets, env }: ExecutorPorts): Record<string, string> {
  const all = new Set(
    names.flatMap((name) => (name.endsWith("*") ? beginning(name.slice(0, -1), env) : [name])),
  );
  return Object.fromEntries(
    [...all].flatMap((name) => {
      // The address of a proxy may hold a password.
      const isSecret = SECRET_NAME.test(name) || /:\/\/[^/]*@/.test(env[name] ?? "");
      const value = isSecret ? secrets.get(name) : (env[name] ?? null);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function beginning(start: string, env: Record<string, string | undefined>): string[] {
  return Object.keys(env).filter((name) => name.startsWith(start));
}

function own({ env = {} }: Asked, { secrets }: ExecutorPorts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      const text = secretText(value, secrets);
      if (name === "" || /[=\0]/.test(name) || text.includes("\0"))
        throw new Refusal("ENV_INVALID", `"${name}" is no variable that can be set`, { retryable: false });
      return [name, text];
    }),
  );
}
