// thread --step: everything about one yield: what was asked in full, every attempt, the receipt as it stands in the journal.
import type { Json } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { ReceiptRecord } from "#contract/record.ts";
import type { RoleOutput } from "#contract/workflow.ts";
import { readJournal } from "#journal/read-journal.ts";
import type { CommandEntry } from "#replay/command-log.ts";
import type { Step } from "#replay/fold-thread.ts";
import { findThread, type ThreadPlace } from "../open/find-thread.ts";
import { readThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";

/** `step`: of a role output, which one it is, counted from 1. */
type RoleView = {
  stepId: string;
  n: number;
  seq: number;
  do: "role";
  step: number;
  status: "completed";
  output: RoleOutput;
  startedAt: number;
  completedAt: number;
};

/** `params`: what was asked, with the prompt of who is asked in it. */
type CommandView = Omit<CommandEntry, "asked" | "answer" | "receipt"> & {
  step: null;
  params: Json;
  output: Json;
  receipt: (ReceiptRecord & { seq: number }) | null;
};

export type YieldView = RoleView | CommandView;
export type StepView = { threadId: string; yields: YieldView[] };

/** `wanted`: `n4` a yield, `n4.1` a command in a list, `3` the third role output, or an id that its author gave. */
export function viewStep(store: Store, typed: string, wanted: string): StepView {
  const place = findThread(store, typed);
  const { steps, commands } = readThread(place);
  const { current } = commands;
  const yields = [
    ...steps.map((step, at) => roleView(step, at + 1)).filter((view) => isWanted(view, wanted)),
    ...current.filter((entry) => isWanted({ ...entry, step: null }, wanted)).map(commandView),
  ];
  if (yields.length === 0) throw noSuchStep(place, wanted, steps.length, lastYield(steps, current));
  return { threadId: place.threadId, yields: withReceipts(place, yields) };
}

type Named = { stepId: string; n: number; index?: number; step: number | null };

function isWanted({ stepId, n, index = 0, step }: Named, wanted: string): boolean {
  if (/^\d+$/.test(wanted)) return step === Number(wanted);
  return stepId === wanted || `n${n}` === wanted || (step === null && `n${n}.${index}` === wanted);
}

function roleView({ seq, n, role, content, meta, startedAt, timestamp }: Step, step: number): RoleView {
  const output = { role, content, meta } as RoleOutput;
  return {
    stepId: `n${n}`,
    n,
    seq,
    do: "role",
    step,
    status: "completed",
    output,
    startedAt,
    completedAt: timestamp,
  };
}

function commandView({ asked, answer, receipt: _word, ...entry }: CommandEntry): CommandView {
  return { ...entry, step: null, params: asked, output: answer, receipt: null };
}

/** The last receipt behind the line that opened the command; an answer that was found again has one, too. */
function withReceipts(place: ThreadPlace, yields: YieldView[]): YieldView[] {
  const opened = new Map(
    yields.flatMap((view) => (view.step !== null ? [] : [[`${view.n}.${view.index}`, view] as const])),
  );
  if (opened.size === 0) return yields;
  readJournal(place.path, ({ isRole, record, seq }) => {
    if (isRole || !("kind" in record) || record.kind !== "receipt") return;
    const view = opened.get(`${record.n}.${record.index}`);
    if (view !== undefined && seq > view.seq && record.intent === view.intent)
      view.receipt = { seq, ...record };
  });
  return yields;
}

function lastYield(steps: readonly Step[], commands: readonly CommandEntry[]): number {
  return Math.max(0, ...steps.slice(-1).map(({ n }) => n), ...commands.slice(-1).map(({ n }) => n));
}

function noSuchStep({ threadId }: ThreadPlace, wanted: string, roles: number, yields: number): WorkflowError {
  const forms = `a number counts role outputs (it has ${roles}), n1 to n${yields} are its yields, and n2.0 is one command of a list`;
  return new WorkflowError("NOT_FOUND", `the thread ${threadId} has no step ${wanted}; ${forms}`, {
    hint: `uncaged-workflow steps ${threadId}`,
  });
}
