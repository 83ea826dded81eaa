import * as fc from "fast-check";
import type { Change } from "./law.ts";

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(100_000),
  how: fc.constantFrom("replace", "remove", "insert", "cut"),
  byte: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(...Buffer.from('\n\0 "{}:,#&*-\\'))),
});

export const changes: fc.Arbitrary<Change[]> = fc.array(change, { minLength: 1, maxLength: 4 });

/** Text of any kind, and text that looks as if it were ours. */
export function textLike(alphabet: string, maxLength: number): fc.Arbitrary<string> {
  const near = fc.string({ unit: fc.constantFrom(...alphabet), maxLength });
  const any = fc.string({ unit: "binary", maxLength });
  return fc.oneof({ weight: 3, arbitrary: near }, any, fc.string({ unit: "grapheme", maxLength }));
}
