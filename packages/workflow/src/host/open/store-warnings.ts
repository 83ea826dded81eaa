// What a person should hear about the files of the store: what stands there and does nothing.
import { fileSize } from "#disk/whole-file.ts";
import { ignoredSettings, readRegistry, unreadableVersions } from "#store/registry.ts";
import type { Store } from "./store.ts";

/** Before a run: settings of the registry (RFC-37) and of config.yaml that have no effect (OPS-110). */
export async function storeWarnings(store: Store): Promise<string[]> {
  return [
    ...(await settingWarnings(store)),
    ...(await registryWarnings(store)),
    ...(await configWarnings(store)),
  ];
}

/** Of one workflow, or of all: what stands in a history and is no version. */
export async function registryWarnings(store: Store, name?: string): Promise<string[]> {
  return unreadableVersions(await readRegistry(store.layout))
    .filter((one) => name === undefined || one.name === name)
    .map(
      ({ path, problem }) =>
        `workflow.yaml: ${path}${problem}; it is kept as it is, and cannot be gone back to`,
    );
}

async function settingWarnings(store: Store): Promise<string[]> {
  const ignored = ignoredSettings(await readRegistry(store.layout));
  return ignored.map((key) => `workflow.yaml: "${key}" has no effect here; it is kept as it is`);
}

async function configWarnings({ layout }: Store): Promise<string[]> {
  // Most stores have no such file, and reading YAML costs more than the rest of a start.
  if (fileSize(layout.config) === null) return [];
  const { readStoreConfig } = await import("#store/store-config.ts");
  return readStoreConfig(layout).warnings;
}
