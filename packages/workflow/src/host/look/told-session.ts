// The session of a coding agent whose process died in a turn, so that a person can look at it, or go on with it.
//
// It stands in the debug lines: a session is told on the way, as progress, and an effect in doubt has no receipt. Only people
// are shown it; nothing is decided by it.
import type { Json } from "#contract/command.ts";
import type { ThreadPlace } from "../open/find-thread.ts";
import { infoLinesAt } from "./info-lines.ts";
import type { Waiting } from "./read-waiting.ts";

/** An agent that talks a lot tells its session again only when that changes. */
const INFO_BYTES_MAX = 32 * 1024 * 1024;

/** `item`: {effect, params}; session and folder are added to it. */
export function withTold(place: ThreadPlace, waiting: Waiting): Waiting {
  const [item] = waiting.items as { effect?: string }[];
  const told = item?.effect === undefined ? null : lastTold(place, `${item.effect} ${waiting.stepId}: `);
  return told === null ? waiting : { ...waiting, items: [{ ...item, ...told } as Json] };
}

type Told = { session: string; folder?: string };

function lastTold(place: ThreadPlace, begins: string): Told | null {
  const lines = infoLinesAt(place, INFO_BYTES_MAX);
  const line = lines.findLast(
    ({ level, content }) => level === "progress" && content.startsWith(begins) && content.includes(MARK),
  );
  return line === undefined ? null : toldIn(line.content.slice(begins.length));
}

const MARK = '"event":"session"';

function toldIn(frame: string): Told | null {
  try {
    const { event, session, folder } = JSON.parse(frame) as { [key: string]: unknown };
    if (event !== "session" || typeof session !== "string") return null;
    return { session, ...(typeof folder === "string" ? { folder } : {}) };
  } catch {
    return null;
  }
}
