import { type TickReport, verbs, WorkflowError } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Does everything that is due: sleeps that are over, approvals that ran out. For cron and systemd.",
  args: {
    now: {
      type: "string",
      valueHint: "time",
      description:
        "the time it is taken to be: ISO 8601, or milliseconds since 1970. What is due then happens now",
    },
    "dry-run": { type: "boolean", description: "show what would be done, and do nothing of it" },
  },
  example: "uncaged-workflow tick\nuncaged-workflow tick --dry-run --now 2026-12-24T18:00:00Z",
  async run({ store, flag, isSet, paint }) {
    const { tick } = await verbs.tick();
    const isDryRun = isSet("dry-run");
    const report = await tick(store, { now: readTime(flag("now")), isDryRun });
    return { json: report, text: renderReport(report, isDryRun, paint) };
  },
};

function readTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const isMs = /^\d{1,15}$/.test(text);
  const time = isMs ? Number(text) : /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(new Date(time).getTime())) return time;
  throw new WorkflowError("USAGE", `--now takes a time, not "${text}"`, {
    hint: "--now 2026-01-31T09:00:00Z, or milliseconds since 1970",
    details: { flag: "--now" },
  });
}

function renderReport(
  { evaluated, due, woken, expired, failed }: TickReport,
  isDryRun: boolean,
  paint: Paint,
): string {
  if (due === 0) return evaluated === 0 ? "nothing is due" : `nothing is due; ${evaluated} open`;
  const [wakes, expires] = isDryRun ? ["would wake", "would expire"] : ["woken", "expired"];
  return [
    `${due} due of ${evaluated} open`,
    ...woken.map((id) => `${paint.green(wakes.padEnd(expires.length))} ${id}`),
    ...expired.map((id) => `${paint.yellow(expires)} ${id}`),
    ...failed.flatMap(({ threadId, error }) => [
      `${paint.red(error.code)} ${threadId} ${escapeText(error.message)}`,
      ...(error.hint === undefined ? [] : [paint.dim(`next  ${escapeText(error.hint)}`)]),
    ]),
  ].join("\n");
}
