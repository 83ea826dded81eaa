// What run, resume, fork, follow, approve, deny, answer and reconcile have in common: show what happens as it becomes
// durable, then answer the envelope.
import {
  type Envelope,
  EXIT_OF,
  type FollowEvent,
  isErrorCode,
  type StartedThread,
  verbs,
} from "@uncaged/workflow/host";
import { mayAsk } from "../ask/may-ask.ts";
import type { Followed } from "../follow/followed.ts";
import { Leaving } from "../follow/leaving.ts";
import { ndjsonView } from "../follow/ndjson-view.ts";
import { renderEnd } from "../follow/render-end.ts";
import { screenView } from "../follow/screen-view.ts";
import type { ThreadViewer } from "../follow/thread-viewer.ts";
import { placeText } from "../render/place.ts";
import type { CommandAnswer, Invocation } from "../verb/command.ts";

type Beginning<F> = {
  began: "execution.started" | "execution.resumed";
  /** Further keys of the document. */
  more?: (followed: F) => object;
  notes?: (followed: F) => string[];
};

export async function followAndAnswer<F extends Followed>(
  invocation: Invocation,
  begin: () => Promise<F>,
  { began, more, notes }: Beginning<F>,
): Promise<CommandAnswer> {
  using leaving = new Leaving();
  const followed = await begin();
  const answer = await watchAndAsk(invocation, followed, began, leaving.signal);
  return {
    ...answer,
    json: { ...answer.json, ...more?.(followed) },
    notes: [...(answer.notes ?? []), ...(notes?.(followed) ?? [])],
  };
}

/** `waits`: for a person. */
type Watched = CommandAnswer & { json: object; waits?: boolean };

/** A thread that comes to wait for a person asks the one who is here; then it is watched on. */
async function watchAndAsk(
  invocation: Invocation,
  followed: Followed,
  began: Beginning<Followed>["began"],
  signal: AbortSignal,
): Promise<Watched> {
  let watched = await watch(invocation, followed, began, signal);
  while (watched.waits && mayAsk(invocation)) {
    const { askPerson } = await import("../ask/ask-person.ts");
    const asked = await askPerson(invocation, followed.place, signal);
    if ("notes" in asked) return { ...watched, notes: [...(watched.notes ?? []), ...asked.notes] };
    watched = await watch(invocation, asked.goesOn, "execution.resumed", signal, true);
  }
  return watched;
}

async function watch(
  invocation: Invocation,
  followed: Followed,
  began: Beginning<Followed>["began"],
  signal: AbortSignal,
  isAgain = false,
): Promise<Watched> {
  const { place, client } = followed;
  if (invocation.isSet("detach")) {
    client?.close();
    return detached(invocation, place.threadId, "watch it:", followed.start);
  }
  const since = followed.since?.();
  const viewer: ThreadViewer = invocation.json
    ? await ndjsonView(invocation.terminal, place.threadId, began, since?.fold)
    : screenView(invocation, place.threadId, since?.fold);
  const { followThread } = await verbs.follow();
  const tokens = () => client?.noticeOf(place.threadId)?.tokens;
  let end: Extract<FollowEvent, { type: "left" }> | undefined;
  await viewer.begin(isAgain);
  if (client !== null) client.onProgress = (progress) => viewer.progress(progress);
  for await (const event of followThread(place, client, since, signal))
    if (event.type === "lines") await viewer.lines(event.lines, tokens());
    else end = event;
  client?.close();
  if (end === undefined) {
    await viewer.end("running");
    return detached(invocation, place.threadId, "the thread goes on; watch it again:");
  }
  const { documentOf, envelopeOf } = await verbs.envelope();
  const envelope = envelopeOf(place, {
    fold: invocation.json ? undefined : end.fold,
    lost: end.error,
    tokens: tokens(),
  });
  await viewer.end(envelope.status);
  return {
    json: documentOf(envelope),
    text: renderEnd(envelope, invocation.paint, Date.now()),
    exitCode: exitOf(envelope),
    notes: end.held ? [HELD] : [],
    waits: (envelope.parked?.waiting.length ?? 0) > 0,
  };
}

const HELD =
  "its bundle never reads `steps`, so it waits in its worker, which stays for it; if that is lost, the thread can only be ended";

/** Cancelled and killed threads did what somebody asked for; only failures count as such. */
function exitOf(envelope: Envelope): number {
  if (envelope.status !== "failed") return 0;
  const code = envelope.error?.code;
  if (!isErrorCode(code)) return 1;
  // A value the workflow should not have yielded is its own failure, but one of contract: 20 or 10 as its code says.
  return EXIT_OF[code];
}

function detached(
  { paint }: Invocation,
  threadId: string,
  note: string,
  start?: StartedThread["start"],
): Watched {
  const place = start === undefined ? "" : ` ${paint.dim(placeText(start.parameters.workspace))}`;
  return {
    json: { executionId: threadId, status: "running" },
    text: `${threadId}${place}\n${paint.dim(`${note} uncaged-workflow follow ${threadId}`)}`,
  };
}
