import { WorkflowError } from "#contract/errors.ts";
import { fileSize } from "#disk/whole-file.ts";
import type { Store } from "./store.ts";

/** `runtime.enabled: false` in config.yaml: nothing is started or taken up, and nothing is written. */
export async function assertRuntimeEnabled({ layout }: Store): Promise<void> {
  // Most stores have no such file, and reading YAML costs more than the rest of a start.
  if (fileSize(layout.config) === null) return;
  const { readStoreConfig } = await import("#store/store-config.ts");
  if (readStoreConfig(layout).isRuntimeEnabled) return;
  throw new WorkflowError("RUNTIME_DISABLED", "threads are switched off in this store", {
    hint: `runtime.enabled in ${layout.config}`,
  });
}
