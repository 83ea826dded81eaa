// Texts and numbers that are likely to fit what several schemas say of one value. `turn` counts the tries: each brings
// others, and the first the plainest.
import type { Json } from "#contract/command.ts";
import type { JsonSchema } from "#contract/effect.ts";
import type { Dice } from "./stub-dice.ts";
import { matchingText } from "./stub-pattern.ts";

export type Turn = { turn: number; dice: Dice | null };

export function numbersOf(parts: JsonSchema[], isInteger: boolean, { turn, dice }: Turn): number[] {
  const least = Math.max(...limits(parts, "minimum"), ...limits(parts, "exclusiveMinimum"), -Infinity);
  const most = Math.min(...limits(parts, "maximum"), ...limits(parts, "exclusiveMaximum"), Infinity);
  const step = stepOf(limits(parts, "multipleOf"), isInteger, most - least);
  const away = dice === null ? turn : dice.int(0, Math.min(100, Math.max(0, (most - least) / step)) + 1);
  const isBelow = least === -Infinity && most <= 0;
  const from = least > -Infinity ? Math.ceil(least / step) : isBelow ? Math.floor(most / step) : 0;
  const sign = isBelow ? -1 : 1;
  const middle = Number.isFinite(least) && Number.isFinite(most) && !isInteger ? [(least + most) / 2] : [];
  const multiples = [from + sign * away, from + sign * (away + 1), from + sign * turn, from, from + sign];
  const shown = multiples.flatMap((count) => [Number((count * step).toPrecision(12)), count * step]);
  return [...shown, ...middle, least, most].filter(Number.isFinite).map((one) => (one === 0 ? 0 : one));
}

/** A multiple of all of them; whole where it has to be. */
function stepOf(multiples: number[], isInteger: boolean, width: number): number {
  const common = multiples.reduce((one, other) => commonMultiple(one, other), isInteger ? 1 : 0);
  if (common > 0) return common;
  return width >= 1 ? 1 : width / 8 || 1;
}

function commonMultiple(one: number, other: number): number {
  if (one === 0) return other;
  const larger = Math.max(one, other);
  for (let times = 1; times <= 10_000; times++) {
    const multiple = Number((larger * times).toPrecision(12));
    const others = Number((multiple / Math.min(one, other)).toPrecision(12));
    if (Number.isInteger(others)) return multiple;
  }
  return one * other;
}

export function textsOf(parts: JsonSchema[], { turn, dice }: Turn): string[] {
  const least = Math.max(...limits(parts, "minLength"), 0);
  const most = Math.min(...limits(parts, "maxLength"), Infinity);
  if (least > LENGTH_MAX) return [];
  const patterns = parts.flatMap(({ pattern }) => (typeof pattern === "string" ? [pattern] : []));
  const formats = parts.flatMap(({ format }) => (typeof format === "string" ? [format] : []));
  const written = patterns.map((pattern) => textsLike(pattern, { turn, dice }, least));
  const shaped = [...written.flat(), ...formats.flatMap((name) => formatted(name, turn, dice))];
  const joined = written.length > 1 ? [written.map(([one]) => one ?? "").join("")] : [];
  const plain = turn === 0 && dice === null ? "" : wordOf(turn, dice);
  return [...shaped, ...joined, plain].flatMap((text) => [
    text,
    text.padEnd(least, "x"),
    text.padStart(least, "x"),
    ...(most === Infinity ? [] : [text.slice(0, most)]),
  ]);
}

const LENGTH_MAX = 1_000_000;

/** As short as it may be, long enough, and a little longer. */
function textsLike(pattern: string, { turn, dice }: Turn, least: number): string[] {
  const shortest = matchingText(pattern, dice, 0);
  if (shortest === null) return [];
  const missing = least - shortest.length;
  const spares = [missing, turn, Math.ceil(missing / 2), dice?.int(0, 12) ?? 0];
  const longer = spares.filter((spare) => spare > 0).map((spare) => matchingText(pattern, dice, spare) ?? "");
  return turn === 0 ? [shortest, ...longer] : [...longer, shortest];
}

const WORDS = ["alpha", "beta", "gamma", "delta", "a longer answer with several words", "1", ""];

function wordOf(turn: number, dice: Dice | null): string {
  return dice === null ? `x${turn}` : dice.chance(0.8) ? dice.pick(WORDS) : `x${dice.int(0, 1_000_000)}`;
}

function formatted(name: string, turn: number, dice: Dice | null): string[] {
  const n = dice === null ? turn : dice.int(0, 200);
  const two = String(1 + (n % 28)).padStart(2, "0");
  const hex = n.toString(16);
  const sample = {
    date: `2020-01-${two}`,
    time: `00:00:${two}Z`,
    "date-time": `2020-01-${two}T00:00:00Z`,
    duration: `P${n + 1}D`,
    uri: `https://example.com/${n}`,
    url: `https://example.com/${n}`,
    "uri-reference": `/${n}`,
    "uri-template": `/${n}/{id}`,
    email: `user${n}@example.com`,
    hostname: `host${n}.example.com`,
    ipv4: `192.0.2.${n % 256}`,
    ipv6: `2001:db8::${hex}`,
    uuid: `00000000-0000-4000-8000-${hex.padStart(12, "0")}`,
    regex: `x${n}`,
    "json-pointer": `/${n}`,
    "json-pointer-uri-fragment": `#/${n}`,
    "relative-json-pointer": `${n}`,
  }[name];
  return sample === undefined ? [] : [sample];
}

export function limits(parts: JsonSchema[], word: string): number[] {
  return parts.flatMap((part) => {
    const limit: Json | undefined = part[word];
    return typeof limit === "number" ? [limit] : [];
  });
}
