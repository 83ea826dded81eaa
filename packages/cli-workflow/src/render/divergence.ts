import type { ReplayedThread } from "@uncaged/workflow/host";
import { oneLine } from "./escape.ts";
import type { Paint } from "./paint.ts";

type Divergence = NonNullable<ReplayedThread["divergence"]>;

const SHOWN_CHARS = 400;

export function renderDivergence({ n, field, expected, actual }: Divergence, paint: Paint): string {
  return [
    `  yield ${n}${field === "" ? "" : `, first in ${oneLine(field, 80)}`}`,
    `  ${paint.dim("recorded")} ${oneLine(JSON.stringify(expected), SHOWN_CHARS)}`,
    `  ${paint.dim("now     ")} ${oneLine(JSON.stringify(actual), SHOWN_CHARS)}`,
  ].join("\n");
}
