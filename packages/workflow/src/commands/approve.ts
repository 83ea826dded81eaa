// approve: a person says yes or no to what is shown. It parks until then, or until its time is over.
import { isNames as areNames, isAmount, isList, isText as isTextForm, isTrue } from "#codec/field-forms.ts";
import { present } from "#codec/present.ts";
import type { ApproveCommand } from "#contract/command.ts";
import { TIMES } from "#contract/limits.ts";
import type { ApproveIntent } from "#contract/record.ts";
import type { CommandFile } from "./command.ts";
import { type ApprovalRequired, askedAgain, decide, expiry, simulatedYes } from "./decide.ts";
import { isBoolean, isList as isListed, isNames, isText, oneOf, wholeNumber } from "./field-checks.ts";
import { GATE, isDelivered, waitingLine } from "./line-shape.ts";
import { approvalGate, intentBase } from "./opening.ts";
import { unheard } from "./settlement.ts";
import { CENTURY_MS, shape } from "./shape.ts";
import type { WaitFacts } from "./wait-facts.ts";

type Asked = Pick<
  ApproveIntent,
  "do" | "prompt" | "items" | "ttlMs" | "approvers" | "differentApprover" | "onDeny" | "stepId"
>;

export const approve: CommandFile<ApproveCommand, Asked, ApproveIntent, ApprovalRequired> = {
  word: "approve",
  answeredBy: "person",
  shape: shape(
    { prompt: isText },
    {
      id: isText,
      items: isListed,
      ttlMs: wholeNumber({ min: 1, max: CENTURY_MS }),
      approvers: isNames,
      differentApprover: isBoolean,
      onDeny: oneOf(["deliver"]),
    },
  ),
  admit({ prompt, items, ttlMs, approvers, differentApprover, onDeny, id }) {
    const differ = differentApprover ? { differentApprover: true as const } : {};
    const asked: Asked = {
      do: "approve",
      prompt,
      items: items ?? [],
      ttlMs: ttlMs ?? TIMES.approvalMs,
      ...differ,
      ...present({ approvers, onDeny, stepId: id }),
    };
    return { asked };
  },
  line: {
    kind: "intent",
    shape: waitingLine(
      { ...GATE, prompt: isTextForm, items: isList, ttlMs: isAmount },
      { approvers: areNames, differentApprover: isTrue, onDeny: isDelivered },
    ),
  },
  open({ asked }, place, ports) {
    const gate = approvalGate(asked, place, ports.now() + asked.ttlMs, ports);
    return { ...intentBase(asked, place, ports), ...asked, ...gate };
  },
  askedOf({ prompt, items, ttlMs, approvers, differentApprover, onDeny, stepId }) {
    const optional = present({ approvers, differentApprover, onDeny });
    return { ...present({ stepId }), do: "approve", prompt, items, ttlMs, ...optional };
  },
  answerIn: () => null,
  waiting: {
    on: ["approval"],
    waitOf: ({ opening }) => ({ on: "approval", wakeAt: opening.expiresAt }),
    yesLetsGo: false,
    hearsNo: ({ onDeny }) => onDeny === "deliver",
    due: async ({ opening }, { now }) => expiry(opening, now),
    async settle({ opening }, said, ports) {
      if (said.type !== "decide") throw unheard("approve", said);
      return decide(opening, opening, said, ports);
    },
    dryRun: async (leaf, { now }) => simulatedYes(leaf, now),
    simulate: async ({ opening }) => ({ type: "decide", decision: "approve", stepId: opening.id }),
    takes: null,
    question: ({ opening: { prompt, items } }) => ({ kind: "approval", prompt, items }),
    required: ({ prompt, items }) => ({ type: "approval.required", prompt, items, resumeToken: null }),
  },
  shown: {
    status: () => "waiting_approval",
    asked: ({ prompt, items }) => ({ prompt, items }),
    brief: (asked) => (asked as { prompt?: string } | null)?.prompt ?? "",
    outcome: "decision",
    opened: ({ prompt }, name) => ({ isAsk: true, text: `${name} asks: ${prompt}` }),
    resting: (_opening, name) => `${name} waits`,
    done: null,
    again: askedAgain,
  },
  standIn: { answer: null, is: "decision" },
};

export const approval: WaitFacts<"approval"> = {
  on: "approval",
  rank: 2,
  by: "person",
  staysNear: false,
  envelope: "needs_approval",
  cause: "waiting_approval",
  message: ({ stepId, prompt }) => `it waits for a person to approve ${stepId}${prompt}`,
  hint: (threadId) => `uncaged-workflow approve ${threadId}`,
  verb: "approve",
  next: (id) => [`approve ${id}`, `deny ${id} --reason "..."`],
  plan: () => "for an approval",
  wanted: "an approval",
};
