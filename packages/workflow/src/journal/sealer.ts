// The store's Ed25519 key signs seals, and every receipt. A seal is signed with Web Crypto, because node:crypto costs
// 5 ms at start; a thread with effects has the time for that, and then saves the hand-over to another thread, which is
// most of what Web Crypto takes for a receipt.
import { WorkflowError } from "#contract/errors.ts";
import { createWhole, readWhole } from "#disk/whole-file.ts";

export type Sealer = {
  /** Makes sure of the key. */
  load(): Promise<void>;
  sign(sha256: string): Promise<{ key: string; sig: string }>;
  /** Signs a receipt by its digest. */
  signReceipt(sha256: string): Promise<string>;
};

const DOMAIN = "uncaged-workflow seal v1\n";
const RECEIPT_DOMAIN = "uncaged-workflow receipt v1\n";
const KEY_BYTES_MAX = 4096;
const encoder = new TextEncoder();

/** Loads the key on first use, making one when the store has none. */
export function openSealer(path: string): Sealer {
  let loading: Promise<KeyPair> | undefined;
  let signer: ((sha256: string) => string) | undefined;
  const key = () => {
    loading ??= loadKey(path);
    return loading;
  };
  return {
    load: async () => void (await key()),
    async sign(sha256) {
      const pair = await key();
      const sig = await crypto.subtle.sign("Ed25519", pair.secret, sealBytes(sha256));
      return { key: pair.public, sig: toBase64(sig) };
    },
    async signReceipt(sha256) {
      signer ??= await receiptSigner(await key());
      return signer(sha256);
    },
  };
}

async function receiptSigner({ pkcs8 }: KeyPair): Promise<(sha256: string) => string> {
  const { createPrivateKey, sign } = await import("node:crypto");
  const secret = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  return (sha256) => sign(null, receiptBytes(sha256), secret).toString("base64url");
}

export type Signed = { sha256: string; key: string; sig: string };

/** True when `sig` was made over this digest by the holder of `key`. */
export function isSealValid(seal: Signed): Promise<boolean> {
  return isSigned(sealBytes(seal.sha256), seal);
}

export function isReceiptSigned(receipt: Signed): Promise<boolean> {
  return isSigned(receiptBytes(receipt.sha256), receipt);
}

async function isSigned(bytes: Uint8Array<ArrayBuffer>, { key, sig }: Signed): Promise<boolean> {
  try {
    const open = await crypto.subtle.importKey("raw", fromBase64(key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", open, fromBase64(sig), bytes);
  } catch {
    return false;
  }
}

/** The public half of the store's key, or null when nothing was sealed yet. */
export async function readPublicKey(path: string): Promise<string | null> {
  const text = readWhole(path, KEY_BYTES_MAX);
  return text === null ? null : (await parseKey(path, text)).public;
}

type KeyPair = { secret: CryptoKey; pkcs8: Buffer; public: string };

async function loadKey(path: string): Promise<KeyPair> {
  const found = readWhole(path, KEY_BYTES_MAX);
  if (found !== null) return parseKey(path, found);
  await makeKey(path);
  return parseKey(path, readWhole(path, KEY_BYTES_MAX) ?? new Uint8Array());
}

async function makeKey(path: string): Promise<void> {
  const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
  const secret = toBase64(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
  const open = toBase64(await crypto.subtle.exportKey("raw", pair.publicKey));
  // Where another worker made one first, theirs is the store's key.
  createWhole(path, `${JSON.stringify({ public: open, secret })}\n`);
}

async function parseKey(path: string, bytes: Uint8Array): Promise<KeyPair> {
  try {
    const { secret, public: open } = JSON.parse(new TextDecoder().decode(bytes));
    const pkcs8 = fromBase64(secret);
    const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
    return { secret: key, pkcs8: Buffer.from(pkcs8), public: open };
  } catch (error) {
    throw new WorkflowError("STATE_INVALID", `${path} does not hold the store's key`, {
      cause: error,
      hint: `move it away (old seals then fail to verify) and a new one is made: mv ${path} ${path}.broken`,
    });
  }
}

/** What is signed. */
export function sealBytes(sha256: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(DOMAIN + sha256);
}

export function receiptBytes(sha256: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(RECEIPT_DOMAIN + sha256);
}

function toBase64(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString("base64url");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "base64url"));
}
