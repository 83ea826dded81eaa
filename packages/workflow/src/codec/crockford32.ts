// Crockford Base32: digits and upper-case letters without I, L, O, U. Written in upper case, read in any case.

export const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const VALUE_OF = new Map([...ALPHABET].map((char, value) => [char, value]));

/** 64 bits as 13 characters, padded with zero bits on the left. Two 32-bit halves: every journal line passes here. */
export function encode64(value: bigint): string {
  const high = Number(value >> 32n);
  const low = Number(value & 0xffffffffn);
  let text = ALPHABET[high >>> 28] as string;
  for (let shift = 23; shift >= 3; shift -= 5) text += ALPHABET[(high >>> shift) & 31];
  text += ALPHABET[((high & 7) << 2) | (low >>> 30)];
  for (let shift = 25; shift >= 0; shift -= 5) text += ALPHABET[(low >>> shift) & 31];
  return text;
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
