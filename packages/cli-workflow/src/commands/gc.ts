import { type Collected, EXIT_OF, verbs, type WorkFolder } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import { plural } from "../render/plural.ts";
import { ago } from "../render/time.ts";
import { unkeptText } from "../render/unkept.ts";
import type { Command } from "../verb/command.ts";
import { readNumber } from "../verb/read-flags.ts";

const DAYS = 7;
const DAY_MS = 86_400_000;

export const command: Command = {
  summary: "Removes the folders and worktrees of threads that have ended, and blobs nobody refers to.",
  args: {
    "older-than": {
      type: "string",
      valueHint: "days",
      description: `only of threads that ended, and blobs that were put, longer ago (default ${DAYS})`,
    },
    "dry-run": { type: "boolean", description: "only list them" },
    force: { type: "boolean", description: "also those with files that could not be kept" },
  },
  more: "What stands in a worktree stays in its repository, under refs/uncaged/<thread>, and what stands in a folder in the store's states/<thread>, until the thread is deleted. A folder with files that cannot be kept stays, unless --force is given.",
  example: "uncaged-workflow gc --dry-run",
  async run(invocation) {
    const { store, isSet, paint } = invocation;
    const { collectGarbage } = await verbs.gc();
    const days = readNumber(invocation, "older-than", 0) ?? DAYS;
    const collected = await collectGarbage(store, {
      olderThanMs: days * DAY_MS,
      dryRun: isSet("dry-run"),
      force: isSet("force"),
    });
    const [problem] = collected.problems;
    return {
      json: collected,
      text: renderCollected(collected, paint, store.clock.now()),
      exitCode: problem === undefined ? 0 : EXIT_OF[problem.code],
    };
  },
};

/** Why it is kept though its thread has ended. */
function lossLines({ unkept, filesLost }: WorkFolder, paint: Paint): string[] {
  if (unkept === undefined && filesLost === undefined) return [];
  const what = unkeptText(unkept, filesLost);
  return [paint.yellow(`         only there: ${what}; save it, then: uncaged-workflow gc --force`)];
}

function renderCollected(collected: Collected, paint: Paint, now: number): string {
  const { removed, kept, problems, dryRun, blobs, bytes } = collected;
  const gone = dryRun ? "would go" : "removed ";
  const unused = blobs === 0 ? [] : [`${paint.yellow(gone)} ${plural(blobs, "blob")}, ${bytes} bytes`];
  if (removed.length + kept.length === 0) return ["no thread has a folder here", ...unused].join("\n");
  const line = (what: string, { threadId, kind, status, path, updatedAt }: WorkFolder) =>
    `${what} ${threadId}  ${kind}  ${status ?? "deleted"} ${ago(updatedAt, now)}  ${paint.dim(escapeText(path))}`;
  return [
    ...removed.map((one) => line(paint.yellow(gone), one)),
    ...kept.flatMap((one) => [line(paint.dim("kept    "), one), ...lossLines(one, paint)]),
    ...unused,
    ...problems.map(({ code, threadId, message }) => `${paint.red(code)} ${threadId} ${escapeText(message)}`),
  ].join("\n");
}
