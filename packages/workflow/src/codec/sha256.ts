/** Bun's own hasher: `node:crypto` costs 5 ms at start, and every run hashes a bundle. */
export function sha256Hex(data: Uint8Array | string): string {
  return new Bun.CryptoHasher("sha256").update(data).digest("hex");
}
