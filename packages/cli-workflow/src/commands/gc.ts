import { type Collected, EXIT_OF, verbs, type WorkFolder } from "@uncaged/workflow/host";
import type { Command } from "../command.ts";
import { readNumber } from "../read-flags.ts";
import { escapeText } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import { ago } from "../render/time.ts";

const DAYS = 7;
const DAY_MS = 86_400_000;

export const command: Command = {
  summary: "Removes the folders and worktrees of threads that have ended.",
  args: {
    "older-than": {
      type: "string",
      valueHint: "days",
      description: `only of threads that ended longer ago (default ${DAYS})`,
    },
    "dry-run": { type: "boolean", description: "only list them" },
  },
  more: "What stands in a worktree stays in its repository, under refs/uncaged/<thread>, until the thread is deleted.",
  example: "uncaged-workflow gc --dry-run",
  async run(invocation) {
    const { house, isSet, paint } = invocation;
    const { collectGarbage } = await verbs.gc();
    const days = readNumber(invocation, "older-than", 0) ?? DAYS;
    const collected = await collectGarbage(house, { olderThanMs: days * DAY_MS, dryRun: isSet("dry-run") });
    const [problem] = collected.problems;
    return {
      json: collected,
      text: renderCollected(collected, paint, house.clock.now()),
      exitCode: problem === undefined ? 0 : EXIT_OF[problem.code],
    };
  },
};

function renderCollected({ removed, kept, problems, dryRun }: Collected, paint: Paint, now: number): string {
  if (removed.length + kept.length === 0) return "no thread has a folder here";
  const line = (what: string, { threadId, kind, status, path, updatedAt }: WorkFolder) =>
    `${what} ${threadId}  ${kind}  ${status ?? "deleted"} ${ago(updatedAt, now)}  ${paint.dim(escapeText(path))}`;
  return [
    ...removed.map((one) => line(paint.yellow(dryRun ? "would go" : "removed "), one)),
    ...kept.map((one) => line(paint.dim("kept    "), one)),
    ...problems.map(({ code, threadId, message }) => `${paint.red(code)} ${threadId} ${escapeText(message)}`),
  ].join("\n");
}
