// Threads made in process, as `run` would have left them: ten thousand processes would take an hour.

import { mkdirSync, writeFileSync } from "node:fs";
import { chainLine, encodeRecord } from "../../packages/workflow/src/codec/journal-line.ts";
import { monotonicUlid } from "../../packages/workflow/src/codec/ulid.ts";
import type { StartRecord } from "../../packages/workflow/src/contract/record.ts";
import type { TempHome } from "../../tests/support/temp-home.ts";

/** Nine in ten have ended; the others wait for a `resume`, so their journals are looked at. */
export async function makeThreads(home: TempHome, name: string, count: number): Promise<void> {
  const { hash, sha256 } = (await home.uw(["show", name, "--json"])).json;
  const nextId = monotonicUlid();
  mkdirSync(home.layout.threads(hash), { recursive: true, mode: 0o700 });
  for (let number = 0; number < count; number++) {
    const timestamp = Date.now();
    const threadId = nextId(timestamp);
    const parameters = { prompt: `thread number ${number}`, options: { isDryRun: false, maxRounds: 50 } };
    const start: StartRecord = { name, hash, sha256, threadId, parameters, timestamp };
    writeFileSync(home.layout.journal(hash, threadId), journalText(start, number % 10 !== 0), {
      mode: 0o600,
    });
  }
  const rebuilt = await home.uw(["fsck", "--rebuild", "--json"]);
  if (rebuilt.json.rebuilt !== count) throw new Error(`fsck --rebuild: ${rebuilt.stdout}`);
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
