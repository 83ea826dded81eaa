// Threads made in process, as `run` would have left them: ten thousand processes would take an hour.
import { chainLine, encodeRecord } from "../../packages/workflow/src/codec/journal-line.ts";
import type { StartRecord } from "../../packages/workflow/src/contract/record.ts";
import { mkdirSync, writeFileSync } from "node:fs";
import { openHouse } from "../../packages/workflow/src/host/house.ts";
import { type IndexRow, replaceRows } from "../../packages/workflow/src/store/thread-index.ts";
import type { TempHome } from "../../tests/support/temp-home.ts";

/** Nine in ten have ended; the others wait for a `resume`, so their journals are looked at. */
export function makeThreads(home: TempHome, name: string, hash: string, sha256: string, count: number): void {
  const house = openHouse({ home: home.home });
  mkdirSync(home.layout.threads(hash), { recursive: true, mode: 0o700 });
  const rows: IndexRow[] = [];
  for (let number = 0; number < count; number++) {
    const threadId = house.newThreadId();
    const timestamp = house.clock.now();
    const parameters = { prompt: `thread number ${number}`, options: { isDryRun: false, maxRounds: 50 } };
    const start: StartRecord = { name, hash, sha256, threadId, parameters, timestamp };
    const ended = number % 10 !== 0;
    const text = journalText(start, ended);
    writeFileSync(home.layout.journal(hash, threadId), text, { mode: 0o600 });
    rows.push({
      thread_id: threadId,
      hash,
      name,
      prompt: parameters.prompt,
      started_at: timestamp,
      fork_from: null,
      worker: null,
      status: ended ? "completed" : "interrupted",
      steps: 1,
      updated_at: timestamp,
      size: Buffer.byteLength(text),
    });
  }
  replaceRows(house.database(), rows);
}

/** A start line and a step, and a result for a thread that has ended. */
function journalText(start: StartRecord, ended: boolean): string {
  const { timestamp } = start;
  const first = encodeRecord(start, "");
  const second = encodeRecord({ role: "worker", content: "done", meta: {}, timestamp }, first.sum);
  const result = { kind: "result", status: "completed", returnCode: 0, summary: "done", timestamp };
  const lines = ended ? [first, second, encodeRecord(result, second.sum)] : [first, second];
  return lines.map((line) => `${line.text}\n`).join("");
}

/** A journal of this many role lines after its start line. */
export function longJournal(start: StartRecord, roleJson: string, lines: number): string {
  let line = encodeRecord(start, "");
  const texts = [line.text];
  for (let count = 0; count < lines; count++) {
    line = chainLine(roleJson, line.sum);
    texts.push(line.text);
  }
  return `${texts.join("\n")}\n`;
}
