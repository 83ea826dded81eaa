// What verify asks of commands: every answer belongs to a question of this journal, every receipt was signed here for
// this thread, and every checkpoint holds the state whose hash it names.
import { canonicalJson } from "#codec/canonical-json.ts";
import { yieldOfCheckpoint } from "#codec/checkpoint-hash.ts";
import { paramsHash, receiptDigest } from "#codec/receipt-digest.ts";
import { sha256Hex } from "#codec/sha256.ts";
import type { ThreadId } from "#contract/ids.ts";
import {
  type CheckpointRecord,
  type ForkOrigin,
  type IntentRecord,
  isCopiedLine,
  type JournalRecord,
  type ReceiptRecord,
  type StartRecord,
} from "#contract/record.ts";
import { isReceiptSigned } from "#journal/sealer.ts";
import { isCommandRecord } from "#replay/fold-yield.ts";
import type { Problem } from "./verify-thread.ts";

export type CommandContext = {
  /** The store's key; null when there is none. */
  key: string | null;
  /** The thread a thread was forked from; undefined when nobody knows any more. */
  originOf(thread: ThreadId): ForkOrigin | null | undefined;
};

export class CommandChecks {
  private readonly intents = new Map<string, IntentRecord>();
  private readonly receipts: { record: ReceiptRecord; line: number }[] = [];
  private readonly problems: Problem[] = [];
  private start: StartRecord | null = null;

  take(record: JournalRecord, line: number): void {
    if (line === 1) this.start = record as StartRecord;
    if (line === 1 || !isCommandRecord(record)) return;
    if (record.kind === "intent") this.intents.set(record.id, record);
    if (record.kind === "checkpoint") this.checkCheckpoint(record, line);
    if (record.kind === "receipt") this.receipts.push({ record, line });
    if (record.kind === "attempt" || record.kind === "decision" || record.kind === "fault")
      this.intentOf(record, line, record.kind);
    if (record.kind === "receipt") this.checkReceipt(record, line);
  }

  async end({ key, originOf }: CommandContext): Promise<Problem[]> {
    for (const { record, line } of this.receipts) {
      if (!(await isSignedBy(key, record)))
        this.add("JOURNAL_CORRUPT", `the receipt in line ${line} has a wrong signature`, line);
      if (!this.isOurs(record.thread, line, originOf))
        this.add("UNKNOWN_RECEIPT", `the receipt in line ${line} was made for ${record.thread}`, line);
    }
    return this.problems;
  }

  private checkReceipt(record: ReceiptRecord, line: number): void {
    const intent = this.intentOf(record, line, "receipt");
    if (intent === null) return;
    const isSame = "effect" in intent && intent.effect === record.effect;
    if (!isSame || record.paramsHash !== paramsHash(intent))
      this.add(
        "UNKNOWN_RECEIPT",
        `the receipt in line ${line} answers another effect than was asked for`,
        line,
      );
  }

  private intentOf(
    record: { intent: string; n: number; index: number },
    line: number,
    kind: string,
  ): IntentRecord | null {
    const intent = this.intents.get(record.intent);
    if (intent !== undefined && intent.n === record.n && intent.index === record.index) return intent;
    this.add("UNKNOWN_RECEIPT", `the ${kind} in line ${line} belongs to no command before it`, line);
    return null;
  }

  private checkCheckpoint(record: CheckpointRecord, line: number): void {
    const { state, stateHash, seq } = record;
    const recomputed = yieldOfCheckpoint(record);
    const isAsRecorded = recomputed === null || record.yield === undefined || record.yield === recomputed;
    if (!isAsRecorded || sha256Hex(canonicalJson(state)) !== stateHash)
      this.add(
        "JOURNAL_CORRUPT",
        `the checkpoint in line ${line} holds another state than its hash says`,
        line,
      );
    if (seq !== line && !this.isCopied(line))
      this.add("JOURNAL_CORRUPT", `the checkpoint in line ${line} names line ${seq}`, line);
  }

  private isCopied(line: number): boolean {
    return this.start !== null && isCopiedLine(this.start, line);
  }

  /** A line that a fork took over was made for a thread before it. */
  private isOurs(thread: ThreadId, line: number, originOf: CommandContext["originOf"]): boolean {
    if (!this.isCopied(line)) return thread === this.start?.threadId;
    // A stranger's journals may name each other as their origins, in a circle.
    const seen = new Set<ThreadId>();
    for (let origin: ForkOrigin | null | undefined = this.start?.forkFrom; origin; ) {
      if (origin.threadId === thread) return true;
      if (seen.has(origin.threadId)) return false;
      seen.add(origin.threadId);
      origin = originOf(origin.threadId);
      // Somebody removed it: who came before is not known any more.
      if (origin === undefined) return true;
    }
    return false;
  }

  private add(code: string, message: string, line: number): void {
    this.problems.push({ code, message, line });
  }
}

async function isSignedBy(key: string | null, record: ReceiptRecord): Promise<boolean> {
  return key !== null && (await isReceiptSigned({ sha256: receiptDigest(record), key, sig: record.sig }));
}
