import { verbs } from "@uncaged/workflow/host";
import type { Command } from "../verb/command.ts";
import { withWarnings } from "../verb/with-warnings.ts";

export const command: Command = {
  summary: "Checks a bundle without running it, keeps it under its hash, and gives it a name.",
  args: {
    name: { type: "positional", description: "lower-case words joined by dashes: solve-issue" },
    file: { type: "positional", description: "a .esm.js file, or a .ts entry that is built first" },
  },
  example: "uncaged-workflow add solve-issue flow.ts",
  more: "A new file under an old name becomes the current version; the one before stays in `history`.",
  async run({ store, positionals, paint }) {
    const [name, file] = positionals as [string, string];
    const { addWorkflow } = await verbs.add();
    const { warnings, ...added } = await addWorkflow(store, name, file);
    const what = added.unchanged ? `${paint.dim("unchanged")}` : paint.green("added");
    const next = paint.dim(`next  uncaged-workflow run ${name} --prompt "..."`);
    const text = `${what} ${paint.bold(name)} ${added.hash}\n${next}`;
    const { registryWarnings } = await verbs.warnings();
    return withWarnings({ json: added, text, notes: warnings }, await registryWarnings(store, name));
  },
};
