import { parseStrictYaml } from "#codec/strict-yaml.ts";
import type { Descriptor } from "#contract/descriptor.ts";
import { parseDescriptor } from "#contract/descriptor-schema.ts";

/** RFC-001's descriptor in a file of its own, beside the bundle. */
export function parseSidecar(text: string): Descriptor {
  return parseDescriptor(parseStrictYaml(text, "descriptor", "DESCRIPTOR_INVALID"));
}
