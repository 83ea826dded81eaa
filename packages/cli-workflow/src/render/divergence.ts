import { differenceIn, firstDifferentChar, type ReplayedThread, valuesAround } from "@uncaged/workflow/host";
import { oneLine } from "./escape.ts";
import type { Paint } from "./paint.ts";
import { plural } from "./plural.ts";

type Divergence = NonNullable<ReplayedThread["divergence"]>;

const SHOWN_CHARS = 240;

/** What stands at the first place in which the two differ, from shortly before it. */
export function renderDivergence(found: Divergence, paint: Paint): string {
  const { epoch, n, field, expected, actual } = found;
  const after = epoch === undefined ? "" : ` after ${plural(epoch, "continue")}`;
  const { a, b } = differenceIn(expected, actual) ?? { a: expected, b: actual };
  const [recorded, now] = valuesAround(a, b, SHOWN_CHARS);
  const at = typeof a === "string" && typeof b === "string" ? firstDifferentChar(a, b) : 0;
  const place = at === 0 ? "" : ` at character ${(at + 1).toLocaleString("en")}`;
  return [
    `  yield ${n}${after}${field === "" ? "" : `, first in ${oneLine(field, 80)}${place}`}`,
    `  ${paint.dim("recorded")} ${oneLine(recorded, Infinity)}`,
    `  ${paint.dim("now     ")} ${oneLine(now, Infinity)}`,
  ].join("\n");
}
