// Which command of a yield somebody means who says something about it.
import { isTokenForm, tokenHash } from "#commands/approval-token.ts";
import { gateOf } from "#commands/decide.ts";
import { WAITS } from "#commands/registry.ts";
import type { SettlePorts } from "#commands/settlement.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { WaitingOn } from "#contract/status.ts";
import { stepIdAt } from "#contract/step-id.ts";
import { isEnded, isSettled, type Leaf, waitOfLeaf, type YieldState } from "#replay/fold-yield.ts";

export function openLeaves(state: YieldState | null, on: WaitingOn): Leaf[] {
  if (state === null || isOver(state)) return [];
  return leavesOf(state).filter((leaf) => leaf.settled === null && waitOfLeaf(leaf)?.on === on);
}

/** An `any` was won, or a no ended it all: what comes now for one of the others comes too late. */
export function isOver(state: YieldState): boolean {
  return isSettled(state) || isEnded(state);
}

/** Of those that wait, the one with this name; without a name there must be one only. */
export function onlyOne(
  open: Leaf[],
  state: YieldState | null,
  stepId: string | undefined,
  on: WaitingOn,
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

/** By the digest: what was given out is never stored, and what is typed is taken exactly. */
export function byToken(
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

/** It is being worked on, or will be when the thread is taken up: its own receipt is to come. */
export function isInFlight(state: YieldState | null, intent: string): boolean {
  if (state === null || isSettled(state)) return false;
  return leavesOf(state).some(
    ({ opening, settled }) => settled === null && "id" in opening && opening.id.startsWith(intent),
  );
}

export function nothingOpen(on: WaitingOn, { identity: { thread } }: SettlePorts): WorkflowError {
  return new WorkflowError("STATE_INVALID", `the thread ${thread} does not wait for ${WAITS[on].wanted}`, {
    hint: `uncaged-workflow why ${thread}`,
  });
}

function leavesOf(state: YieldState | null): Leaf[] {
  return [...(state?.leaves.values() ?? [])];
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
