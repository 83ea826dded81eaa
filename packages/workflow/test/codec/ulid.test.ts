import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeTime, isValid, ulid } from "ulid";
import { isUlid, monotonicUlid, ulidTime } from "#codec/ulid.ts";

const anyTime = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const allZeros = (bytes: Uint8Array) => void bytes.fill(0);
const allOnes = (bytes: Uint8Array) => void bytes.fill(255);

describe("compared with the ulid package", () => {
  test("RFC-33: it reads our ids, and finds the time we gave", () => {
    fc.assert(
      fc.property(anyTime, (now) => {
        const id = monotonicUlid()(now);
        return isValid(id) && decodeTime(id) === now;
      }),
    );
  });

  test("RFC-33: we read its ids, and find the time it gave", () => {
    // It takes 0 for "now".
    fc.assert(
      fc.property(
        anyTime.filter((now) => now > 0),
        (now) => isUlid(ulid(now)) && ulidTime(ulid(now)) === now,
      ),
    );
  });
});

test("RFC-33: an id is 10 characters of time and 16 of chance, with the two high bits zero", () => {
  expect(monotonicUlid(allZeros)(0)).toBe("00000000000000000000000000");
  expect(monotonicUlid(allOnes)(2 ** 48 - 1)).toBe("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
});

test("RFC-33: 1000 ids of one millisecond sort in the order they were made", () => {
  const next = monotonicUlid();
  const ids = Array.from({ length: 1000 }, () => next(1_714_963_200_000));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(1000);
});

test("RFC-33, P15: ids never go back, whatever the clock does", () => {
  fc.assert(
    fc.property(fc.array(anyTime, { minLength: 2 }), (times) => {
      const next = monotonicUlid();
      const ids = times.map((now) => next(now));
      return ids.every((id, index) => index === 0 || id > (ids[index - 1] as string));
    }),
  );
});

test("P15: while the clock is behind, ids keep the latest time seen", () => {
  const next = monotonicUlid();
  next(5_000);
  expect(ulidTime(next(1_000))).toBe(5_000);
  expect(ulidTime(next(5_001))).toBe(5_001);
});

test("RFC-33: the chance is counted up over its whole width", () => {
  const next = monotonicUlid((bytes) => void bytes.fill(31).fill(0, 0, 1));
  next(1);
  expect(next(1).slice(10)).toBe("1000000000000000");
});

test("RFC-33: when a millisecond has no ids left, none is given twice", () => {
  const next = monotonicUlid(allOnes);
  next(1);
  expect(() => next(1)).toThrow(RangeError);
});

test("RFC-33: two sources do not give the same ids", () => {
  expect(monotonicUlid()(1)).not.toBe(monotonicUlid()(1));
});

test.each([
  "",
  "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
  "01kqxkw18ct8g75t53r8f4g7yg",
  "01KQXKW18CT8G75T53R8F4G7Y",
  "01KQXKW18CT8G75T53R8F4G7YU",
  "../KQXKW18CT8G75T53R8F4G7Y",
])("N10: %p is not a thread id as we store it", (typed) => {
  expect(isUlid(typed)).toBe(false);
});
