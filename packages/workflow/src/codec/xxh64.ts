import { encode64 } from "./crockford32.ts";

// Captured: it also runs beside bundles, which may change globals.
const xxHash64 = Bun.hash.xxHash64;

/** XXH64 as 13 Crockford characters: the id of a bundle, and the sum of a journal line. */
export function xxh64Text(data: Uint8Array | string): string {
  return encode64(xxHash64(data));
}

export function bundleIdOf(bytes: Uint8Array): string {
  return xxh64Text(bytes);
}

const BUNDLE_ID = /^[0-9A-F][0-9A-HJKMNP-TV-Z]{12}$/;

export function isBundleId(text: string): boolean {
  return BUNDLE_ID.test(text);
}
