// The commands of a thread, as a judge reads them from its lines: not with the code that is judged.
import type { JudgedLine } from "../lib/journal.ts";

/** The workflow whose effects are never the same twice. */
export const DRIFTING = "drifting";

export type Command = {
  id: string;
  seq: number;
  n: number;
  do: string;
  class: string;
  effect: string;
  nonce: string;
  isAny: boolean;
  /** It was not performed: an earlier receipt is used again. */
  isReused: boolean;
  stepId: string;
  receipts: Receipt[];
  decisions: { decision: string; seq: number }[];
  isUnknown: boolean;
};

export type Receipt = { seq: number; status: string; nonce: string };

export function commandsOf(lines: readonly JudgedLine[]): { commands: Command[]; problems: string[] } {
  const byId = new Map<string, Command>();
  const problems: string[] = [];
  const mayBranch = lines[0]?.record.name === DRIFTING;
  for (const { record, seq } of lines) {
    // biome-ignore lint/suspicious/noExplicitAny: lines of many kinds
    const line = record as any;
    const isBranch = line.kind === "control" && line.action === "branch";
    if (isBranch && !mayBranch) problems.push("it took another way than before");
    // On another way the same place has the same intent: what a person said about it was said.
    const decisions = byId.get(line.id)?.decisions ?? [];
    if (line.kind === "intent") byId.set(line.id, { ...openedBy(line, seq), decisions });
    if (!["attempt", "receipt", "decision"].includes(line.kind)) continue;
    const command = byId.get(line.intent);
    if (command === undefined) {
      problems.push(`line ${seq} is a ${line.kind} of no intent before it`);
      continue;
    }
    if (line.kind === "receipt")
      command.receipts.push({ seq, status: line.status, nonce: line.payload?.nonce ?? "" });
    if (line.kind === "decision") command.decisions.push({ decision: line.decision, seq });
    if (line.kind === "attempt") command.isUnknown = line.status === "unknown";
    if (line.kind === "decision") command.isUnknown = false;
  }
  return { commands: [...byId.values()], problems };
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function openedBy(line: any, seq: number): Command {
  return {
    id: line.id,
    seq,
    n: line.n,
    do: line.do,
    class: line.class ?? "",
    effect: line.effect ?? "",
    nonce: line.params?.nonce ?? "",
    isAny: line.group?.type === "any",
    isReused: line.reused !== undefined,
    stepId: line.stepId ?? "",
    receipts: [],
    decisions: [],
    isUnknown: false,
  };
}

/** How often a person let it be sent again. */
export function retriesOf({ decisions }: Command): number {
  return decisions.filter(({ decision }) => decision === "retry").length;
}
