// Thread ids: 10 characters of time, 16 of chance, in creation order even within one millisecond.
// The `ulid` package loads node:crypto (5-10 ms at start), so the few lines stand here; the tests compare them with it.
import { ALPHABET } from "./crockford32.ts";

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const TIME_CHARS = 10;
const CHANCE_CHARS = 16;

export function isUlid(text: string): boolean {
  return ULID.test(text);
}

/** A source of ids that never go back, even when the clock does. */
export function monotonicUlid(random: (bytes: Uint8Array) => void = fillRandom): (now: number) => string {
  let lastTime = -1;
  let chance: number[] = [];
  return (now) => {
    if (now > lastTime) {
      lastTime = now;
      chance = freshChance(random);
    } else {
      chance = increment(chance);
    }
    return encodeTime(lastTime) + chance.map((digit) => ALPHABET[digit]).join("");
  };
}

export function ulidTime(id: string): number {
  let time = 0;
  for (const char of id.slice(0, TIME_CHARS)) time = time * 32 + ALPHABET.indexOf(char);
  return time;
}

function encodeTime(time: number): string {
  let text = "";
  for (let left = time, index = 0; index < TIME_CHARS; index++, left = Math.floor(left / 32))
    text = ALPHABET[left % 32] + text;
  return text;
}

function freshChance(random: (bytes: Uint8Array) => void): number[] {
  const bytes = new Uint8Array(CHANCE_CHARS);
  random(bytes);
  return Array.from(bytes, (byte) => byte & 31);
}

function increment(digits: number[]): number[] {
  const next = [...digits];
  for (let index = next.length - 1; index >= 0; index--) {
    if (next[index] !== 31) {
      next[index] = (next[index] as number) + 1;
      return next;
    }
    next[index] = 0;
  }
  throw new RangeError("more ULIDs in one millisecond than there are");
}

function fillRandom(bytes: Uint8Array): void {
  crypto.getRandomValues(bytes);
}
