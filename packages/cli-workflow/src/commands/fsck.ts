import { EXIT_OF, verbs } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import { plural } from "../render/plural.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Checks the whole store: registry, bundles, every journal. Changes nothing unless told to.",
  args: { rebuild: { type: "boolean", description: "make the thread index again from the journals" } },
  example: "uncaged-workflow fsck\nuncaged-workflow fsck --rebuild",
  async run({ store, isSet, paint }) {
    const { fsck } = await verbs.fsck();
    const report = await fsck(store, { rebuild: isSet("rebuild") });
    const lines = report.problems.map(({ code, file, line, byte, message }) => {
      const at = line === null ? file : `${file}:${line}${byte === null ? "" : ` (byte ${byte})`}`;
      return `${paint.red(code)} ${escapeText(`${at}: ${message}`)}`;
    });
    if (report.rebuilt !== null)
      lines.push(`${paint.green("rebuilt")} the index of ${plural(report.rebuilt, "thread")}`);
    if (report.ok) lines.push(`${paint.green("ok")} ${plural(report.threads, "thread")}`);
    const damaged = report.problems.some((problem) => !HARMLESS.has(problem.code));
    return { json: report, text: lines.join("\n"), exitCode: damaged ? EXIT_OF.JOURNAL_CORRUPT : 0 };
  },
};

/** What `resume`, `thread rm` and the workers deal with by themselves, or a warning. */
const HARMLESS = new Set([
  "TORN_TAIL",
  "EMPTY",
  "MODE",
  "UNSEALED",
  "INDEX_BEHIND",
  "STRANGE",
  "VERSION_UNREADABLE",
]);
