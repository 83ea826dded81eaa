// A thread as it stands in its journal.
import { isLegacy } from "#journal/check-record.ts";
import { type JournalEnd, readJournal } from "#journal/read-journal.ts";
import { CommandLog } from "#replay/command-log.ts";
import {
  collectSteps,
  emptyFold,
  foldLine,
  type Step,
  stepOf,
  type ThreadFold,
} from "#replay/fold-thread.ts";
import type { ThreadPlace } from "./find-thread.ts";

export type ReadThread = {
  fold: ThreadFold;
  steps: Step[];
  commands: CommandLog;
  legacy: LegacyLine[];
  end: JournalEnd;
};

/** A line of an older design. */
export type LegacyLine = { seq: number; kind: string; timestamp: number };

/** With its steps and commands. */
export function readThread(place: ThreadPlace): ReadThread {
  const steps: Step[] = [];
  const commands = new CommandLog();
  const legacy: LegacyLine[] = [];
  const fold = emptyFold();
  const end = readJournal(place.path, (line) => {
    foldLine(fold, line);
    collectSteps(steps, line, () => stepOf(line, fold));
    if (line.isRole) return;
    commands.take(line.record, line.seq);
    if (isLegacy(line.record))
      legacy.push({ seq: line.seq, kind: line.record.kind, timestamp: line.record.timestamp });
  });
  return { fold, steps, commands, legacy, end };
}

/** Without the contents: memory stays flat however long the journal is. */
export function foldThread(place: ThreadPlace): { fold: ThreadFold; end: JournalEnd } {
  const fold = emptyFold();
  const end = readJournal(place.path, (line) => foldLine(fold, line));
  return { fold, end };
}
