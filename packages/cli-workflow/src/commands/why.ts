import { verbs } from "@uncaged/workflow/host";
import type { Command } from "../command.ts";
import { escapeText } from "../render/escape.ts";
import { paintStatus } from "../render/status.ts";

export const command: Command = {
  summary: "What a thread waits for, or why it failed, and what to type next.",
  args: { thread: { type: "positional", description: "a thread id, or the first 6 characters or more" } },
  example: "uncaged-workflow why 01KQXKW1",
  async run({ house, positionals, paint }) {
    const { whyThread } = await verbs.why();
    const why = await whyThread(house, positionals[0] as string);
    const text = `${paintStatus(why.status, paint)}: ${escapeText(why.message)}\n${paint.cyan(" hint")} ${escapeText(why.hint)}`;
    return { json: why, text };
  },
};
