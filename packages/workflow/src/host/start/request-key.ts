// The key of a request: `manual:{workflow}:{user}:{requestId}`.
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadPlace } from "../open/find-thread.ts";
import { foldThread } from "../open/read-thread.ts";

/** Two requests have the same key only if workflow, actor and id are the same: a colon in the actor is spelled out. */
export function manualKey(workflow: string, actor: string, requestId: string): string {
  if (!REQUEST_ID.test(requestId))
    throw new WorkflowError("USAGE", "a request id is 1 to 200 characters, none of them a space", {
      details: { flag: "--request-id" },
    });
  return plainKey(workflow, actor.replaceAll("%", "%25").replaceAll(":", "%3A"), requestId);
}

/** As keys were before that. */
export function plainKey(workflow: string, actor: string, requestId: string): string {
  return `manual:${workflow}:${actor}:${requestId}`;
}

const REQUEST_ID = /^[\x21-\x7e]{1,200}$/;

/** Who started a thread, if its start line says so. */
export function ownerOf(place: ThreadPlace): string | null {
  return foldThread(place).fold.start?.initiator?.actor ?? null;
}
