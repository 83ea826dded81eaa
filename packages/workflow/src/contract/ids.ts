/** 13 Crockford characters: XXH64 of the bundle's bytes. A short name, not proof; sha256 is the proof. */
export type BundleId = string;
/** 26 Crockford characters: a ULID. */
export type ThreadId = string;
/** 64 lower-case hex digits. */
export type Sha256 = string;

export const NAME_PATTERN = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
export const NAME_LENGTH_MAX = 63;

export function isWorkflowName(text: string): boolean {
  return text.length <= NAME_LENGTH_MAX && NAME_PATTERN.test(text);
}
