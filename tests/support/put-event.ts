// An event as whoever sends it would write it: one more line of the journal, chained to the last.
import { appendFile, readFile } from "node:fs/promises";
import { encodeRecord, unchainLine } from "../../packages/workflow/src/codec/journal-line.ts";
import type { EventRecord } from "../../packages/workflow/src/contract/record.ts";

/** Of a thread that no worker holds. */
export async function putEvent(path: string, event: Omit<EventRecord, "kind" | "timestamp">): Promise<void> {
  const last = (await readFile(path, "utf8")).trimEnd().split("\n").at(-1) as string;
  const { sum } = JSON.parse(last) as { sum: string };
  const line = encodeRecord({ kind: "event", ...event, timestamp: Date.now() }, sum);
  if (unchainLine(line.text, sum) === null) throw new Error("the line is not chained to the one before");
  await appendFile(path, `${line.text}\n`);
}
