// A person decides: about an approval that the workflow asked for, or about an effect that policy holds back.
import type { Json } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { Leaf, Opening } from "#contract/leaf.ts";
import type { ApprovalGate, ApproveIntent, EffectIntent } from "#contract/record.ts";
import type { Said } from "#contract/settlement.ts";
import { stepIdAt } from "#contract/step-id.ts";
import type { Lines } from "./command.ts";
import { decisionOf, type SettlePorts, type Settling } from "./settlement.ts";

/** `resumeToken`: known to those alone who watch. */
export type ApprovalRequired = {
  type: "approval.required";
  prompt: string;
  items: Json[];
  resumeToken: null;
};

type Decidable = ApproveIntent | EffectIntent;

/** The lines of a decision. One that comes after its time is recorded as a no, and refused. */
export function decide(
  intent: Decidable,
  gate: ApprovalGate,
  said: Said & { type: "decide" },
  ports: SettlePorts,
): Settling {
  if (ports.now >= gate.expiresAt) {
    const records = expiry(intent, ports.now);
    const message = `the time to decide ended at ${new Date(gate.expiresAt).toISOString()}`;
    return { records, error: new WorkflowError("TOKEN_EXPIRED", message) };
  }
  const refusal = deciderRefusal(intent, ports);
  if (refusal !== null) throw refusal;
  return { records: [decisionOf(intent, said.decision, ports, said.reason)] };
}

/** Nobody decided in time: that is a no. */
export function expiry(intent: Decidable, now: number): Lines {
  return [decisionOf(intent, "deny", { now, actor: "system" }, "approval_timeout")];
}

/** What binds the decision about a command, if one is wanted. */
export function gateOf(opening: Opening): ApprovalGate | undefined {
  if (opening.kind !== "intent") return undefined;
  if (opening.do === "approve") return opening;
  return opening.do === "effect" ? opening.gate : undefined;
}

/** In a dry run everybody says yes. */
export function simulatedYes({ opening, isUnknown }: Leaf<Decidable>, now: number): Lines {
  // Nothing was really handed over, so nothing is in doubt.
  const yes = decisionOf(opening, isUnknown ? "retry" : "approve", { now, actor: "dry-run" });
  return [{ ...yes, simulated: true }];
}

/** Why this actor may not decide about it, and who may. Null when they may. */
export function deciderRefusal(
  intent: Decidable,
  { actor, owner, starters, admins }: Pick<SettlePorts, "actor" | "owner" | "starters" | "admins">,
): WorkflowError | null {
  const rules = intent.do === "approve" ? intent : { approvers: undefined, differentApprover: undefined };
  const isListed = rules.approvers?.includes(actor);
  const isAllowed = isListed ?? (actor === owner || owner === null || admins.includes(actor));
  if (isAllowed && !(rules.differentApprover && starters.includes(actor))) return null;
  return new WorkflowError("APPROVER_NOT_ALLOWED", `${actor} may not decide about ${stepIdAt(intent)}`, {
    hint: whoMay(rules, { owner, starters, admins }),
    details: { actor },
  });
}

/** Names, or what to do when there is nobody. */
function whoMay(
  {
    approvers,
    differentApprover,
  }: { approvers?: string[] | undefined; differentApprover?: boolean | undefined },
  { owner, starters, admins }: Pick<SettlePorts, "owner" | "starters" | "admins">,
): string {
  const isOther = (name: string) => !(differentApprover && starters.includes(name));
  if (approvers === undefined && owner === null)
    return "anybody else than who started the thread may decide: --actor <name>";
  const named = approvers ?? [...new Set([owner as string, ...admins])];
  const who = named.filter(isOther);
  if (who.length > 0) return `allowed: ${who.join(", ")}`;
  return approvers === undefined
    ? "nobody may decide: who started the thread may not, and there is no admin; add one under `admins` in config.yaml"
    : "nobody may decide: everybody in `approvers` started the thread; cancel it, and let somebody else start it";
}

/** In the plan of a fork: why a person is asked again. */
export function askedAgain(decision: string | undefined): string {
  if (decision === undefined) return "nobody has answered it";
  return decision === "deny"
    ? "it was answered with a no"
    : "it comes after what is kept, and is asked again";
}
