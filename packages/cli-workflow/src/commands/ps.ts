import { verbs } from "@uncaged/workflow/host";
import type { Command } from "../command.ts";
import { paintStatus } from "../render/status.ts";
import { renderTable } from "../render/table.ts";
import { duration } from "../render/time.ts";

export const command: Command = {
  summary: "Threads that a worker has right now.",
  args: {},
  example: "uncaged-workflow ps",
  async run({ house, paint }) {
    const { listRunning } = await verbs.list();
    const threads = await listRunning(house);
    if (threads.length === 0) return { json: { threads }, text: "nothing is running" };
    const rows = threads.map((one) => [
      one.threadId,
      one.name,
      paintStatus(one.status, paint, one.status === "waiting" ? one.waitingOn : null),
      String(one.steps),
      duration(house.clock.now() - one.startedAt),
      String(one.pid),
    ]);
    return {
      json: { threads },
      text: renderTable(["THREAD", "WORKFLOW", "STATUS", "STEPS", "FOR", "PID"], rows, paint.dim),
    };
  },
};
