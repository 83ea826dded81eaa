import { expect, test } from "bun:test";
import { retryAfterMs } from "../../src/effects/retry-after.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");

test.each([
  ["7", 7000],
  [" 0.5 ", 500],
  ["Thu, 01 Jan 2026 00:00:30 GMT", 30_000],
  ["Wed, 31 Dec 2025 23:59:00 GMT", 0],
  ["soon", undefined],
  ["-3", undefined],
  ["", undefined],
  [null, undefined],
])("OPS-92: Retry-After %p is %p ms", (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms as number);
});
