// The three things a thread asks of a person, and how each is said at a terminal.
import type { Json, Question, Settlement } from "@uncaged/workflow/host";
import { askValue, type Conversation, Later } from "./ask-value.ts";

/** `before`: what was said and refused; where that was a value, Enter keeps its parts. Throws Later. */
export function askSettlement(
  talk: Conversation,
  question: Question,
  before: Settlement | undefined,
): Promise<Settlement> {
  switch (question.kind) {
    case "approval":
      return askDecision(talk, question);
    case "input":
      return askAnswer(talk, question, before);
    case "reconcile":
      return askOutcome(talk, question, before);
  }
}

async function askDecision(talk: Conversation, { intent }: Question): Promise<Settlement> {
  const said = { reason: "" };
  for (;;) {
    const [word = "", ...rest] = (await talk.line("y, n, reason or later? ")).trim().split(/\s+/);
    const reason = rest.join(" ") || said.reason;
    const why = reason === "" ? {} : { reason };
    switch (word.toLowerCase()) {
      case "y":
      case "yes":
        return { type: "decide", decision: "approve", stepId: intent, ...why };
      case "n":
      case "no":
        return { type: "decide", decision: "deny", stepId: intent, ...why };
      case "l":
      case "later":
        throw new Later();
      case "r":
      case "reason":
        said.reason = reason === said.reason ? (await talk.line("reason: ")).trim() : reason;
        break;
      default:
        await talk.show("  y approves, n denies (a reason may follow: n too late), later leaves it open\n");
    }
  }
}

async function askAnswer(
  talk: Conversation,
  { intent, schema = {}, defaults }: Question,
  before: Settlement | undefined,
): Promise<Settlement> {
  const preset = before?.type === "answer" ? keptOf(before.value) : undefined;
  return { type: "answer", value: await askValue(talk, schema, preset ?? defaults), stepId: intent };
}

/** A whole value that was refused is not offered again; the members of one are. */
function keptOf(value: Json): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

const OUTCOMES = `   1  it happened: give its answer
   2  it did not happen
   3  send it again: you say that this is safe
   4  later
`;

async function askOutcome(
  talk: Conversation,
  { intent, receipt = {} }: Question,
  before: Settlement | undefined,
): Promise<Settlement> {
  await talk.show(OUTCOMES);
  for (;;) {
    switch ((await talk.line("1, 2, 3 or later? ")).trim().toLowerCase()) {
      case "1": {
        const kept = before?.type === "reconcile" && "ok" in before.how ? keptOf(before.how.ok) : undefined;
        return { type: "reconcile", intent, how: { ok: await askValue(talk, receipt, kept) } };
      }
      case "2": {
        const why = (await talk.line("what was seen [it was not done]: ")).trim();
        return { type: "reconcile", intent, how: { error: why === "" ? "it was not done" : why } };
      }
      case "3":
        return { type: "reconcile", intent, how: { retry: true } };
      case "4":
      case "l":
      case "later":
        throw new Later();
      default:
        await talk.show("  1, 2, 3 or 4\n");
    }
  }
}
