// Receipts are paid work: before a thread goes on from them, or is repeated, they are proved to be this store's and
// this thread's. The store's last seal proves everything before it; only what came after is looked at one by one.
//
// RECEIPT-1. A receipt belongs to an intent of this journal, at the same place, for the same effect and params.
// RECEIPT-2. It names this thread, or one the lines were forked from.
// RECEIPT-3. It was signed by the store's key.
// RECEIPT-4. A seal of the store's own key that is not over the bytes before it is tampering, whatever the receipts say.
import { paramsHash, receiptDigest } from "#codec/receipt-digest.ts";
import { WorkflowError } from "#contract/errors.ts";
import {
  type EffectIntent,
  isCopiedLine,
  type ReceiptRecord,
  type SealRecord,
  type SleepIntent,
  type StartRecord,
} from "#contract/record.ts";
import type { Disk } from "#disk/open-file.ts";
import { readJournal } from "./read-journal.ts";
import { isReceiptSigned, isSealValid, readPublicKey, type Signed } from "./sealer.ts";

/** Where the journal is, and how a signature is looked at. */
export type ProofPorts = {
  disk?: Disk | undefined;
  publicKey(path: string): Promise<string | null>;
  isReceiptSigned(receipt: Signed): Promise<boolean>;
  isSealValid(seal: Signed): Promise<boolean>;
};

const STORE: ProofPorts = { publicKey: readPublicKey, isReceiptSigned, isSealValid };

type Found = {
  receipt: ReceiptRecord;
  intent: EffectIntent | SleepIntent | undefined;
  line: number;
  byte: number;
};
type FoundSeal = { seal: SealRecord; actual: string; line: number };

/** Rejects with JOURNAL_CORRUPT at the first that is not what it says, or with SEAL_BROKEN. */
export async function assertReceipts(
  path: string,
  sealKey: string,
  given: Partial<ProofPorts> = {},
): Promise<void> {
  const ports = { ...STORE, ...given };
  const { start, found, seals } = collect(path, ports.disk);
  if (found.length === 0 || start === null) return;
  const key = await ports.publicKey(sealKey);
  const seal = seals.findLast((one) => one.seal.key === key);
  const isSealed = seal !== undefined && (await isOver(seal, ports));
  for (const one of found) {
    const isProved = isSealed && one.line < seal.line;
    const problem = bindingProblem(one, start) ?? (isProved ? null : await signatureProblem(one, key, ports));
    if (problem !== null) throw corrupt(path, start, one, problem);
  }
  if (seal !== undefined && !isSealed) throw broken(path, start, seal);
}

function collect(
  path: string,
  disk: Disk | undefined,
): { start: StartRecord | null; found: Found[]; seals: FoundSeal[] } {
  const intents = new Map<string, EffectIntent | SleepIntent>();
  const found: Found[] = [];
  const seals: FoundSeal[] = [];
  const hasher = new Bun.CryptoHasher("sha256");
  let start: StartRecord | null = null;
  let isUsed = false;
  let before = "";
  readJournal(
    path,
    (line) => {
      if (line.seq === 1) start = line.record as StartRecord;
      if (line.isRole || line.seq === 1) return;
      const record = line.record;
      if (!("kind" in record)) return;
      if (record.kind === "intent" && (record.do === "effect" || record.do === "sleep")) {
        intents.set(record.id, record);
        isUsed = true;
      }
      if (record.kind === "receipt")
        found.push({ receipt: record, intent: intents.get(record.intent), line: line.seq, byte: line.byte });
      if (record.kind === "seal" && isUsed) seals.push({ seal: record, actual: before, line: line.seq });
    },
    {
      onBytes: (bytes) => {
        // Only a seal line needs to know what stands before it.
        before = isSealLine(bytes) && isUsed ? hasher.copy().digest("hex") : "";
        hasher.update(bytes);
      },
      disk,
    },
  );
  return { start, found, seals };
}

/** Canonical keys come sorted: a seal begins with its key. */
function isSealLine(bytes: Uint8Array): boolean {
  return bytes[2] === 107 && bytes[3] === 101 && bytes[4] === 121;
}

async function isOver({ seal, actual }: FoundSeal, ports: ProofPorts): Promise<boolean> {
  return seal.sha256 === actual && (await ports.isSealValid(seal));
}

function bindingProblem({ receipt, intent, line }: Found, start: StartRecord): string | null {
  if (intent === undefined) return "answers an intent that is not in this journal";
  if (intent.n !== receipt.n || intent.index !== receipt.index || intent.effect !== receipt.effect)
    return "answers an intent at another place";
  if (paramsHash(intent) !== receipt.paramsHash) return "was given for other params";
  // A fork's lines name the thread they come from; what was added since names this one.
  return isCopiedLine(start, line) || receipt.thread === start.threadId
    ? null
    : `belongs to another thread, ${receipt.thread}`;
}

async function signatureProblem(
  { receipt }: Found,
  key: string | null,
  ports: ProofPorts,
): Promise<string | null> {
  if (key === null) return "cannot be verified: the store has no key";
  const isSigned = await ports.isReceiptSigned({ sha256: receiptDigest(receipt), key, sig: receipt.sig });
  return isSigned ? null : "was not signed by this store";
}

function corrupt(
  path: string,
  { threadId }: StartRecord,
  { line, byte }: Found,
  problem: string,
): WorkflowError {
  return new WorkflowError("JOURNAL_CORRUPT", `${path}: line ${line} (byte ${byte}), a receipt, ${problem}`, {
    hint: `uncaged-workflow verify ${threadId}`,
    details: { file: path, line, byte },
  });
}

function broken(path: string, { threadId }: StartRecord, { line }: FoundSeal): WorkflowError {
  const message = `${path}: the seal in line ${line} is over other bytes than those before it`;
  return new WorkflowError("SEAL_BROKEN", message, {
    hint: `uncaged-workflow verify ${threadId}`,
    details: { file: path, line },
  });
}
