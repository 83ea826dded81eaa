// A thread as it stands in its journal.
import { type JournalEnd, readJournal } from "#journal/read-journal.ts";
import {
  collectSteps,
  emptyFold,
  foldLine,
  type Step,
  stepOf,
  type ThreadFold,
} from "#replay/fold-thread.ts";
import type { ThreadPlace } from "./find-thread.ts";

export type ReadThread = { fold: ThreadFold; steps: Step[]; end: JournalEnd };

/** With its steps. */
export function readThread(place: ThreadPlace): ReadThread {
  const steps: Step[] = [];
  const { fold, end } = foldThread(place, steps);
  return { fold, steps, end };
}

/** Without the steps' contents: memory stays flat however long the journal is. */
export function foldThread(place: ThreadPlace, steps?: Step[]): { fold: ThreadFold; end: JournalEnd } {
  const fold = emptyFold();
  const end = readJournal(place.path, (line) => {
    foldLine(fold, line);
    if (steps !== undefined) collectSteps(steps, line, () => stepOf(line));
  });
  return { fold, end };
}
