// graph: a thread as nodes and edges, for an audit, a drawing or a diff. The same code and input give the same graph.

import type { Store } from "../open/store.ts";
import { type SnapshotStep, snapshotThread } from "./snapshot-thread.ts";

export type GraphNode = { id: string; n: number; kind: string; label: string; status: string };
/** `next`: one after the other. `all`: into the commands of one yield, and out of them. */
export type GraphEdge = { from: string; to: string; kind: "next" | "all" };
export type Graph = { threadId: string; name: string; hash: string; nodes: GraphNode[]; edges: GraphEdge[] };

export async function graphThread(store: Store, typed: string): Promise<Graph> {
  const { threadId, name, hash, steps, result } = await snapshotThread(store, typed);
  const nodes: GraphNode[] = [{ id: "start", n: 0, kind: "start", label: name, status: "completed" }];
  const edges: GraphEdge[] = [];
  let before = ["start"];
  for (const group of Map.groupBy(steps, ({ n }) => n).values()) {
    const added = group.map(nodeOf);
    nodes.push(...added);
    const kind = added.length > 1 || before.length > 1 ? "all" : "next";
    for (const from of before) for (const { id } of added) edges.push({ from, to: id, kind });
    before = added.map(({ id }) => id);
  }
  if (result !== null) {
    const n = (steps.at(-1)?.n ?? 0) + 1;
    nodes.push({ id: "end", n, kind: "end", label: result.summary, status: result.status });
    for (const from of before) edges.push({ from, to: "end", kind: before.length > 1 ? "all" : "next" });
  }
  return { threadId, name, hash, nodes, edges };
}

/** By its place: names are the author's, and two steps may have the same. */
function nodeOf(step: SnapshotStep): GraphNode {
  const { n, index, stepId, effect, status } = step;
  const { role } = (step.do === "role" ? step.output : {}) as { role?: string };
  const label = role ?? (/^n\d/.test(stepId) ? (effect ?? step.do) : `${stepId}: ${effect ?? step.do}`);
  return { id: `n${n}.${index}`, n, kind: step.do, label, status };
}
