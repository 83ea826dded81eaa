import { EXIT_OF, isErrorCode, verbs } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import { plural } from "../render/plural.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Checks a thread: the sum of every line, every seal, and the bundle it ran.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
  },
  example: "uncaged-workflow verify 01KQXKW1",
  async run({ store, positionals, paint }) {
    const { verifyThread } = await verbs.verify();
    const answer = await verifyThread(store, positionals[0] as string);
    if (answer.ok)
      return {
        json: answer,
        text: `${paint.green("ok")} ${plural(answer.lines, "line")}, ${plural(answer.seals, "seal")}`,
      };
    const first = answer.problems[0]?.code;
    return {
      json: answer,
      text: answer.problems
        .map((problem) => `${paint.red(problem.code)} ${escapeText(problem.message)}`)
        .join("\n"),
      exitCode: isErrorCode(first) ? EXIT_OF[first] : EXIT_OF.JOURNAL_CORRUPT,
    };
  },
};
