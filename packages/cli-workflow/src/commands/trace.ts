import { type Trace, verbs, WorkflowError } from "@uncaged/workflow/host";
import { oneLine } from "../render/escape.ts";
import { renderTable } from "../render/table.ts";
import { threadNamer } from "../render/thread-name.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Everything in all threads that carries a field with a value, as one chain.",
  args: {
    by: {
      type: "string",
      valueHint: "field=value",
      description: "the field, anywhere in params, payloads, variables, metadata, meta, notes and states",
    },
  },
  example: "uncaged-workflow trace --by order_id=7",
  async run({ store, flag, paint, terminal }) {
    const { traceField } = await verbs.trace();
    const trace = traceField(store, readBy(flag("by")));
    const notes = (trace.problems ?? []).map(
      ({ threadId, error }) => `${threadId} ${error.code}: ${error.message}`,
    );
    return { json: trace, text: render(trace, terminal, paint.dim), notes };
  },
};

function readBy(text: string | undefined): { field: string; value: string } {
  const at = text?.indexOf("=") ?? -1;
  if (text !== undefined && at > 0) return { field: text.slice(0, at), value: text.slice(at + 1) };
  throw new WorkflowError("USAGE", "trace needs --by <field>=<value>", {
    hint: "uncaged-workflow trace --by order_id=7",
    details: { flag: "--by" },
  });
}

function render({ chain }: Trace, terminal: Terminal, dim: (text: string) => string): string {
  if (chain.length === 0) return "nothing carries it";
  const nameOf = threadNamer(
    chain.map(({ threadId }) => threadId),
    terminal,
  );
  const rows = chain.map(({ threadId, name, seq, kind, stepId, effect, status, timestamp }) => [
    new Date(timestamp).toISOString(),
    nameOf(threadId),
    oneLine(name, 30),
    String(seq),
    kind,
    oneLine(stepId ?? "", 30),
    oneLine([effect, status].filter((word) => word !== undefined).join(" "), 60),
  ]);
  return renderTable(["AT", "THREAD", "WORKFLOW", "LINE", "KIND", "STEP", "WHAT"], rows, dim);
}
