import {
  type ListedThread,
  THREAD_STATUSES,
  type ThreadStatus,
  verbs,
  WorkflowError,
} from "@uncaged/workflow/host";
import { oneLine } from "../render/escape.ts";
import { type Cell, type Column, fitTable } from "../render/fit-table.ts";
import type { Paint } from "../render/paint.ts";
import { costText } from "../render/spent.ts";
import { paintAs, statusText } from "../render/status.ts";
import { lengthOf } from "../render/table.ts";
import { threadNamer } from "../render/thread-name.ts";
import { ago } from "../render/time.ts";
import type { Command, Invocation } from "../verb/command.ts";
import { readNumber } from "../verb/read-flags.ts";

const PAGE = 50;
/** On a screen, the prompt gives way first. Ids stay whole: people copy them. */
const THREAD: Column = { title: "THREAD" };
const WORKFLOW: Column = { title: "WORKFLOW", rank: 2, least: 8 };
const STATUS: Column = { title: "STATUS", rank: 3, least: 9 };
const STEPS: Column = { title: "STEPS", goes: 1 };
const COST: Column = { title: "COST", goes: 4 };
const STARTED: Column = { title: "STARTED", goes: 2 };
const PROMPT: Column = { title: "PROMPT", rank: 1, least: 10, goes: 3 };
/** A prompt may be a whole file; no screen is wider. */
const PROMPT_MAX = 1_000;

export const command: Command = {
  summary: "All threads, newest first.",
  args: {
    name: { type: "positional", required: false, description: "only threads of this workflow" },
    status: { type: "string", valueHint: "status", description: `one of ${THREAD_STATUSES.join(", ")}` },
    limit: { type: "string", valueHint: "n", description: `how many (default ${PAGE})` },
    all: { type: "boolean", description: "no limit" },
  },
  example: "uncaged-workflow threads solve-issue --status interrupted",
  async run(invocation) {
    const { store, positionals, isSet, paint, terminal, json } = invocation;
    const { listThreads } = await verbs.list();
    const limit = isSet("all") ? undefined : (readNumber(invocation, "limit", 1) ?? PAGE);
    const filter = { name: positionals[0], status: readStatus(invocation), limit };
    const threads = await listThreads(store, filter);
    if (json || threads.length === 0)
      return {
        json: { threads },
        text: filter.name === undefined ? "no threads" : `no threads of "${filter.name}"`,
      };
    const nameOf = threadNamer(
      threads.map(({ threadId }) => threadId),
      terminal,
    );
    const now = store.clock.now();
    // A program that reads on gets the whole prompt.
    const columns = terminal.isInteractive ? terminal.columns : Infinity;
    const hasCost = threads.some(({ costUsd, unpriced = 0 }) => (costUsd ?? 0) + unpriced > 0);
    const text = fitTable(
      [THREAD, WORKFLOW, STATUS, STEPS, ...(hasCost ? [COST] : []), STARTED, PROMPT],
      threads.map((thread) =>
        rowOf({ ...thread, threadId: nameOf(thread.threadId) }, paint, columns, now, hasCost),
      ),
      columns,
      paint.dim,
      terminal.hasColor ? undefined : lengthOf,
    );
    const more =
      threads.length === limit ? `\n${paint.dim(`the newest ${limit}; --all shows every one`)}` : "";
    return { json: { threads }, text: text + more };
  },
};

function rowOf(thread: ListedThread, paint: Paint, columns: number, now: number, hasCost: boolean): Cell[] {
  const { costUsd, unpriced = 0, status, waitingOn } = thread;
  const cost = costUsd === null || costUsd + unpriced === 0 ? "-" : costText(costUsd, unpriced);
  return [
    thread.threadId,
    thread.name,
    { text: statusText(status, waitingOn), paint: (text) => paintAs(status, text, paint) },
    String(thread.steps),
    ...(hasCost ? [cost] : []),
    ago(thread.startedAt, now),
    oneLine(thread.prompt, columns === Infinity ? Infinity : PROMPT_MAX),
  ];
}

function readStatus({ flag }: Invocation): ThreadStatus | undefined {
  const status = flag("status");
  if (status === undefined || (THREAD_STATUSES as readonly string[]).includes(status))
    return status as ThreadStatus | undefined;
  throw new WorkflowError("USAGE", `"${status}" is not a status`, {
    hint: `one of ${THREAD_STATUSES.join(", ")}`,
  });
}
