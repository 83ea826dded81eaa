// What a fork is, in words: its code, what it keeps, what it does again.
import { stepIdAt } from "#contract/step-id.ts";
import { failedIn, isOpening, placeOf } from "#replay/finished-lines.ts";
import type { PreparedFork } from "./fork-thread.ts";

export function describeFork({ start, bundle, isNewer, lines, cut, taken }: PreparedFork): string[] {
  const commands = new Set(taken.lines.flatMap(({ record }) => (isOpening(record) ? [placeOf(record)] : [])))
    .size;
  const kept = `keeps ${count(taken.steps, "step")} and ${count(commands, "command")} of ${start.threadId}`;
  const failed = failedIn(lines.way);
  const again = lines
    .after(cut.keep)
    .flatMap(({ record }) => (isOpening(record) && failed.has(placeOf(record)) ? [record] : []));
  const redone = again.length === 0 ? "" : `; done again: ${again.map(stepIdAt).join(", ")}`;
  if (!isNewer) return [`${kept}${redone}`];
  return [`${kept}${redone}`, `runs ${bundle.id}, a newer version (--same-code: ${start.hash})`];
}

/** What failed, and is kept because the workflow went on from it: the fork may fail of it again. */
export function keptFailures({ start, ended, lines, taken, cut }: PreparedFork): string[] {
  if (ended !== "failed") return [];
  const kept = new Set(taken.lines);
  const failed = failedIn(lines.way);
  const names = lines.way.flatMap((line) => {
    const { record } = line;
    return kept.has(line) && isOpening(record) && failed.has(placeOf(record)) ? [stepIdAt(record)] : [];
  });
  if (names.length === 0 || cut.keep !== Infinity) return [];
  const [first] = names;
  return [
    `the workflow went on after ${names.join(", ")} failed, so ${names.length === 1 ? "it counts" : "they count"} as answered; to do it again: uncaged-workflow retry ${start.threadId} --redo ${first}`,
  ];
}

function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? "" : "s"}`;
}
