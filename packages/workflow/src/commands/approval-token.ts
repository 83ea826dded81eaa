// wrf_rt_ and 26 Crockford characters: 128 random bits. Only its digest is ever written.
import { ALPHABET } from "#codec/crockford32.ts";
import { sha256Hex } from "#codec/sha256.ts";
import type { Sha256 } from "#contract/ids.ts";

const PREFIX = "wrf_rt_";
const FORM = /^wrf_rt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
export const TOKEN_BYTES = 16;

export function tokenOf(random: Uint8Array): string {
  let value = random.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let text = "";
  for (let digit = 0; digit < 26; digit++) {
    text = (ALPHABET[Number(value & 31n)] as string) + text;
    value >>= 5n;
  }
  return PREFIX + text;
}

export function tokenHash(token: string): Sha256 {
  return sha256Hex(token);
}

/** Exactly as it was given out: no other case, no padding, no look-alike. */
export function isTokenForm(text: string): boolean {
  return FORM.test(text);
}
