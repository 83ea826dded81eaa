// Crockford Base32: digits and upper-case letters without I, L, O, U. Written in upper case, read in any case.

export const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const VALUE_OF = new Map([...ALPHABET].map((char, value) => [char, value]));

/**
 * Two characters for every ten bits: a journal line's sum is put together from seven pieces instead of thirteen. Filled as
 * they are asked for, since making them all costs a millisecond of every start.
 */
const PAIRS: (string | undefined)[] = new Array(1024);

function pair(bits: number): string {
  const known = PAIRS[bits];
  if (known !== undefined) return known;
  const made = `${ALPHABET[bits >> 5]}${ALPHABET[bits & 31]}`;
  PAIRS[bits] = made;
  return made;
}

/** 64 bits as 13 characters, padded with zero bits on the left. Two 32-bit halves: every journal line passes here. */
export function encode64(value: bigint): string {
  const high = Number(value >> 32n);
  const low = Number(value & 0xffffffffn);
  return (
    (ALPHABET[high >>> 28] as string) +
    pair((high >>> 18) & 1023) +
    pair((high >>> 8) & 1023) +
    pair(((high & 255) << 2) | (low >>> 30)) +
    pair((low >>> 20) & 1023) +
    pair((low >>> 10) & 1023) +
    pair(low & 1023)
  );
}

export function decode64(text: string): bigint {
  let value = 0n;
  for (const char of text) value = (value << 5n) | BigInt(VALUE_OF.get(char) ?? invalid(char, text));
  return value;
}

/** What a person typed, as we write it: upper case, I and L read as 1, O as 0. Null when a character is none of ours. */
export function normaliseCrockford(text: string): string | null {
  // Some letters beyond ASCII become ours in upper case; nobody means them.
  if (!/^[0-9A-Za-z]*$/.test(text)) return null;
  const normal = text.toUpperCase().replace(/[IL]/g, "1").replace(/O/g, "0");
  return [...normal].every((char) => VALUE_OF.has(char)) ? normal : null;
}

function invalid(char: string, text: string): never {
  throw new RangeError(`"${char}" in "${text}" is not a Crockford Base32 character`);
}
