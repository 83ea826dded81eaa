// approve, deny, answer, reconcile: what a waiting thread was waiting for. It is recorded by the worker of its bundle,
// which then takes the thread up again.
import { assertNever } from "#contract/assert-never.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { Settlement } from "#contract/settlement.ts";
import { isTerminal } from "#contract/status.ts";
import { reachWorker } from "#control/start-worker.ts";
import { ConnectionLost, NoAnswer, type WorkerClient } from "#control/worker-client.ts";
import { isInFlight } from "#engine/settle-command.ts";
import { checkHeader } from "#journal/check-header.ts";
import { type JournalPlace, readJournal } from "#journal/read-journal.ts";
import type { SettleAnswer } from "#protocol/messages.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import { dueLeaves, waitOfLeaf } from "#replay/fold-yield.ts";
import type { AuditEntry } from "#store/audit-log.ts";
import { getBundle } from "#store/bundle-store.ts";
import { deciders, readStoreConfig } from "#store/store-config.ts";
import { waitingIn } from "../look/read-waiting.ts";
import { auditChange } from "../open/audit.ts";
import { checkCanonical } from "../open/check-canonical.ts";
import type { ThreadPlace } from "../open/find-thread.ts";
import { assertNotLost } from "../open/lost-thread.ts";
import { foldThread } from "../open/read-thread.ts";
import { assertRuntimeEnabled } from "../open/runtime-enabled.ts";
import { silentWorker } from "../open/silent-worker.ts";
import type { Store } from "../open/store.ts";
import type { StartedThread } from "../start/start-thread.ts";
import { findWaiting } from "./find-waiting.ts";

export type { Settlement };

/** `ignored`: it was settled before, and nothing changed. `expired`: an approval ran out. */
export type Settled = Omit<StartedThread, "client"> & {
  client: WorkerClient | null;
  ignored: boolean;
  expired: boolean;
};

export async function settleThread(
  store: Store,
  typed: string,
  settlement: Settlement,
  actor: string = store.actor,
): Promise<Settled> {
  if (actor === "") throw new WorkflowError("USAGE", "who decides must have a name");
  checkValue(settlement);
  const { place, intent } = await findWaiting(store, typed);
  const told = intent === undefined ? settlement : about(settlement, intent);
  const settled = await settlePlace(store, place, told, actor);
  if (!settled.ignored) auditChange(store, entryOf(place, told), actor);
  return settled;
}

function entryOf({ threadId: subject }: ThreadPlace, settlement: Settlement): AuditEntry {
  switch (settlement.type) {
    case "decide": {
      const { decision, stepId, reason } = settlement;
      return { action: decision, subject, step: stepId, reason };
    }
    case "reconcile": {
      const { how, intent } = settlement;
      return { action: "reconcile", subject, intent, how: Object.keys(how)[0] };
    }
    case "answer":
      return { action: "answer", subject, step: settlement.stepId };
    case "deliver":
    case "wake":
    case "expire":
      throw new WorkflowError("INTERNAL", "an event, or the time, is nobody's decision");
    default:
      return assertNever(settlement, "the settlement");
  }
}

function checkValue(settlement: Settlement): void {
  if (settlement.type === "answer") checkCanonical(settlement.value, "the answer");
  if (settlement.type === "reconcile" && "ok" in settlement.how)
    checkCanonical(settlement.how.ok, "the payload");
}

/** The intent was named instead of its thread. */
function about(settlement: Settlement, intent: string): Settlement {
  if (settlement.type === "wake" || settlement.type === "expire" || settlement.type === "deliver")
    return settlement;
  const given = settlement.type === "reconcile" ? settlement.intent : settlement.stepId;
  if (given !== undefined)
    throw new WorkflowError("USAGE", "name the thread, or the intent, but not two steps");
  return settlement.type === "reconcile" ? { ...settlement, intent } : { ...settlement, stepId: intent };
}

export async function settlePlace(
  store: Store,
  place: ThreadPlace,
  settlement: Settlement,
  actor: string,
): Promise<Settled> {
  await assertRuntimeEnabled(store);
  const { fold, end } = foldThread(place);
  const start = checkHeader(fold.start, place);
  const since = () => ({ at: end, fold });
  if (settlement.type === "reconcile") assertNotKilled(place, fold);
  if (settlement.type === "reconcile" && isReconciled(place, fold, settlement.intent))
    return { place, client: null, since, ignored: true, expired: false };
  assertOpen(place, fold, settlement);
  if (!mayEnd(fold, settlement)) await assertNotLost(store, place, fold);
  getBundle(store.layout, start.hash, start.sha256);
  const admins = deciders(readStoreConfig(store.layout));
  const { threadId } = place;
  const request = { op: "settle" as const, threadId, settlement, actor, admins };
  const deadline = performance.now() + RETRIES_MS;
  for (;;) {
    const client = await reachWorker(store, place.hash);
    try {
      return { place, client, since, ...((await client.ask(request, PATIENCE_MS)) as SettleAnswer) };
    } catch (error) {
      client.close();
      if (error instanceof NoAnswer) throw silentWorker(threadId, "; what you said is recorded when it does");
      if (!(error instanceof ConnectionLost)) throw error;
      // It may have been recorded before the worker went away: asking again would then find nothing that waits.
      if (mayBeRecorded(place, end, settlement, actor)) throw lost(place);
      if (performance.now() > deadline) throw neverTold(place);
    }
  }
}

/** GOV-37: what became of its effects is no longer heard. */
function assertNotKilled({ threadId }: ThreadPlace, { result, stopping }: ThreadFold): void {
  if (result?.status !== "killed" && (result !== null || stopping !== "kill")) return;
  throw new WorkflowError(
    "KILLED",
    `the thread ${threadId} was killed; nothing is recorded for it any more`,
    {
      hint: `uncaged-workflow thread ${threadId}`,
    },
  );
}

function assertOpen(place: ThreadPlace, fold: ThreadFold, settlement: Settlement): void {
  const status = deriveStatus(fold, false);
  if (!isTerminal(status)) return;
  if (settlement.type === "reconcile" && settlement.intent !== undefined)
    throw new WorkflowError("UNKNOWN_RECEIPT", `the thread has no intent ${settlement.intent}`);
  throw settlement.type === "decide" ? endedBeforeDecision(place, fold, settlement) : ended(place, status);
}

/** A no, or an approval that ran out: that ends a thread which nothing else can reach any more. */
function mayEnd({ current }: ThreadFold, settlement: Settlement): boolean {
  if (settlement.type === "decide") return settlement.decision === "deny";
  if (settlement.type !== "wake" || current === null) return false;
  return dueLeaves(current, settlement.now).some((leaf) => waitOfLeaf(leaf)?.on === "approval");
}

/** Whether a line since `from` may be what was told. A decision is known by what was decided, and by whom. */
function mayBeRecorded(
  place: ThreadPlace,
  from: JournalPlace,
  settlement: Settlement,
  actor: string,
): boolean {
  let mayBe = false;
  readJournal(
    place.path,
    ({ isRole, record }) => {
      if (settlement.type !== "decide") mayBe = true;
      else if (!isRole && "kind" in record && record.kind === "decision")
        mayBe ||= record.decision === settlement.decision && record.actor === actor;
    },
    { from },
  );
  return mayBe;
}

/** Word of an outcome that is known already, as when it is told twice. */
function isReconciled(place: ThreadPlace, fold: ThreadFold, asked: string | undefined): boolean {
  const intent = asked?.toLowerCase();
  if (
    waitingIn(fold).some(
      (one) => one.kind === "reconcile" && (intent === undefined || one.intent.startsWith(intent)),
    )
  )
    return false;
  if (intent !== undefined && fold.result === null && isInFlight(fold.current, intent)) return false;
  let isKnown = false;
  readJournal(place.path, ({ isRole, record }) => {
    if (isKnown || isRole || !("kind" in record)) return;
    isKnown =
      intent === undefined
        ? record.kind === "attempt" && record.status === "unknown"
        : record.kind === "intent" && record.id.startsWith(intent);
  });
  return isKnown;
}

const PATIENCE_MS = 10_000;
/** Workers that go away one after the other are asked for this long. */
const RETRIES_MS = 10_000;

function ended(place: ThreadPlace, status: string): WorkflowError {
  return new WorkflowError(
    "STATE_INVALID",
    `the thread ${place.threadId} is ${status}; it waits for nothing`,
    {
      hint: `uncaged-workflow thread ${place.threadId}`,
      details: { status },
    },
  );
}

/** A token of a thread that has ended was used, or is too late: that is told apart from one that never was. */
function endedBeforeDecision(
  place: ThreadPlace,
  fold: ThreadFold,
  { token }: Settlement & { type: "decide" },
): WorkflowError {
  const status = deriveStatus(fold, false);
  if (fold.result?.error?.details?.reason === "approval_timeout")
    return new WorkflowError(
      "TOKEN_EXPIRED",
      `nobody decided in time; the thread ${place.threadId} is ${status}`,
    );
  if (token !== undefined)
    return new WorkflowError(
      "TOKEN_CONSUMED",
      `the thread ${place.threadId} is ${status}; the token serves no more`,
    );
  return ended(place, status);
}

function lost(place: ThreadPlace): WorkflowError {
  return new WorkflowError("IO_FAILED", `the worker went away while ${place.threadId} was told`, {
    hint: `uncaged-workflow resume ${place.threadId}`,
  });
}

function neverTold({ threadId }: ThreadPlace): WorkflowError {
  return new WorkflowError(
    "IO_FAILED",
    `every worker went away before ${threadId} could be told; nothing is recorded`,
    {
      hint: `uncaged-workflow why ${threadId}`,
    },
  );
}
