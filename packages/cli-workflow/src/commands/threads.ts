import {
  type ListedThread,
  THREAD_STATUSES,
  type ThreadStatus,
  verbs,
  WorkflowError,
} from "@uncaged/workflow/host";
import type { Command, Invocation } from "../command.ts";
import { readNumber } from "../read-flags.ts";
import { oneLine } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import { paintStatus } from "../render/status.ts";
import { lengthOf, renderTable } from "../render/table.ts";
import { threadNamer } from "../render/thread-name.ts";
import { ago } from "../render/time.ts";

const PAGE = 50;
/** What the other columns take. */
const BEFORE_PROMPT = 94;
const PROMPT_MIN = 16;

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
    const { house, positionals, isSet, paint, terminal, json } = invocation;
    const { listThreads } = await verbs.list();
    const limit = isSet("all") ? undefined : (readNumber(invocation, "limit", 1) ?? PAGE);
    const filter = { name: positionals[0], status: readStatus(invocation), limit };
    const threads = await listThreads(house, filter);
    if (json || threads.length === 0)
      return {
        json: { threads },
        text: filter.name === undefined ? "no threads" : `no threads of "${filter.name}"`,
      };
    const nameOf = threadNamer(
      threads.map(({ threadId }) => threadId),
      terminal,
    );
    const now = house.clock.now();
    // A program that reads on gets the whole prompt.
    const promptWidth = terminal.isInteractive
      ? Math.max(PROMPT_MIN, terminal.columns - BEFORE_PROMPT)
      : Infinity;
    const text = renderTable(
      ["THREAD", "WORKFLOW", "STATUS", "STEPS", "STARTED", "PROMPT"],
      threads.map((thread) =>
        rowOf({ ...thread, threadId: nameOf(thread.threadId) }, paint, promptWidth, now),
      ),
      paint.dim,
      terminal.hasColor ? undefined : lengthOf,
    );
    const more =
      threads.length === limit ? `\n${paint.dim(`the newest ${limit}; --all shows every one`)}` : "";
    return { json: { threads }, text: text + more };
  },
};

function rowOf(thread: ListedThread, paint: Paint, promptWidth: number, now: number): string[] {
  return [
    thread.threadId,
    thread.name,
    paintStatus(thread.status, paint, thread.waitingOn),
    String(thread.steps),
    ago(thread.startedAt, now),
    oneLine(thread.prompt, promptWidth),
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
