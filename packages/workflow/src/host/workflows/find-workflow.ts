import { nearest } from "#codec/nearest.ts";
import { WorkflowError } from "#contract/errors.ts";
import { isWorkflowName } from "#contract/ids.ts";
import { type Entry, type Registry, readRegistry } from "#store/registry.ts";
import type { Store } from "../open/store.ts";

export async function findWorkflow(store: Store, name: string): Promise<Entry> {
  return entryOf(await readRegistry(store.layout), name);
}

export function entryOf(registry: Registry, name: string): Entry {
  if (Object.hasOwn(registry.workflows, name)) return registry.workflows[name] as Entry;
  const close = nearest(name, Object.keys(registry.workflows));
  throw new WorkflowError("NOT_FOUND", `there is no workflow "${name}"`, {
    hint: close === null ? "uncaged-workflow list" : `did you mean "${close}"?`,
  });
}

export function checkName(name: string): void {
  if (isWorkflowName(name)) return;
  throw new WorkflowError("USAGE", `"${name}" is not a workflow name`, {
    hint: "lower-case letters and digits in words joined by single dashes, at most 63 characters: solve-issue",
    details: { field: "name" },
  });
}
