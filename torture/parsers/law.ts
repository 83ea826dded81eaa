import type * as fc from "fast-check";

/** What must be true of a parser for any input. */
export type Law = { name: string; of: fc.IRawProperty<unknown> };

/** Bytes with a few changes: one replaced, removed, doubled, or cut off from there. */
export type Change = { at: number; how: "replace" | "remove" | "insert" | "cut"; byte: number };

export function changed(bytes: Uint8Array, changes: readonly Change[]): Uint8Array<ArrayBuffer> {
  let list = [...bytes];
  for (const { at, how, byte } of changes) {
    const index = list.length === 0 ? 0 : at % list.length;
    if (how === "replace") list[index] = byte;
    else if (how === "remove") list.splice(index, 1);
    else if (how === "insert") list.splice(index, 0, byte);
    else list = list.slice(0, index);
  }
  return new Uint8Array(list);
}
