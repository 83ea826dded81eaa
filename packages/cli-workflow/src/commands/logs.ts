import { verbs } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import { clockTime } from "../render/time.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "The debug lines of a thread: what the engine noted and what the bundle printed.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
  },
  example: "uncaged-workflow logs 01KQXKW1",
  async run({ store, positionals, paint }) {
    const { infoLines } = await verbs.info();
    const lines = infoLines(store, positionals[0] as string);
    const text = lines.map(
      ({ timestamp, level, content }) =>
        `${paint.dim(`${clockTime(timestamp)} ${level.padEnd(8)}`)} ${escapeText(content)}`,
    );
    return { json: { lines }, text: text.length === 0 ? "no lines" : text.join("\n") };
  },
};
