import { type Graph, verbs } from "@uncaged/workflow/host";
import { oneLine } from "../render/escape.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "A thread as nodes and edges: what came after what, and what ran side by side.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
  },
  more: "People see a Mermaid flowchart, which many editors and forges draw.",
  example: "uncaged-workflow graph 01KQXKW1",
  async run({ store, positionals }) {
    const { graphThread } = await verbs.graph();
    const graph = await graphThread(store, positionals[0] as string);
    return { json: graph, text: mermaid(graph) };
  },
};

const LABEL_CHARS = 60;

function mermaid({ nodes, edges }: Graph): string {
  // An author's own ids may be words of Mermaid (`end`), or hold blanks.
  const numbers = new Map(nodes.map(({ id }, index) => [id, index]));
  const idOf = (id: string) => `s${numbers.get(id)}`;
  return [
    "flowchart TD",
    ...nodes.map(({ id, label, status }) => `  ${idOf(id)}["${quoted(label)}<br/>${status}"]`),
    ...edges.map(({ from, to }) => `  ${idOf(from)} --> ${idOf(to)}`),
  ].join("\n");
}

/** Mermaid reads entities, and takes a quote for the end. */
function quoted(label: string): string {
  return oneLine(label, LABEL_CHARS).replace(/[&"<>#;]/g, (char) => `#${char.charCodeAt(0)};`);
}
