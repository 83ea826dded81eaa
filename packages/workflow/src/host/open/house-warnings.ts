// What a person should hear about the files of the house: what stands there and does nothing.
import { fileSize } from "#disk/whole-file.ts";
import { ignoredSettings, readRegistry, unreadableVersions } from "#store/registry.ts";
import type { House } from "./house.ts";

/** Before a run: settings of the registry (RFC-37) and of config.yaml that have no effect (OPS-110). */
export async function houseWarnings(house: House): Promise<string[]> {
  return [
    ...(await settingWarnings(house)),
    ...(await registryWarnings(house)),
    ...(await configWarnings(house)),
  ];
}

/** Of one workflow, or of all: what stands in a history and is no version. */
export async function registryWarnings(house: House, name?: string): Promise<string[]> {
  return unreadableVersions(await readRegistry(house.layout))
    .filter((one) => name === undefined || one.name === name)
    .map(
      ({ path, problem }) =>
        `workflow.yaml: ${path}${problem}; it is kept as it is, and cannot be gone back to`,
    );
}

async function settingWarnings(house: House): Promise<string[]> {
  const ignored = ignoredSettings(await readRegistry(house.layout));
  return ignored.map((key) => `workflow.yaml: "${key}" has no effect here; it is kept as it is`);
}

async function configWarnings({ layout }: House): Promise<string[]> {
  // Most stores have no such file, and reading YAML costs more than the rest of a start.
  if (fileSize(layout.config) === null) return [];
  const { readHouseConfig } = await import("#store/house-config.ts");
  return readHouseConfig(layout).warnings;
}
