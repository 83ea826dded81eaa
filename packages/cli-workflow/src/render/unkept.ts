import type { Unkept } from "@uncaged/workflow/host";
import { oneLine } from "./escape.ts";

const NAMED = 5;

/** Files that are in no state of a thread, on one line. */
export function unkeptText(unkept: readonly Unkept[] = [], filesLost?: string): string {
  const named = unkept.slice(0, NAMED).map(({ path, why }) => `${oneLine(path, 60)} (${WHY[why] ?? why})`);
  const more = unkept.length > NAMED ? [`${unkept.length - NAMED} more`] : [];
  const lost = filesLost === undefined ? [] : [`everything (${oneLine(filesLost, 160)})`];
  return [...lost, ...named, ...more].join(", ");
}

const WHY: Record<Unkept["why"], string> = {
  history: "the commits of a repository in there",
  ignored: "ignored by rules the thread made",
  name: "its name cannot be kept",
  secret: "a secret is in it",
  size: "too large",
  special: "no regular file",
  unreadable: "cannot be read",
};
