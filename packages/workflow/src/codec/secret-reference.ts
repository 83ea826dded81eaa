// `{"$secret": "NAME"}` in data: how a bundle names a secret, and what data of others must not hold.
import type { Json } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";

export type SecretReference = { $secret: string; prefix?: string };

export type FoundReference = { path: (string | number)[]; value: { [key: string]: Json } };

export function isSecretReference(value: Json | undefined): value is SecretReference {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return (
    typeof value.$secret === "string" &&
    value.$secret !== "" &&
    (value.prefix === undefined || typeof value.prefix === "string") &&
    Object.keys(value).every((key) => key === "$secret" || key === "prefix")
  );
}

/** Everything with the key `$secret`, be it a whole reference or not. */
export function referencesIn(value: Json): FoundReference[] {
  const found: FoundReference[] = [];
  walk(value, (path, one) => {
    if (typeof one === "object" && one !== null && Object.hasOwn(one, "$secret"))
      found.push({ path, value: one as FoundReference["value"] });
  });
  return found;
}

/** Data that people and programs hand in names no secrets: only a bundle's own code does. Throws SECRET_IN_DATA. */
export function refuseReferences(what: string, value: Json): void {
  const at = findReference(value);
  if (at === null) return;
  throw new WorkflowError(
    "SECRET_IN_DATA",
    `${what}${at === "" ? "" : ` at \`${at}\``} refers to a secret, which only the code of a bundle may do`,
    { hint: 'take {"$secret": ...} out, or change the bundle', details: { field: at } },
  );
}

/** Where data from outside holds a reference: in itself, or in a text that is JSON. Null when it holds none. */
function findReference(value: Json): string | null {
  let at: string | null = null;
  walk(value, (path, one) => {
    if (at !== null) return;
    if (typeof one === "object" ? one !== null && Object.hasOwn(one, "$secret") : isReferringText(one))
      at = pathText(path);
  });
  return at;
}

/** `headers.authorization`, `argv[1]`. */
export function pathText(path: readonly (string | number)[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${part}`))
    .join("");
}

/** JSON text spells a key in many ways, so it is parsed. Prose that only mentions a reference is left alone. */
function isReferringText(value: Json): boolean {
  if (typeof value !== "string" || !/^\s*[{["]/.test(value) || !/\$secret|\\u/.test(value)) return false;
  try {
    return findReference(JSON.parse(value) as Json) !== null;
  } catch {
    return false;
  }
}

/** Without recursion: a text that is parsed may be nested to any depth. */
function walk(value: Json, visit: (path: (string | number)[], value: Json) => void): void {
  const open: { path: (string | number)[]; value: Json }[] = [{ path: [], value }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { path, value: at } = one;
    visit(path, at);
    if (typeof at !== "object" || at === null) continue;
    const members: [string | number, Json][] = Array.isArray(at) ? [...at.entries()] : Object.entries(at);
    for (const [key, member] of members.reverse()) open.push({ path: [...path, key], value: member });
  }
}
