// Secrets reach a bundle through the environment, and leak through what it prints and throws. Their values are known
// here, so debug lines and recorded errors name them instead. What a role yields is the author's data and is not touched.
import type { Layout } from "#disk/layout.ts";
import { type Form, Redactor } from "#effects/redactor.ts";
import { formsOf } from "#effects/secret-forms.ts";

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH/i;
/** Shorter values would hit ordinary words. */
const SECRET_CHARS_MIN = 8;

export type Redact = (text: string) => string;

type Env = Record<string, string | undefined>;

/** For texts that may have been cut at their end. `more` is asked for when the first text comes. */
export function redactor(env: Env, more: () => Form[] = () => []): Redact {
  let made: Redactor | null = null;
  return (text) => {
    made ??= new Redactor([...formsByName(env), ...more()]);
    return made.redactCut(text);
  };
}

/** Secrets that config.yaml declares, by whatever name. A file that cannot be read hides nothing here. */
export function configuredForms(layout: Layout, env: Env): Form[] {
  const { readStoreConfig } = require("#store/store-config.ts") as typeof import("#store/store-config.ts");
  const effects = require("#effects/secrets.ts") as typeof import("#effects/secrets.ts");
  try {
    const sources = effects.parseSecretSources(readStoreConfig(layout).secrets);
    const secrets = effects.openSecrets(sources, env);
    return Object.keys(sources).flatMap((name) => formsOf(name, quietly(() => secrets.get(name)) ?? ""));
  } catch {
    return [];
  }
}

function quietly<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function formsByName(env: Env): Form[] {
  return Object.entries(env).flatMap(([name, value]) =>
    SECRET_NAME.test(name) && value !== undefined && value.length >= SECRET_CHARS_MIN
      ? formsOf(name, value)
      : [],
  );
}
