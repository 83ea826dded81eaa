import { type Approval, verbs } from "@uncaged/workflow/host";
import type { Command } from "../command.ts";
import { escapeText } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import { waitingLines } from "../render/waiting.ts";

export const command: Command = {
  summary: "Everything that waits for a person: approvals, questions, effects in doubt.",
  args: {},
  more: "Each is shown in full: what you see is what will be done.",
  example: "uncaged-workflow approvals",
  async run({ house, paint }) {
    const { listApprovals } = await verbs.approvals();
    const approvals = await listApprovals(house);
    if (approvals.length === 0) return { json: { approvals }, text: "nothing waits for a person" };
    const now = house.clock.now();
    return {
      json: { approvals },
      text: approvals.map((one) => renderApproval(one, now, paint)).join("\n\n"),
    };
  },
};

const SHORT_ID_CHARS = 12;

function renderApproval(approval: Approval, now: number, paint: Paint): string {
  const { kind, stepId, threadId, name, intent } = approval;
  const short = intent.slice(0, SHORT_ID_CHARS);
  const head = `${paint.yellow(kind)} ${paint.bold(short)}  ${escapeText(name)}  ${escapeText(stepId)}  ${paint.dim(threadId)}`;
  const lost = approval.lost === true ? threadId : null;
  return [head, ...waitingLines(approval, short, now, paint, lost)].join("\n");
}
