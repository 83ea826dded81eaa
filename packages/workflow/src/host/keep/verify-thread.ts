// verify: sums, canonical form, seals, receipts, checkpoints, bundle hash and, when signed here, the store's own key.
import { canonicalJson } from "#codec/canonical-json.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { ForkOrigin, SealRecord } from "#contract/record.ts";
import { recordProblem } from "#journal/check-record.ts";
import { RECORD_DEPTH_MAX } from "#journal/check-value.ts";
import { type JournalEnd, type ReadLine, readJournal } from "#journal/read-journal.ts";
import { isSealValid, readPublicKey } from "#journal/sealer.ts";
import { getBundle } from "#store/bundle-store.ts";
import { findThread, type ThreadPlace } from "../open/find-thread.ts";
import { foldThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { CommandChecks } from "./verify-commands.ts";

export type Problem = { code: string; message: string; line?: number; byte?: number };
export type Verified = { threadId: string; ok: boolean; lines: number; seals: number; problems: Problem[] };

export async function verifyThread(store: Store, typed: string): Promise<Verified> {
  const place = findThread(store, typed);
  return verifyPlace(store, place);
}

export async function verifyPlace(store: Store, place: ThreadPlace): Promise<Verified> {
  const problems: Problem[] = [];
  const commands = new CommandChecks();
  const { lines, seals, start } = readAll(place, problems, commands);
  const key = (await readPublicKey(store.layout.sealKey)) ?? seals.at(-1)?.seal.key ?? null;
  problems.push(...(await commands.end({ key, originOf: (thread) => originOf(store, thread) })));
  for (const { seal, line, actual } of seals)
    problems.push(...(await sealProblems(store, seal, line, actual)));
  if (start !== null) problems.push(...bundleProblems(store, place, start));
  return { threadId: place.threadId, ok: problems.length === 0, lines, seals: seals.length, problems };
}

type FoundSeal = { seal: SealRecord; line: number; actual: string };
type Start = { threadId: string; hash: string; sha256: string };

function readAll(place: ThreadPlace, problems: Problem[], commands: CommandChecks): ReadLines {
  const read = new ReadLines(problems, commands);
  try {
    const end = readJournal(place.path, (line) => read.take(line), {
      onBytes: (bytes) => {
        read.bytesOfLine = bytes;
      },
    });
    problems.push(...endProblems(end, read.seals.at(-1)?.line ?? 0));
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    problems.push(damage(error));
  }
  return read;
}

/** Looks at each line once. A seal is compared with the digest of the bytes before it. */
class ReadLines {
  readonly seals: FoundSeal[] = [];
  start: Start | null = null;
  lines = 0;
  bytesOfLine: Uint8Array = new Uint8Array();
  private readonly hasher = new Bun.CryptoHasher("sha256");

  constructor(
    private readonly problems: Problem[],
    private readonly commands: CommandChecks,
  ) {}

  take({ record, json, seq, byte }: ReadLine): void {
    this.lines = seq;
    const problem = recordProblem(record, { line: seq, ended: false });
    if (problem !== null) this.corrupt(`line ${seq} ${problem}`, seq, byte);
    else this.commands.take(record, seq);
    if (seq === 1) this.start = record as unknown as Start;
    if (canonicalJson(record, { depth: RECORD_DEPTH_MAX }) !== json)
      this.corrupt(`line ${seq} is not canonical JSON`, seq, byte);
    if ("kind" in record && record.kind === "seal")
      this.seals.push({ seal: record, line: seq, actual: this.hasher.copy().digest("hex") });
    this.hasher.update(this.bytesOfLine);
  }

  private corrupt(message: string, line: number, byte: number): void {
    this.problems.push({ code: "JOURNAL_CORRUPT", message, line, byte });
  }
}

function endProblems(end: JournalEnd, sealedAt: number): Problem[] {
  const problems: Problem[] = [];
  if (end.ended && sealedAt < end.lines)
    problems.push({
      code: "UNSEALED",
      message: "the thread ended, but its end is not sealed",
      line: end.lines,
    });
  if (end.tailBytes > 0)
    problems.push({
      code: "TORN_TAIL",
      message: `an incomplete last line of ${end.tailBytes} bytes; resume cuts it`,
      line: end.lines + 1,
      byte: end.bytes,
    });
  return problems;
}

function damage(error: WorkflowError): Problem {
  const { line, byte } = (error.details ?? {}) as { line?: number; byte?: number };
  return {
    code: error.code,
    message: error.message,
    ...(line === undefined ? {} : { line }),
    ...(byte === undefined ? {} : { byte }),
  };
}

/** Undefined when the thread is gone. */
function originOf(store: Store, threadId: ThreadId): ForkOrigin | null | undefined {
  try {
    return foldThread(findThread(store, threadId)).fold.start?.forkFrom ?? null;
  } catch (error) {
    if (error instanceof WorkflowError) return undefined;
    throw error;
  }
}

async function sealProblems(
  store: Store,
  seal: SealRecord,
  line: number,
  actual: string,
): Promise<Problem[]> {
  const broken = (message: string): Problem[] => [{ code: "SEAL_BROKEN", message, line }];
  if (seal.sha256 !== actual)
    return broken(`the seal in line ${line} is over other bytes than those before it`);
  if (!(await isSealValid(seal))) return broken(`the seal in line ${line} has a wrong signature`);
  const own = await readPublicKey(store.layout.sealKey);
  return own === null || own === seal.key
    ? []
    : broken(`the seal in line ${line} was made with another store's key`);
}

function bundleProblems(store: Store, place: ThreadPlace, start: Start): Problem[] {
  const problems: Problem[] = [];
  if (start.threadId !== place.threadId || start.hash !== place.hash)
    problems.push({
      code: "JOURNAL_CORRUPT",
      message: "the start line belongs to another thread",
      line: 1,
      byte: 0,
    });
  try {
    getBundle(store.layout, start.hash, start.sha256);
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    problems.push({ code: error.code, message: error.message });
  }
  return problems;
}
