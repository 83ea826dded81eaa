import { verbs } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import { renderTable } from "../render/table.ts";
import { ago } from "../render/time.ts";
import type { Command } from "../verb/command.ts";
import { withWarnings } from "../verb/with-warnings.ts";

export const command: Command = {
  summary: "The versions of a workflow, newest first.",
  args: { name: { type: "positional", description: "a workflow" } },
  example: "uncaged-workflow history solve-issue",
  async run({ store, positionals, paint }) {
    const { historyOf } = await verbs.names();
    const answer = await historyOf(store, positionals[0] as string);
    const rows = answer.versions.map((one) => [
      escapeText(one.hash),
      ago(one.timestamp, store.clock.now()),
      one.current ? paint.green("current") : one.unreadable ? paint.yellow("unreadable") : "",
    ]);
    const { registryWarnings } = await verbs.warnings();
    const text = renderTable(["HASH", "SINCE", ""], rows, paint.dim);
    return withWarnings({ json: answer, text }, await registryWarnings(store, answer.name));
  },
};
