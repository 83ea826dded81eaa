// What a program of ours is given of our environment: by name, and what the workflow adds.
//
// ENV-1. A key, and an address with a password in it, is looked up like any secret: what the program prints of it is
//     redacted.
import { type ExecutorPorts, Refusal, type SecretReference, secretText } from "@uncaged/workflow/executor";
import { SECRET_NAME } from "./definitions/open-presets.ts";
import { NETWORK_ENV } from "./definitions/presets.ts";

export type AddedEnv = { [name: string]: string | SecretReference };

/** How the network is reached goes with all of them. A name that ends in `*` stands for all that begin so. */
export function passedEnv(names: readonly string[], { secrets, env }: ExecutorPorts): Record<string, string> {
  const all = new Set(
    [...NETWORK_ENV, ...names].flatMap((name) =>
      name.endsWith("*") ? Object.keys(env).filter((one) => one.startsWith(name.slice(0, -1))) : [name],
    ),
  );
  return Object.fromEntries(
    [...all].flatMap((name) => {
      const isSecret = SECRET_NAME.test(name) || /:\/\/[^/]*@/.test(env[name] ?? "");
      const value = isSecret ? secrets.get(name) : (env[name] ?? null);
      return value === null ? [] : [[name, value]];
    }),
  );
}

export function addedEnv(added: AddedEnv, { secrets }: ExecutorPorts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(added).map(([name, value]) => {
      const text = secretText(value, secrets);
      if (name === "" || /[=\0]/.test(name) || text.includes("\0"))
        throw new Refusal("ENV_INVALID", `"${name}" is no variable that can be set`, { retryable: false });
      return [name, text];
    }),
  );
}
