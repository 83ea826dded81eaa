import { verbs } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import { ago } from "../render/time.ts";
import type { Command } from "../verb/command.ts";
import { withWarnings } from "../verb/with-warnings.ts";

export const command: Command = {
  summary: "One workflow: its version, its history, what it says about itself.",
  args: { name: { type: "positional", description: "a workflow" } },
  example: "uncaged-workflow show solve-issue",
  async run({ store, positionals, paint }) {
    const { showWorkflow } = await verbs.names();
    const shown = await showWorkflow(store, positionals[0] as string);
    const lines = [
      `${paint.bold(shown.name)}  ${shown.hash}  ${paint.dim(ago(shown.timestamp, store.clock.now()))}`,
      paint.dim(`sha256 ${shown.sha256}`),
    ];
    if (shown.descriptor !== null) {
      lines.push("", escapeText(shown.descriptor.description));
      for (const [role, { description }] of Object.entries(shown.descriptor.roles))
        lines.push(`  ${paint.cyan(escapeText(role))}  ${escapeText(description)}`);
    }
    if (shown.history.length > 0) lines.push("", paint.dim("before:"));
    for (const version of shown.history)
      lines.push(`  ${escapeText(version.hash)}  ${paint.dim(ago(version.timestamp, store.clock.now()))}`);
    const { registryWarnings } = await verbs.warnings();
    return withWarnings({ json: shown, text: lines.join("\n") }, await registryWarnings(store, shown.name));
  },
};
