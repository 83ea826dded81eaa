// R1 and R4 from a trace: what was called durable had been synced before, and a failed sync was the last word.
import { readFileSync } from "node:fs";
import { type Call, STDERR, type Traced } from "../lib/strace.ts";

/** `before` is what the journal held when the command started; `stderr` is where its promises were printed. */
export function traceProblems(traced: Traced, journal: string, before: Buffer, stderr: string): string[] {
  const own = traced.calls
    .map((call, index) => ({ call, index }))
    .filter(({ call }) => call.path === journal);
  const calls = own.map(({ call }) => call);
  if (!rebuilt(calls, before).equals(readFileSync(journal)))
    return ["the run is void: the trace does not add up to the file"];
  return [...unsynced(own, before, stderr), ...tooEarly(traced, own, before), ...retryProblems(calls)];
}

function rebuilt(calls: readonly Call[], before: Buffer): Buffer {
  let bytes = before;
  for (const { name, result, bytes: written, size } of calls) {
    if (result < 0) continue;
    if (name === "ftruncate") bytes = bytes.subarray(0, size);
    if (name === "write") bytes = Buffer.concat([bytes, written.subarray(0, result)]);
  }
  return bytes;
}

type Indexed = { call: Call; index: number };

/** Promises for records that no sync ever covered. */
function unsynced(own: readonly Indexed[], before: Buffer, stderr: string): string[] {
  return promisedIn(stderr, before).flatMap((sum) =>
    syncOf(sum, own) === null ? [`${sum} was called durable and never synced`] : [],
  );
}

/** Where the prints were traced too: promises made before the sync returned. */
function tooEarly(traced: Traced, own: readonly Indexed[], before: Buffer): string[] {
  const prints = traced.calls
    .map((call, index) => ({ call, index }))
    .filter(({ call }) => call.path.endsWith(`/${STDERR}`));
  return prints.flatMap(({ call, index }) =>
    promisedIn(call.bytes.toString("latin1"), before).flatMap((sum) => {
      const synced = syncOf(sum, own);
      return synced !== null && synced > index ? [`${sum} was called durable before it was synced`] : [];
    }),
  );
}

function promisedIn(text: string, before: Buffer): string[] {
  const sums = [...text.matchAll(/"record\.durable"[^\n]*"sum":"([^"]{13})"/g)].map(
    (match) => match[1] as string,
  );
  return sums.filter((sum) => !before.includes(`"sum":"${sum}"`));
}

/** The place of the first good sync that began after the record was written, or null. */
function syncOf(sum: string, own: readonly Indexed[]): number | null {
  const mark = `"sum":"${sum}"`;
  const written = own.find(
    ({ call }) => call.name === "write" && call.result > 0 && call.bytes.includes(mark),
  );
  if (written === undefined) return null;
  return (
    own.find(({ call }) => isSync(call) && call.result === 0 && call.began > written.index)?.index ?? null
  );
}

/** R4: after a failed sync nothing more is written, and the sync is not tried again. */
function retryProblems(calls: readonly Call[]): string[] {
  const failed = calls.findIndex((call) => isSync(call) && call.result < 0);
  if (failed === -1) return [];
  const later = calls.slice(failed + 1).filter((call) => isSync(call) || call.name === "write");
  return later.length === 0 ? [] : [`after a failed sync came ${later.map((call) => call.name).join(", ")}`];
}

function isSync(call: Call): boolean {
  return call.name === "fdatasync" || call.name === "fsync";
}
