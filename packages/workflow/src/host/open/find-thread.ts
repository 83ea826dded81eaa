// A thread by what a person typed: any case, o for 0, six or more characters of its beginning or its end that no other
// thread has, or `last` for the newest. The beginning of an id is its time, so it is the end that tells threads of one
// day apart.
import { join } from "node:path";
import { normaliseCrockford } from "#codec/crockford32.ts";
import { isUlid } from "#codec/ulid.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import { assertFolder, listDirectory } from "#disk/directory.ts";
import { INFO_SUFFIX, JOURNAL_SUFFIX } from "#disk/layout.ts";
import { fileSize } from "#disk/whole-file.ts";
import { executionKey, findClaim } from "#store/starts.ts";
import { threadFolders } from "#store/thread-folders.ts";
import { findRows, type IndexRow, keyOf } from "#store/thread-index.ts";
import type { Store } from "./store.ts";
import { databaseOf } from "./store-database.ts";

export type ThreadPlace = { threadId: ThreadId; hash: BundleId; path: string };

const PART_CHARS_MIN = 6;
const ID_CHARS = 26;

export function findThread(store: Store, typed: string): ThreadPlace {
  const [, hash, threadId] = IN_BUNDLE.exec(typed.toUpperCase()) ?? [];
  if (hash !== undefined && threadId !== undefined) return placeIn(store, hash, threadId);
  // Before the names that callers gave: nobody can make `last` mean another thread.
  if (typed.toLowerCase() === LAST) return newestThread(store);
  const named = threadNamed(store, typed);
  if (named !== null) return onlyNamed(store, typed, named);
  const part = normaliseCrockford(typed.replace(SHOWN_SHORT, ""));
  if (part === null || part.length > ID_CHARS || part.length === 0)
    throw new WorkflowError("USAGE", `"${typed}" is not a thread id`, { hint: "uncaged-workflow threads" });
  if (part.length < PART_CHARS_MIN)
    throw new WorkflowError("USAGE", `"${typed}" is too short: give ${PART_CHARS_MIN} characters or more`, {
      hint: "uncaged-workflow threads",
    });
  const places = store.isEmpty() ? [] : placesOf(store, part);
  if (places.length === 1) return places[0] as ThreadPlace;
  if (places.length === 0)
    throw new WorkflowError("NOT_FOUND", `there is no thread ${part}`, {
      hint: "uncaged-workflow threads",
    });
  const ids = new Set(places.map((place) => place.threadId));
  // Two journals of one id are told apart by their bundles.
  const candidates = places.map((place) => (ids.size === places.length ? place.threadId : keyOf(place)));
  throw new WorkflowError("USAGE", `"${typed}" fits ${places.length} threads: ${candidates.join(", ")}`, {
    details: { candidates },
  });
}

/** What a caller called a thread may look like the end of another's id: then nobody knows which was meant. */
function onlyNamed(store: Store, typed: string, named: ThreadId): ThreadPlace {
  const part = normaliseCrockford(typed);
  const isPart = part !== null && part.length >= PART_CHARS_MIN && part.length < ID_CHARS;
  const others = isPart ? placesOf(store, part).filter(({ threadId }) => threadId !== named) : [];
  if (others.length === 0) return findThread(store, named);
  const candidates = [named, ...others.map(({ threadId }) => threadId)];
  throw new WorkflowError("USAGE", `"${typed}" fits ${candidates.length} threads: ${candidates.join(", ")}`, {
    hint: "give the whole id",
    details: { candidates },
  });
}

const LAST = "last";
/** An id is shown short as the end of it, with this before it. */
const SHOWN_SHORT = /^(?:…|\.\.\.)/;

/** By its id, which begins with the time it was started. The journals are asked: the index may not have it yet. */
function newestThread(store: Store): ThreadPlace {
  let newest: ThreadPlace | null = null;
  for (const place of store.isEmpty() ? [] : journalPlaces(store))
    if (newest === null || place.threadId > newest.threadId) newest = place;
  if (newest !== null) return newest;
  throw new WorkflowError("NOT_FOUND", "there is no thread yet", { hint: "uncaged-workflow run <name>" });
}

/** What a caller called a thread when it asked for it: no id of ours, so it cannot be mistaken for one. */
function threadNamed(store: Store, typed: string): ThreadId | null {
  if (isUlid(typed.toUpperCase()) || store.isEmpty()) return null;
  return findClaim(databaseOf(store), executionKey(typed))?.threadId ?? null;
}

/** `<bundle>/<thread>`, both in full. */
const IN_BUNDLE = /^([0-9A-HJKMNP-TV-Z]{13})\/([0-9A-HJKMNP-TV-Z]{26})$/;

function placeIn(store: Store, hash: BundleId, threadId: ThreadId): ThreadPlace {
  const place = placeOf(store, hash, threadId);
  if (fileSize(place.path) !== null) return place;
  throw new WorkflowError("NOT_FOUND", `there is no thread ${threadId} of the bundle ${hash}`, {
    hint: "uncaged-workflow threads",
  });
}

export function placeOfRow(store: Store, row: IndexRow): ThreadPlace {
  return placeOf(store, row.hash, row.thread_id);
}

/**
 * Those whose id begins or ends with `part`. The index answers; the folders are asked when it knows nothing of a journal
 * that is there, since it may have been lost.
 */
export function placesOf(store: Store, part: string): ThreadPlace[] {
  assertFolder(store.layout.logs);
  const known = findRows(databaseOf(store), part)
    .map((row) => placeOfRow(store, row))
    .filter((place) => fileSize(place.path) !== null);
  if (known.length > 0) return known;
  return [...journalPlaces(store)].filter(
    ({ threadId }) => threadId.startsWith(part) || threadId.endsWith(part),
  );
}

/** Where a thread is whose journal has been written. */
export function placeStarted(store: Store, threadId: ThreadId): ThreadPlace | null {
  return placesOf(store, threadId).find((place) => (fileSize(place.path) ?? 0) > 0) ?? null;
}

/** Every journal in the store. What else stands there is nobody's thread: `strangeNames` tells of it. */
export function* journalPlaces(store: Store): Generator<ThreadPlace> {
  for (const hash of threadFolders(store.layout)) {
    const names = listDirectory(store.layout.threads(hash)).filter((name) => name.endsWith(JOURNAL_SUFFIX));
    for (const name of names) {
      const threadId = name.slice(0, -JOURNAL_SUFFIX.length);
      if (isUlid(threadId)) yield { threadId, hash, path: store.layout.journal(hash, threadId) };
    }
  }
}

/** What stands among the journals and is none of ours, by its path. */
export function strangeNames({ layout }: Store): string[] {
  const folders = threadFolders(layout);
  const strange = listDirectory(layout.logs).filter((name) => !folders.includes(name));
  const inside = folders.flatMap((hash) =>
    listDirectory(layout.threads(hash))
      .filter((name) => !isOurs(name))
      .map((name) => join(layout.threads(hash), name)),
  );
  return [...strange.map((name) => join(layout.logs, name)), ...inside];
}

function isOurs(name: string): boolean {
  const suffix = [JOURNAL_SUFFIX, INFO_SUFFIX].find((one) => name.endsWith(one));
  return name.startsWith(".") || (suffix !== undefined && isUlid(name.slice(0, -suffix.length)));
}

function placeOf(store: Store, hash: BundleId, threadId: ThreadId): ThreadPlace {
  assertFolder(store.layout.threads(hash));
  return { threadId, hash, path: store.layout.journal(hash, threadId) };
}
