// What a fork is, in words: its code, what it keeps, what it does again.
import { stepIdAt } from "#contract/step-id.ts";
import { CommandLog } from "#replay/command-log.ts";
import { failedIn, isOpening, placeOf } from "#replay/finished-lines.ts";
import type { PreparedFork } from "./fork-thread.ts";

export function describeFork(fork: PreparedFork): string[] {
  const { start, bundle, isNewer, changed, lines, cut, taken } = fork;
  const commands = CommandLog.of(taken.lines).finished.length;
  const failed = failedIn(lines.way);
  const again = lines
    .after(cut.keep)
    .flatMap(({ record }) => (isOpening(record) && failed.has(placeOf(record)) ? [stepIdAt(record)] : []));
  const redone = again.length === 0 || changed ? "" : `; done again: ${again.join(", ")}`;
  // Other code, or another prompt, may ask for something else.
  const asFar = changed ? ", as far as the workflow asks for the same" : "";
  const kept = `takes over ${count(taken.steps, "step")} and ${count(commands, "finished command")}${asFar}`;
  return [
    `${kept}${redone}`,
    ...(isNewer ? [`runs ${bundle.id}, a newer version (--same-code: ${start.hash})`] : []),
  ];
}

/** What failed, and is kept because the workflow went on from it: the fork may fail of it again. */
export function keptFailures({ start, ended, lines, taken, cut }: PreparedFork): string[] {
  if (ended !== "failed" || cut.keep !== Infinity) return [];
  const kept = new Set(taken.lines);
  const failed = failedIn(lines.way);
  const names = lines.way.flatMap((line) => {
    const { record } = line;
    return kept.has(line) && isOpening(record) && failed.has(placeOf(record)) ? [stepIdAt(record)] : [];
  });
  if (names.length === 0) return [];
  return [
    `the workflow went on after ${names.join(", ")} failed, so ${names.length === 1 ? "it counts" : "they count"} as answered; to do it again: uncaged-workflow retry ${start.threadId} --redo ${names[0]}`,
  ];
}

/** Effects nobody knows the outcome of, which this fork leaves behind because an earlier point was named. */
export function leftDoubts({ lines, cut }: PreparedFork): string[] {
  if (cut.keep === Infinity) return [];
  return lines.doubts.map(
    ({ opening }) => `nobody knows what became of ${stepIdAt(opening)}: this fork may send it again`,
  );
}

function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? "" : "s"}`;
}
