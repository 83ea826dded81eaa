import type { ReplayedThread } from "@uncaged/workflow/host";
import { oneLine } from "./escape.ts";
import type { Paint } from "./paint.ts";
import { plural } from "./plural.ts";

type Divergence = NonNullable<ReplayedThread["divergence"]>;

const SHOWN_CHARS = 400;

export function renderDivergence(found: Divergence, paint: Paint): string {
  const { epoch, n, field, expected, actual } = found;
  const after = epoch === undefined ? "" : ` after ${plural(epoch, "continue")}`;
  return [
    `  yield ${n}${after}${field === "" ? "" : `, first in ${oneLine(field, 80)}`}`,
    `  ${paint.dim("recorded")} ${oneLine(JSON.stringify(expected), SHOWN_CHARS)}`,
    `  ${paint.dim("now     ")} ${oneLine(JSON.stringify(actual), SHOWN_CHARS)}`,
  ].join("\n");
}
