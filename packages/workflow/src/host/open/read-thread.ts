// A thread as it stands in its journal.
import { isLegacy } from "#journal/check-record.ts";
import { type JournalEnd, type ReadLine, readJournal } from "#journal/read-journal.ts";
import { CommandLog } from "#replay/command-log.ts";
import {
  changesBy,
  collectSteps,
  emptyFold,
  foldLine,
  type Step,
  stepOf,
  type ThreadFold,
} from "#replay/fold-thread.ts";
import { RoleTime } from "#replay/role-time.ts";
import type { ThreadPlace } from "./find-thread.ts";

export type ReadOutline = {
  fold: ThreadFold;
  commands: CommandLog;
  legacy: LegacyLine[];
  end: JournalEnd;
};

export type ReadThread = ReadOutline & { steps: Step[] };

/** A line of an older design. */
export type LegacyLine = { seq: number; kind: string; timestamp: number };

/** With its steps and commands. */
export function readThread(place: ThreadPlace): ReadThread {
  const steps: Step[] = [];
  const times = new RoleTime();
  const outline = readOutline(place, (line, fold) => {
    const startedAt = times.take(line) ?? line.timestamp;
    collectSteps(steps, line, () => stepOf(line, fold, startedAt));
  });
  return { ...outline, steps };
}

/** With its commands; whoever wants to see its lines is called with each. */
export function readOutline(
  place: ThreadPlace,
  visit: (line: ReadLine, fold: ThreadFold) => void = () => {},
): ReadOutline {
  const commands = new CommandLog();
  const legacy: LegacyLine[] = [];
  const fold = emptyFold();
  const end = readJournal(place.path, (line) => {
    if (line.isRole) {
      foldLine(fold, line);
      return visit(line, fold);
    }
    commands.take(line.record, line.seq, changesBy(fold, line.record, line.seq));
    visit(line, fold);
    if (isLegacy(line.record))
      legacy.push({ seq: line.seq, kind: line.record.kind, timestamp: line.record.timestamp });
  });
  return { fold, commands, legacy, end };
}

/** Without the contents: memory stays flat however long the journal is. */
export function foldThread(place: ThreadPlace): { fold: ThreadFold; end: JournalEnd } {
  const fold = emptyFold();
  const end = readJournal(place.path, (line) => foldLine(fold, line));
  return { fold, end };
}
