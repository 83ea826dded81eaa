// What comes to a waiting command from outside: a decision, an answer, word of an unknown outcome, the time.
//
// S1. What is answered here is a line; the generator goes on only after it is durable, so a token is used up before
//     anything follows from it.
// S2. A refusal writes nothing and uses nothing up, except that an expiry that is found is recorded.
import { isObject } from "#codec/is-object.ts";
import { refuseReferences } from "#codec/secret-reference.ts";
import type { Json } from "#contract/command.ts";
import type { EffectDefinition, JsonSchema, Normalised } from "#contract/effect.ts";
import { WorkflowError } from "#contract/errors.ts";
import type {
  ApprovalGate,
  ApproveIntent,
  CommandRecord,
  DecisionRecord,
  EffectIntent,
  InputIntent,
  Unstamped,
} from "#contract/record.ts";
import type { Settlement } from "#contract/settlement.ts";
import { stepIdAt } from "#contract/step-id.ts";
import { dueLeaves, isEnded, isSettled, type Leaf, waitOfLeaf, type YieldState } from "#replay/fold-yield.ts";
import { isTokenForm, tokenHash } from "./approval-token.ts";
import { dueRecords } from "./due-records.ts";
import type { Identity } from "./intent-id.ts";
import { makeReceipt, type Sign } from "./make-receipt.ts";

export type SettlePorts = {
  identity: Identity;
  now: number;
  actor: string;
  /** Who started the thread. */
  owner: string | null;
  /** The same, and who started the threads it was forked from. */
  starters: readonly string[];
  /** Of the house: may decide about every thread. */
  admins: readonly string[];
  sign: Sign;
  normalise(schema: JsonSchema, value: Json): Normalised | Promise<Normalised>;
  find(effect: string): EffectDefinition | undefined;
  /** An approval of this thread, open or not, was given out with this token. */
  wasGivenOut(tokenHash: string): boolean;
  /** An intent of this thread, open or not, whose id begins like this. */
  hasIntent(prefix: string): boolean;
};

/** The lines to write, and the error to answer with all the same: an expiry is recorded and reported. */
export type Settling = {
  records: Unstamped<CommandRecord>[];
  error?: WorkflowError;
  ignored?: true;
  /** Nothing to write, but an attempt is due: the thread is to go on. */
  isDue?: true;
};

export async function settleCommand(
  state: YieldState | null,
  settlement: Settlement,
  ports: SettlePorts,
): Promise<Settling> {
  switch (settlement.type) {
    case "decide":
      return decide(state, settlement, ports);
    case "answer":
      return { records: [await answer(state, settlement, ports)] };
    case "reconcile":
      return reconcile(state, settlement, ports);
    case "wake":
    case "expire":
      return wake(state, settlement, ports);
  }
}

async function decide(
  state: YieldState | null,
  settlement: Settlement & { type: "decide" },
  ports: SettlePorts,
): Promise<Settling> {
  const { token } = settlement;
  const leaf =
    token === undefined
      ? onlyOne(openLeaves(state, "approval"), state, settlement.stepId, "approval", ports)
      : byToken(state, token, settlement.stepId, ports);
  const intent = leaf.opening as ApproveIntent | EffectIntent;
  const gate = gateOf(intent) as ApprovalGate;
  if (ports.now >= gate.expiresAt) {
    const records = await dueRecords(leaf, ports.now, ports.identity, ports.sign);
    const message = `the time to decide ended at ${new Date(gate.expiresAt).toISOString()}`;
    return { records: records ?? [], error: new WorkflowError("TOKEN_EXPIRED", message) };
  }
  assertMayDecide(intent, ports);
  return { records: [decisionOf(intent, settlement.decision, ports, settlement.reason)] };
}

/** By the digest: what was given out is never stored, and what is typed is taken exactly. */
function byToken(
  state: YieldState | null,
  token: string,
  stepId: string | undefined,
  ports: SettlePorts,
): Leaf {
  const hash = isTokenForm(token) ? tokenHash(token) : null;
  const leaf =
    hash === null ? undefined : leavesOf(state).find((one) => gateOf(one.opening)?.tokenHash === hash);
  const isLate = state !== null && isOver(state);
  const isOpen = leaf !== undefined && leaf.settled === null && !leaf.isApproved && !isLate;
  if (isOpen && (stepId === undefined || isNamed(leaf, state, stepId))) return leaf;
  if (isOpen) throw new WorkflowError("RESUME_MISMATCH", `this token is not for ${stepId}`);
  if (hash !== null && (leaf !== undefined || ports.wasGivenOut(hash)))
    throw new WorkflowError("TOKEN_CONSUMED", "this token was used before; a token serves once");
  if (openLeaves(state, "approval").length === 0) throw nothingOpen("approval", ports);
  throw new WorkflowError("RESUME_MISMATCH", "this token belongs to no open approval of the thread", {
    hint: "uncaged-workflow approvals",
  });
}

function assertMayDecide(intent: ApproveIntent | EffectIntent, ports: SettlePorts): void {
  const refusal = deciderRefusal(intent, ports);
  if (refusal !== null) throw refusal;
}

/** Why this actor may not decide about it, and who may. Null when they may. */
export function deciderRefusal(
  intent: ApproveIntent | EffectIntent,
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

async function answer(
  state: YieldState | null,
  settlement: Settlement & { type: "answer" },
  ports: SettlePorts,
): Promise<Unstamped<DecisionRecord>> {
  const leaf = onlyOne(openLeaves(state, "input"), state, settlement.stepId, "input", ports);
  const intent = leaf.opening as InputIntent;
  refuseReferences("the answer", settlement.value);
  const fit = await ports.normalise(intent.schema, withDefaults(intent.defaults, settlement.value));
  if ("problem" in fit) throw misfit("the answer", fit.problem);
  return { ...decisionOf(intent, "answer", ports), value: fit.value };
}

async function reconcile(
  state: YieldState | null,
  settlement: Settlement & { type: "reconcile" },
  ports: SettlePorts,
): Promise<Settling> {
  const { how } = settlement;
  const asked = settlement.intent?.toLowerCase();
  const open = openLeaves(state, "reconcile").filter(
    ({ opening }) => asked === undefined || (opening as EffectIntent).id.startsWith(asked),
  );
  if (open.length === 0 && asked !== undefined) {
    if (isInFlight(state, asked)) throw nothingOpen("reconcile", ports);
    if (ports.hasIntent(asked)) return { records: [], ignored: true };
    throw new WorkflowError("UNKNOWN_RECEIPT", `the thread has no intent ${asked}`);
  }
  const leaf = onlyOne(open, state, undefined, "reconcile", ports);
  const intent = leaf.opening as EffectIntent;
  if ("retry" in how) return { records: [decisionOf(intent, "retry", ports)] };
  const { attempt } = leaf;
  if ("error" in how) {
    const error = { code: "RECONCILED", message: how.error };
    const verdict = { status: "error" as const, error, attempt, actor: ports.actor };
    return { records: [await makeReceipt(intent, verdict, ports.identity, ports.sign)] };
  }
  refuseReferences("the payload", how.ok);
  const definition = ports.find(intent.effect);
  const fit =
    definition === undefined ? { value: how.ok } : await ports.normalise(definition.receipt, how.ok);
  if ("problem" in fit) throw misfit("the payload", fit.problem);
  const verdict = { status: "ok" as const, payload: how.ok, attempt, actor: ports.actor };
  return { records: [await makeReceipt(intent, verdict, ports.identity, ports.sign)] };
}

/** It is being worked on, or will be when the thread is taken up: its own receipt is to come. */
export function isInFlight(state: YieldState | null, intent: string): boolean {
  if (state === null || isSettled(state)) return false;
  return leavesOf(state).some(
    ({ opening, settled }) => settled === null && "id" in opening && opening.id.startsWith(intent),
  );
}

async function wake(
  state: YieldState | null,
  { type, now }: Settlement & { type: "wake" | "expire" },
  ports: SettlePorts,
): Promise<Settling> {
  const records: Unstamped<CommandRecord>[] = [];
  let isDue = false;
  for (const leaf of state === null || isOver(state) ? [] : dueLeaves(state, now)) {
    if (type === "expire" && waitOfLeaf(leaf)?.on !== "approval") continue;
    const due = await dueRecords(leaf, now, ports.identity, ports.sign);
    isDue ||= due === null;
    records.push(...(due ?? []));
    // The first to be answered wins an `any`; the others are not asked any more.
    if (state?.group?.type === "any" && records.length > 0) break;
  }
  return isDue ? { records, isDue } : { records };
}

function openLeaves(state: YieldState | null, on: "approval" | "input" | "reconcile"): Leaf[] {
  if (state === null || isOver(state)) return [];
  return leavesOf(state).filter((leaf) => leaf.settled === null && waitOfLeaf(leaf)?.on === on);
}

/** An `any` was won, or a no ended it all: what comes now for one of the others comes too late. */
function isOver(state: YieldState): boolean {
  return isSettled(state) || isEnded(state);
}

function leavesOf(state: YieldState | null): Leaf[] {
  return [...(state?.leaves.values() ?? [])];
}

function onlyOne(
  open: Leaf[],
  state: YieldState | null,
  stepId: string | undefined,
  on: string,
  ports: SettlePorts,
): Leaf {
  const found = stepId === undefined ? open : open.filter((leaf) => isNamed(leaf, state, stepId));
  if (found.length === 1) return found[0] as Leaf;
  if (open.length === 0) throw nothingOpen(on, ports);
  const names = open.map((leaf) => nameOf(leaf, state)).join(", ");
  const message =
    stepId === undefined
      ? `${open.length} commands wait: ${names}`
      : `${stepId} does not wait; ${names} does`;
  throw new WorkflowError("STATE_INVALID", message, {
    hint: on === "reconcile" ? "--intent says which" : "--step says which",
  });
}

function nothingOpen(on: string, { identity: { thread } }: SettlePorts): WorkflowError {
  const what = on === "reconcile" ? "word of an outcome" : `an ${on}`;
  return new WorkflowError("STATE_INVALID", `the thread ${thread} does not wait for ${what}`, {
    hint: `uncaged-workflow why ${thread}`,
  });
}

function nameOf({ opening }: Leaf, state: YieldState | null): string {
  return stepIdAt({ ...opening, group: state?.group ?? undefined });
}

function isNamed(leaf: Leaf, state: YieldState | null, stepId: string): boolean {
  return nameOf(leaf, state) === stepId || isIdOf(leaf, stepId);
}

/** The first characters of an intent's id serve too. */
function isIdOf({ opening }: Leaf, text: string): boolean {
  return text.length >= SHORT_ID_CHARS && "id" in opening && opening.id.startsWith(text.toLowerCase());
}

const SHORT_ID_CHARS = 8;

/** What binds the decision about a command, if one is wanted. */
export function gateOf(opening: Leaf["opening"]): ApprovalGate | undefined {
  if (opening.kind !== "intent") return undefined;
  if (opening.do === "approve") return opening;
  return opening.do === "effect" ? opening.gate : undefined;
}

function decisionOf(
  intent: { n: number; index: number; id: string },
  decision: DecisionRecord["decision"],
  ports: SettlePorts,
  reason?: string,
): Unstamped<DecisionRecord> {
  const { n, index, id } = intent;
  const at = new Date(ports.now).toISOString();
  const why = reason === undefined ? {} : { reason };
  return { kind: "decision", n, index, intent: id, decision, actor: ports.actor, at, ...why };
}

/** Members of an object answer that were left out. */
function withDefaults(defaults: Json | undefined, value: Json): Json {
  if (!isObject(defaults) || !isObject(value)) return value;
  return { ...defaults, ...value };
}

function misfit(what: string, { path, message }: { path: string; message: string }): WorkflowError {
  const field = path === "" ? "" : ` at \`${path}\``;
  return new WorkflowError("SCHEMA_INVALID", `${what}${field}: ${message}`, {
    details: { field: path },
  });
}
