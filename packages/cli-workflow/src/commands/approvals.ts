import { type Approval, verbs } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import { threadNamer } from "../render/thread-name.ts";
import { waitingLines } from "../render/waiting.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Everything that waits for a person: approvals, questions, effects in doubt.",
  args: {},
  more: "Each is shown in full: what you see is what will be done.",
  example: "uncaged-workflow approvals",
  async run({ store, paint, terminal }) {
    const { listApprovals } = await verbs.approvals();
    const { approvals, problems } = await listApprovals(store);
    const json = problems.length === 0 ? { approvals } : { approvals, problems };
    const notes = problems.map(({ threadId, error }) => `${threadId} ${error.code}: ${error.message}`);
    if (approvals.length === 0) return { json, text: "nothing waits for a person", notes };
    const now = store.clock.now();
    const nameOf = threadNamer(
      approvals.map(({ threadId }) => threadId),
      terminal,
    );
    const shown = approvals.map((one) => renderApproval(one, nameOf(one.threadId), now, paint));
    return { json, text: shown.join("\n\n"), notes };
  },
};

const SHORT_ID_CHARS = 12;

function renderApproval(approval: Approval, thread: string, now: number, paint: Paint): string {
  const { kind, stepId, threadId, name, intent } = approval;
  const short = escapeText(intent.slice(0, SHORT_ID_CHARS));
  const head = `${paint.yellow(kind)} ${paint.bold(short)}  ${escapeText(name)}  ${escapeText(stepId)}  ${paint.dim(thread)}`;
  const lost = approval.lost === true ? threadId : null;
  return [head, ...waitingLines(approval, short, now, paint, lost)].join("\n");
}
