// Another text with the same XXH64, to show that the short id proves nothing.
//
// Each of XXH64's four lanes mixes 8 bytes of every 32 into its own accumulator, and the mixing can be undone. So the
// first lane of one stripe may be anything, if the first lane of the next stripe is chosen to make up for it.

const PRIME_1 = 0x9e3779b185ebca87n;
const PRIME_2 = 0xc2b2ae3d27d4eb4fn;
const MASK = 2n ** 64n - 1n;
const LANE_1_SEED = (PRIME_1 + PRIME_2) & MASK;
const PRIME_2_INVERSE = inverse(PRIME_2);

/** Two comments of 64 characters: whatever follows, a file that begins with one has the hash of that with the other. */
export function twins(): [string, string] {
  const first = "/*00000000000000000000000000000000000000000000000000000000000*/";
  const padded = first.padEnd(64, " ");
  const goal = round(round(LANE_1_SEED, lane(padded, 0)), lane(padded, 32));
  for (let count = 1; ; count++) {
    const opening = `/*${String(count).padStart(6, "0")}`;
    const wanted = text(
      (unrotate(goal * inverse(PRIME_1)) - round(LANE_1_SEED, lane(opening, 0))) * PRIME_2_INVERSE,
    );
    if (/^[\x20-\x7e]{8}$/.test(wanted) && !wanted.includes("*"))
      return [padded, opening + padded.slice(8, 32) + wanted + padded.slice(40)];
  }
}

function round(accumulator: bigint, input: bigint): bigint {
  const sum = (accumulator + input * PRIME_2) & MASK;
  return (((sum << 31n) | (sum >> 33n)) * PRIME_1) & MASK;
}

function unrotate(value: bigint): bigint {
  const bits = value & MASK;
  return ((bits >> 31n) | (bits << 33n)) & MASK;
}

function lane(source: string, at: number): bigint {
  return Buffer.from(source, "latin1").readBigUInt64LE(at);
}

function text(value: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value & MASK);
  return bytes.toString("latin1");
}

/** Newton's way to the inverse of an odd number modulo 2^64. */
function inverse(odd: bigint): bigint {
  let guess = odd;
  for (let bits = 3; bits < 64; bits *= 2) guess = (guess * (2n - odd * guess)) & MASK;
  return guess;
}
