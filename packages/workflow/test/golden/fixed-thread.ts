// Two threads with a fixed clock, fixed ids and a fixed key, written through the real journal.
import { createPublicKey, createPrivateKey } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { sha256Hex } from "#codec/sha256.ts";
import { bundleIdOf } from "#codec/xxh64.ts";
import type { StartRecord } from "#contract/record.ts";
import type { Layout } from "#disk/layout.ts";
import { SyncGroup } from "#disk/sync-group.ts";
import { createJournal, FileJournal } from "#journal/file-journal.ts";
import { type ReadLine, readJournal } from "#journal/read-journal.ts";
import { openSealer } from "#journal/sealer.ts";

/** Never changed: golden files hold its hash. */
export const COUNT_TO_3 = `export default async function* ({ steps }) {
  for (let n = steps.length + 1; n <= 3; n++) yield { role: "r" + n, content: "step " + n, meta: { n } };
  return { returnCode: 0, summary: "counted to 3" };
}
`;
const SOURCE = Buffer.from(COUNT_TO_3);
export const HASH = bundleIdOf(SOURCE);
export const COMPLETED = "01KQXKW18CT8G75T53R8F4G7YG";
export const FORKED = "01KQXKW2ZZT8G75T53R8F4G7YH";
const BEGAN_AT = 1_714_963_200_000;

const COMPLETED_START: StartRecord = {
  name: "solve-issue",
  hash: HASH,
  sha256: sha256Hex(SOURCE),
  threadId: COMPLETED,
  parameters: { prompt: "Fix the login redirect bug in #3", options: { isDryRun: false, maxRounds: 50 } },
  timestamp: BEGAN_AT,
};

const FORKED_START: StartRecord = {
  ...COMPLETED_START,
  threadId: FORKED,
  parameters: {
    prompt: 'Ünïcode €😀 \u0000\u001b[31m "quoted"\n',
    options: { isDryRun: true, maxRounds: 5 },
    variables: { branch: "main" },
    limits: { maxSteps: 9, timeoutMs: 60_000 },
  },
  timestamp: BEGAN_AT + 10_000,
  forkFrom: { threadId: COMPLETED, hash: HASH, steps: 1 },
};

/** Keeps the bundle and the key; a journal is written by the functions below, or taken from the golden files. */
export function layStore(layout: Layout): void {
  for (const path of [layout.bundle(HASH), layout.journal(HASH, COMPLETED)]) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(layout.bundle(HASH), SOURCE);
  writeFileSync(layout.sealKey, sealKey(), { mode: 0o600 });
}

/** Three steps, held and resumed after the second. */
export async function writeCompleted(layout: Layout): Promise<string> {
  const path = layout.journal(HASH, COMPLETED);
  createJournal(path, COMPLETED_START);
  const journal = openFixed(path);
  const sealer = openSealer(layout.sealKey);
  journal.appendRole('{"content":"Plan: modify auth middleware...","meta":{"files":["src/auth.ts"]},"role":"planner"}');
  journal.appendRole('{"content":"","meta":{},"role":"coder"}');
  journal.append({ kind: "control", action: "pause", actor: "ada" });
  await journal.seal(sealer);
  journal.append({ kind: "control", action: "resume", actor: "ada" });
  journal.appendRole('{"content":"line\\nline","meta":{"a":[1,2.5,null,true],"b":{"c":"d"}},"role":"reviewer"}');
  journal.append({ kind: "result", status: "completed", returnCode: 0, summary: "Fixed auth bug", output: { url: "http://x" } });
  await journal.sync();
  await journal.seal(sealer);
  journal.close();
  return path;
}

/** A fork of it that keeps one step and fails. */
export async function writeForked(layout: Layout): Promise<string> {
  const path = layout.journal(HASH, FORKED);
  const lines: ReadLine[] = [];
  readJournal(layout.journal(HASH, COMPLETED), (line) => lines.push(line));
  createJournal(path, FORKED_START, lines.slice(1, 2));
  const journal = openFixed(path);
  journal.append({
    kind: "result",
    status: "failed",
    returnCode: 1,
    summary: "TypeError: no key",
    error: { code: "WORKFLOW_FAILED", message: "TypeError: no key", details: { stack: "TypeError: no key\n    at flow.ts:2:9" } },
  });
  await journal.sync();
  await journal.seal(openSealer(layout.sealKey));
  journal.close();
  return path;
}

/** A fork that copied two long steps as they stood, and one more of its own. */
export async function writeCopied(layout: Layout): Promise<string> {
  const long = layout.journal(HASH, COMPLETED);
  createJournal(long, COMPLETED_START);
  const source = openFixed(long);
  for (const n of [1, 2]) source.appendRole(`{"content":"${"long ".repeat(1_700)}","meta":{},"role":"r${n}"}`);
  source.close();
  const lines: ReadLine[] = [];
  readJournal(long, (line) => lines.push(line));
  const path = layout.journal(HASH, FORKED);
  createJournal(path, { ...FORKED_START, forkFrom: { threadId: COMPLETED, hash: HASH, steps: 2 } }, lines.slice(1));
  const journal = openFixed(path);
  journal.appendRole('{"content":"own","meta":{},"role":"r3"}');
  await journal.seal(openSealer(layout.sealKey));
  journal.close();
  return path;
}

/** Each stamp is a second after the one before. */
function openFixed(path: string): FileJournal {
  let now = BEGAN_AT + 10_000;
  const clock = { now: () => (now += 1_000) };
  return FileJournal.open(path, { clock, group: new SyncGroup() }, () => {}).journal;
}

/** The Ed25519 key whose seed is 32 sevens, in the form the store keeps. */
function sealKey(): string {
  const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.alloc(32, 7)]);
  const secret = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  const open = createPublicKey(secret).export({ format: "jwk" }).x;
  return `${JSON.stringify({ public: open, secret: pkcs8.toString("base64url") })}\n`;
}
