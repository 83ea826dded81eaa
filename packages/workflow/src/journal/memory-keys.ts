// A key in memory: real Ed25519 signatures, made and looked at without waiting, so that who is next
// stays the seed's choice.
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { Disk } from "#disk/open-file.ts";
import type { ProofPorts } from "./check-receipts.ts";
import { receiptBytes, type Sealer, type Signed, sealBytes } from "./sealer.ts";

/** A PKCS #8 Ed25519 key up to its 32 secret bytes. */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const RAW_KEY_BYTES = 32;

export type MemoryKeys = { sealer: Sealer; proof(disk: Disk): ProofPorts };

export function memoryKeys(secret: Uint8Array): MemoryKeys {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, secret]), format: "der", type: "pkcs8" });
  const open = createPublicKey(key);
  const publicKey = open
    .export({ format: "der", type: "spki" })
    .subarray(-RAW_KEY_BYTES)
    .toString("base64url");
  const isSigned = verifier(open, publicKey);
  const signed = (bytes: Uint8Array) => sign(null, bytes, key).toString("base64url");
  return {
    sealer: {
      load: async () => {},
      sign: async (sha256) => ({ key: publicKey, sig: signed(sealBytes(sha256)) }),
      signReceipt: async (sha256) => signed(receiptBytes(sha256)),
    },
    proof: (disk) => ({
      disk,
      publicKey: async () => publicKey,
      isReceiptSigned: async (receipt) => isSigned(receiptBytes(receipt.sha256), receipt),
      isSealValid: async (seal) => isSigned(sealBytes(seal.sha256), seal),
    }),
  };
}

const KNOWN_MAX = 10_000;

/** The same signature is met after every crash; it is worked out once. */
function verifier(open: KeyObject, publicKey: string): (bytes: Uint8Array, signed: Signed) => boolean {
  const known = new Map<string, boolean>();
  return (bytes, { sha256, key, sig }) => {
    if (key !== publicKey) return false;
    const name = `${bytes.length} ${sha256} ${sig}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    if (known.size >= KNOWN_MAX) known.clear();
    const isValid = verify(null, bytes, open, Buffer.from(sig, "base64url"));
    known.set(name, isValid);
    return isValid;
  };
}
