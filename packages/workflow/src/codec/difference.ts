// Where two values differ, and two texts shown there.
import type { Json } from "#contract/command.ts";
import { isObject } from "./is-object.ts";

/** `a` and `b`: what stands at the path; undefined: nothing does. */
export type Difference = { path: string; a: Json | undefined; b: Json | undefined };

/** The first member, in canonical order, in which two values differ. */
export function differenceIn(a: Json | undefined, b: Json | undefined, path = ""): Difference | null {
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let index = 0; index < Math.max(a.length, b.length); index++) {
      const found = differenceIn(a[index], b[index], `${path}[${index}]`);
      if (found !== null) return found;
    }
    return null;
  }
  if (isObject(a) && isObject(b)) {
    for (const key of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()) {
      const found = differenceIn(own(a, key), own(b, key), path === "" ? key : `${path}.${key}`);
      if (found !== null) return found;
    }
    return null;
  }
  return a === b ? null : { path, a, b };
}

function own(value: { [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Two values as JSON, from shortly before the place where they differ. */
export function valuesAround(a: Json | undefined, b: Json | undefined, chars: number): [string, string] {
  return textsAround(textOf(a), textOf(b), chars);
}

function textOf(value: Json | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

/** The same of texts; `…` stands for what is left out. Both begin at the same place. */
export function textsAround(a: string, b: string, chars: number): [string, string] {
  if (a.length <= chars && b.length <= chars) return [a, b];
  const place = firstDifferentChar(a, b);
  const from = place <= chars / 2 ? 0 : atLetter(a, place - Math.floor(chars / 3));
  const shown = (text: string) => {
    const to = from + chars >= text.length ? text.length : atLetter(text, from + chars);
    return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
  };
  return [shown(a), shown(b)];
}

export function firstDifferentChar(a: string, b: string): number {
  let place = 0;
  while (place < a.length && place < b.length && a.charCodeAt(place) === b.charCodeAt(place)) place++;
  return place;
}

/** Not between the two halves of one. */
function atLetter(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place - 1 : place;
}
