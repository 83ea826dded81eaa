// The files that people write for the store: a broken one keeps every thread from its commands, so it is told before a
// thread is made, and named to who asks why one does not go on.
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Layout } from "#disk/layout.ts";
import { fileSize, readWhole } from "#disk/whole-file.ts";
import type { Store } from "./store.ts";

/** Throws what is wrong with the first of them, with its path and line. Most stores have none, and pay a look each. */
export async function assertStoreFiles({ layout }: Store): Promise<void> {
  await assertFile(layout.config, () => checkConfig(layout));
  await assertFile(layout.effects, async (text) => {
    const { parseEffects } = await import("#effects/parse-effects.ts");
    parseEffects(text);
  });
  await assertFile(layout.policy, async (text) => {
    const { parsePolicy } = await import("#effects/policy.ts");
    parsePolicy(text);
  });
}

async function checkConfig(layout: Layout): Promise<void> {
  const { readStoreConfig } = await import("#store/store-config.ts");
  const { parseSecretSources } = await import("#effects/secrets.ts");
  parseSecretSources(readStoreConfig(layout).secrets);
}

async function assertFile(path: string, check: (text: string) => Promise<void>): Promise<void> {
  if (fileSize(path) === null) return;
  const bytes = readWhole(path, LIMITS.yamlBytes);
  const text = bytes === null ? "" : new TextDecoder().decode(bytes);
  try {
    await check(text);
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    throw await located(error, path, text);
  }
}

async function located(error: WorkflowError, path: string, text: string): Promise<WorkflowError> {
  const { code, message, hint, details = {} } = error;
  const { yamlLine } = await import("#codec/yaml-line.ts");
  const line = details.line ?? (typeof details.field === "string" ? yamlLine(text, details.field) : null);
  const at = line === null ? path : `${path}:${line}`;
  const isPlain = hint === undefined || hint.startsWith("mend ");
  return new WorkflowError(code, message, {
    hint: isPlain ? `mend ${at}` : `mend ${at}: ${hint}`,
    details: { ...details, file: path, ...(line === null ? {} : { line }) },
    cause: error,
  });
}
