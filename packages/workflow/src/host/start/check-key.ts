// A keyed workflow (`descriptor.key`) is started with a key that fits, any other without one.

import type { JsonSchema } from "#contract/effect.ts";
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { fileSize } from "#disk/whole-file.ts";
import { getFacts, type StoredBundle } from "#store/bundle-store.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";

export async function checkKey(
  store: Store,
  name: string,
  bundle: StoredBundle,
  key: string | undefined,
): Promise<void> {
  if (key === undefined && !mayBeKeyed(store, bundle)) return;
  const schema = getFacts(databaseOf(store), bundle)?.descriptor?.key as JsonSchema | undefined;
  if (schema === undefined && key === undefined) return;
  if (schema === undefined)
    throw usage(
      `${name} takes no key: its descriptor has no \`key\``,
      "leave --key out, or hand it over with --var",
    );
  if (key === undefined)
    throw usage(
      `${name} is keyed: every thread of it has a key`,
      `uncaged-workflow run ${name} --key <text>`,
    );
  if (!key.isWellFormed() || Buffer.byteLength(key) > LIMITS.keyBytes)
    throw usage(`a key is text of at most ${LIMITS.keyBytes} bytes`);
  const { schemaChecks } = await import("#realm/schema-checks.ts");
  const checked = await schemaChecks.check(schema, key);
  if ("problem" in checked)
    throw usage(`this key does not fit the \`key\` of the descriptor: ${checked.problem.message}`);
}

/** Most bundles never say the word; looking saves them opening the database. A descriptor may also stand in a file beside. */
function mayBeKeyed({ layout }: Store, { id, bytes }: StoredBundle): boolean {
  return (
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes("key") ||
    fileSize(layout.sidecar(id)) !== null
  );
}

function usage(message: string, hint?: string): WorkflowError {
  return new WorkflowError("USAGE", message, {
    details: { flag: "--key" },
    ...(hint === undefined ? {} : { hint }),
  });
}
