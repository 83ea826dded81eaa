// R1 and R4 from a trace: what was called durable had been synced before, and a failed sync was the last word.
import type { Call, Traced } from "../lib/strace.ts";

/** `before` is what the journal held when the command started. */
export function traceProblems(traced: Traced, journal: string, before: Buffer, after: Buffer): string[] {
  const own = traced.calls.map((call, index) => ({ call, index })).filter(({ call }) => call.path === journal);
  if (!rebuilt(own.map(({ call }) => call), before).equals(after)) return ["the run is void: the trace does not add up to the file"];
  return [...promiseProblems(traced, own, before), ...retryProblems(own.map(({ call }) => call))];
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

/** Each promise on stderr comes after a sync that began after the record was written. */
function promiseProblems(traced: Traced, own: readonly Indexed[], before: Buffer): string[] {
  const known = before.toString("latin1");
  const problems: string[] = [];
  for (const { call, index } of promisesIn(traced)) {
    for (const [, sum] of call.bytes.toString("latin1").matchAll(/"record\.durable"[^\n]*"sum":"([^"]{13})"/g)) {
      const mark = `"sum":"${sum}"`;
      if (known.includes(mark)) continue;
      const written = own.find((one) => one.call.name === "write" && one.call.result > 0 && one.call.bytes.includes(mark));
      const synced = own.find((one) => isSync(one.call) && one.call.result === 0 && written !== undefined && one.call.began > written.index);
      if (written === undefined) problems.push(`${sum} was called durable and never written`);
      else if (synced === undefined || synced.index >= index) problems.push(`${sum} was called durable before it was synced`);
    }
  }
  return problems;
}

function promisesIn(traced: Traced): Indexed[] {
  const all = traced.calls.map((call, index) => ({ call, index }));
  return all.filter(({ call }) => call.name === "write" && call.path.endsWith("/stderr"));
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
