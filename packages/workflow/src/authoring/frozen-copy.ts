/**
 * A deep-frozen copy of plain data. A copy, because a role may keep and reuse the object it returned:
 * freezing that one would make its next assignment throw.
 */
export function frozenCopy<T>(value: T): T;
export function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map((item) => frozenCopy(item)));
  if (!isPlain(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, frozenCopy(member)]);
  return Object.freeze(Object.fromEntries(members)); // defines members, so a key "__proto__" stays a key
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
