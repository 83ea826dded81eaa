// What an agent sees of our environment: what its entry names, how it is made to ask, and what the workflow adds.
import {
  type ExecutorPorts,
  programEnv,
  Refusal,
  type SecretReference,
  secretText,
} from "@uncaged/workflow/executor";
import type { AcpAgent } from "./registry.ts";

const SECRET_NAME = /KEY|TOKEN|SECRET|CREDENTIAL/;

export type OwnEnv = { [name: string]: string | SecretReference };

export function acpEnv(
  entry: AcpAgent,
  access: "read" | "edit",
  own: OwnEnv,
  ports: ExecutorPorts,
): Record<string, string> {
  const start = access === "read" ? entry.read : entry.edit;
  // Last: what makes it ask is not the workflow's to change.
  return { ...programEnv(ports.env), ...passed(entry.env, ports), ...added(own, ports), ...start?.env };
}

/** A key is looked up like any secret, so what the agent prints of it is redacted. */
function passed(names: readonly string[], { secrets, env }: ExecutorPorts): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = SECRET_NAME.test(name) ? secrets.get(name) : (env[name] ?? null);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function added(own: OwnEnv, { secrets }: ExecutorPorts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => {
      const text = secretText(value, secrets);
      if (name === "" || /[=\0]/.test(name) || text.includes("\0"))
        throw new Refusal("ENV_INVALID", `"${name}" is no variable that can be set`, { retryable: false });
      return [name, text];
    }),
  );
}
