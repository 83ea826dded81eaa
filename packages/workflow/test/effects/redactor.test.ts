import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { PieceRedactor, Redactor } from "../../src/effects/redactor.ts";
import { formsOf } from "../../src/effects/secret-forms.ts";

const CANARY = "sk-canary-0123456789";
const redactor = new Redactor(formsOf("KEY", CANARY));

/** Parts of the secret, of 8 characters, that a text gives away. */
function leaked(text: string, secret = CANARY): string[] {
  const pieces = Array.from({ length: secret.length - 7 }, (_, from) => secret.slice(from, from + 8));
  return pieces.filter((piece) => text.includes(piece));
}

function inPieces(text: string, cuts: number[], holds: boolean, by = redactor): string {
  const stream = new PieceRedactor(() => by, holds);
  const at = [0, ...cuts.filter((cut) => cut <= text.length).sort((a, b) => a - b), text.length];
  return (
    at
      .slice(1)
      .map((to, index) => stream.add(text.slice(at[index], to)))
      .join("") + stream.end()
  );
}

describe("REDACT-1: every character of a secret goes", () => {
  test("REDACT-1: two secrets that overlap leave no rest", () => {
    const two = new Redactor([
      { text: "abXab", name: "A" },
      { text: "abYYYY", name: "B" },
    ]);
    expect(two.redact("-abXabYYYY-")).toBe("-[B]-");
  });

  test("REDACT-1: the spellings of the common encodings are found, alone and inside a longer text", () => {
    const value = 'p"ss wörd/+1 & more of it';
    const known = new Redactor(formsOf("PW", value));
    const spelled = [
      value,
      JSON.stringify(value),
      JSON.stringify(value).replaceAll("/", "\\/"),
      encodeURIComponent(value),
      encodeURIComponent(value).replace(/%../g, (one) => one.toLowerCase()),
      new URLSearchParams({ a: value }).toString(),
      Buffer.from(value).toString("hex").toUpperCase(),
      ...["", "u", "us", "user:"].map((before) => Buffer.from(`${before}${value}\n`).toString("base64")),
      ...["", "u", "us", "user:"].map((before) => Buffer.from(`${before}${value}`).toString("base64url")),
    ];
    for (const text of spelled)
      expect([text, known.redact(text)]).toEqual([text, expect.stringContaining("[PW]")]);
  });

  test("REDACT-1: base64 in lines is found line by line", () => {
    const long = "0123456789abcdefghij".repeat(12);
    const known = new Redactor(formsOf("K", long));
    const lines = (
      Buffer.from(long)
        .toString("base64")
        .match(/.{1,76}/g) ?? []
    ).join("\n");
    expect(known.redact(lines)).toBe("[K]\n[K]\n[K]\n[K]\n[K]");
  });
});

describe("REDACT-2: a cut hides nothing", () => {
  test("REDACT-2: cut at every place, and told in two pieces at every place", () => {
    const text = `before ${CANARY} after`;
    for (let cut = 0; cut <= text.length; cut++) {
      expect([cut, leaked(redactor.redactCut(text.slice(0, cut)))]).toEqual([cut, []]);
      expect([cut, inPieces(text, [cut], true)]).toEqual([cut, "before [KEY] after"]);
      expect([cut, leaked(inPieces(text, [cut], false))]).toEqual([cut, []]);
    }
  });

  test("REDACT-2: told character by character, at most 3 of them are seen", () => {
    const cuts = Array.from({ length: 60 }, (_, index) => index);
    expect(inPieces(`x${CANARY}y`, cuts, false)).toBe("xsk-[KEY]y");
    expect(inPieces(`x${CANARY}y`, cuts, true)).toBe("x[KEY]y");
  });

  const words = fc.array(fc.constantFrom("a", "ab", "abab", "sk-", CANARY, CANARY.slice(0, 9), "-", "b"), {
    maxLength: 12,
  });

  test("REDACT-2: a text in pieces that are held back reads as the whole text", () => {
    const forms = [
      { text: CANARY, name: "K" },
      { text: "abab", name: "A" },
      { text: "bab-b", name: "B" },
    ];
    const known = new Redactor(forms);
    fc.assert(
      fc.property(words, fc.array(fc.nat(120), { maxLength: 8 }), (parts, cuts) => {
        const text = parts.join("");
        // At its end a text in pieces counts as cut. Of two that overlap, the name that was told first stands.
        const unnamed = (told: string) => told.replace(/\[[KAB]\]/g, "[]");
        expect(unnamed(inPieces(text, cuts, true, known))).toBe(unnamed(known.redactCut(text)));
      }),
      { examples: [[["abab"], [4]]] },
    );
  });

  /** A part of a secret that was never whole is not one: only the whole is looked for. */
  const whole = words.map((parts) => parts.filter((part) => part.length < 8 || part === CANARY));

  test("REDACT-2: a text in pieces that are told at once gives no 8 characters of a secret away", () => {
    fc.assert(
      fc.property(whole, fc.array(fc.nat(120), { maxLength: 8 }), (parts, cuts) => {
        const told = inPieces(parts.join(""), cuts, false);
        expect(leaked(told)).toEqual([]);
      }),
    );
  });
});
