import { verbs } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import { plural } from "../render/plural.ts";
import { paintStatus } from "../render/status.ts";
import { renderTable } from "../render/table.ts";
import { threadNamer } from "../render/thread-name.ts";
import { duration } from "../render/time.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Threads that a worker has right now.",
  args: {},
  example: "uncaged-workflow ps",
  async run({ store, paint, terminal }) {
    const { listRunning } = await verbs.list();
    const { threads, behind } = await listRunning(store);
    const notes = behind.map(
      ({ pid, rows, said }) =>
        `the worker ${pid} could not write ${plural(rows, "row")} of the index yet, and goes on trying: ${escapeText(said)}`,
    );
    const json = { threads, ...(behind.length === 0 ? {} : { behind }) };
    if (threads.length === 0) return { json, text: "nothing is running", notes };
    const nameOf = threadNamer(
      threads.map(({ threadId }) => threadId),
      terminal,
    );
    const rows = threads.map((one) => [
      nameOf(one.threadId),
      one.name,
      paintStatus(one.status, paint, one.status === "waiting" ? one.waitingOn : null),
      String(one.steps),
      duration(store.clock.now() - one.startedAt),
      String(one.pid),
    ]);
    return {
      json,
      notes,
      text: renderTable(["THREAD", "WORKFLOW", "STATUS", "STEPS", "FOR", "PID"], rows, paint.dim),
    };
  },
};
