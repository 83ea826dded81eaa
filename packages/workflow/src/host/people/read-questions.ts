// What a person who sits before a waiting thread can be asked about it, and whether it still waits for that.
import type { JsonSchema } from "#contract/effect.ts";
import type { WorkflowError } from "#contract/errors.ts";
import { type ApproveIntent, type EffectIntent, startersOf } from "#contract/record.ts";
import { fileSize } from "#disk/whole-file.ts";
import { deciderRefusal } from "#engine/settle-command.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import type { Opening } from "#replay/fold-yield.ts";
import { deciders, readStoreConfig } from "#store/store-config.ts";
import type { Since } from "../look/follow-thread.ts";
import { type Waiting, waitingAt, waitingIn } from "../look/read-waiting.ts";
import { openReceipts } from "../look/receipt-schemas.ts";
import type { ThreadPlace } from "../open/find-thread.ts";
import { isLost } from "../open/lost-thread.ts";
import { foldThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { tryThread } from "../open/try-thread.ts";
import { findWaiting } from "./find-waiting.ts";

/** `refusal`: why this person may not decide, and who may. `receipt`: of a doubt, what the answer of its effect must fit. */
export type Question = Waiting & { refusal: WorkflowError | null; receipt?: JsonSchema };

/** `since`: the place in the journal at which the thread asks. `lost`: nothing can bring it on any more. */
export type OpenQuestions = { place: ThreadPlace; since: Since; questions: Question[]; lost: boolean };

/** `typed`: a thread, or the first characters of an intent that waits. */
export async function findQuestions(store: Store, typed: string, actor: string): Promise<OpenQuestions> {
  const { place } = await findWaiting(store, typed);
  return readQuestions(store, place, actor);
}

export async function readQuestions(store: Store, place: ThreadPlace, actor: string): Promise<OpenQuestions> {
  const { fold, end } = foldThread(place);
  const waiting = waitingAt(place, fold);
  const receipts = waiting.some(({ kind }) => kind === "reconcile") ? await openReceipts(store) : () => null;
  const questions = waiting.map((one): Question => {
    const opening = openingOf(fold, one.intent);
    const receipt = opening !== undefined && "effect" in opening ? receipts(opening.effect) : null;
    const refusal = one.kind === "approval" ? refusalOf(store, fold, opening, actor) : null;
    return { ...one, refusal, ...(receipt === null ? {} : { receipt }) };
  });
  return { place, since: { at: end, fold }, questions, lost: await isLost(store, place, fold) };
}

/**
 * Answers whether the thread still waits for it. The journal is read again only when it has grown; one that cannot be
 * read says nothing new, and whoever decides is told.
 */
export function stillWaits(place: ThreadPlace, intent: string): () => boolean {
  let size: number | null = null;
  let waits = true;
  return () => {
    const now = fileSize(place.path);
    if (now === size) return waits;
    size = now;
    const read = tryThread(place.threadId, () => waitingIn(foldThread(place).fold));
    if ("value" in read) waits = read.value.some((one) => one.intent === intent);
    return waits;
  };
}

function openingOf(fold: ThreadFold, intent: string): Opening | undefined {
  const leaves = [...(fold.current?.leaves.values() ?? [])];
  return leaves.find(({ opening }) => "id" in opening && opening.id === intent)?.opening;
}

function refusalOf(
  store: Store,
  { start }: ThreadFold,
  opening: Opening | undefined,
  actor: string,
): WorkflowError | null {
  if (start === null || opening === undefined) return null;
  return deciderRefusal(opening as ApproveIntent | EffectIntent, {
    actor,
    owner: start.initiator?.actor ?? null,
    starters: startersOf(start),
    admins: deciders(readStoreConfig(store.layout)),
  });
}
