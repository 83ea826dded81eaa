import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalJson } from "#codec/canonical-json.ts";
import { chainLine, encodeRecord, unchainLine } from "#codec/journal-line.ts";
import { xxh64Text } from "#codec/xxh64.ts";

const text = fc.string({ unit: "grapheme", maxLength: 40 });
const record = fc.record({
  role: text,
  content: text,
  meta: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))),
  timestamp: fc.nat(),
});
const anySum = fc.uint8Array().map((bytes) => xxh64Text(bytes));
const previousSum = fc.oneof(fc.constant(""), anySum);

const encoder = new TextEncoder();
/** As the reader decodes: what is not UTF-8 becomes U+FFFD, and a BOM stays. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function flip(line: string, bit: number): string {
  const bytes = encoder.encode(line);
  bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
  return decoder.decode(bytes);
}

describe("laws", () => {
  test("unchainLine undoes chainLine", () => {
    fc.assert(
      fc.property(record, previousSum, (value, previous) => {
        const json = canonicalJson(value);
        const line = chainLine(json, previous);
        expect(unchainLine(line.text, previous)).toEqual({ json, sum: line.sum });
      }),
    );
  });

  test("a line is JSON: the record with its sum last", () => {
    fc.assert(
      fc.property(record, previousSum, (value, previous) => {
        const { text: line, sum } = encodeRecord(value, previous);
        const parsed = JSON.parse(line);
        expect(parsed).toEqual({ ...value, sum });
        expect(Object.keys(parsed).at(-1)).toBe("sum");
        expect(line).not.toContain("\n");
      }),
    );
  });

  test("any one-bit flip of a line is found", () => {
    fc.assert(
      fc.property(record, previousSum, fc.nat(), (value, previous, pick) => {
        const { text: line } = encodeRecord(value, previous);
        const bit = pick % (encoder.encode(line).length * 8);
        return unchainLine(flip(line, bit), previous) === null;
      }),
      { numRuns: 5000 },
    );
  });

  test("every bit of one line: flipped, it is found", () => {
    const { text: line } = encodeRecord(
      { role: "planner", content: "Plän €😀", meta: { n: [1, null] }, timestamp: 1 },
      "",
    );
    const bits = encoder.encode(line).length * 8;
    const unseen = Array.from({ length: bits }, (_, bit) => bit).filter(
      (bit) => unchainLine(flip(line, bit), "") !== null,
    );
    expect(unseen).toEqual([]);
  });

  test("S12: a line that follows another one is refused", () => {
    fc.assert(
      fc.property(record, previousSum, previousSum, (value, previous, other) => {
        fc.pre(previous !== other);
        return unchainLine(encodeRecord(value, previous).text, other) === null;
      }),
    );
  });

  test("S12: of three lines, none can be left out, doubled or swapped", () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 3, maxLength: 3 }), (records) => {
        let sum = "";
        const lines = records.map((value) => {
          const line = encodeRecord(value, sum);
          sum = line.sum;
          return line.text;
        });
        const reads = (order: number[]) => {
          let at = "";
          return order.every((index) => {
            const read = unchainLine(lines[index] as string, at);
            at = read?.sum ?? "";
            return read !== null;
          });
        };
        expect(reads([0, 1, 2])).toBe(true);
        for (const order of [
          [1, 2],
          [0, 2],
          [0, 0, 1],
          [0, 1, 1, 2],
          [1, 0, 2],
          [0, 2, 1],
        ])
          expect(reads(order)).toBe(false);
      }),
    );
  });

  test("S3: a line cut anywhere is refused", () => {
    fc.assert(
      fc.property(record, fc.nat(), (value, pick) => {
        const { text: line } = encodeRecord(value, "");
        return unchainLine(line.slice(0, pick % line.length), "") === null;
      }),
    );
  });
});

describe("S15: what is not a line of ours", () => {
  const line = encodeRecord({ kind: "control", action: "pause", timestamp: 1 }, "").text;

  test.each([
    ["nothing", ""],
    ["a bare tail", ',"sum":"EYHPV6X8XHTCS"}'],
    ["a BOM in front", `\ufeff${line}`],
    ["CRLF", `${line}\r`],
    ["a NUL in front", `\0${line}`],
    ["a blank behind", `${line} `],
    ["no sum", '{"kind":"control"}'],
    ["a sum in lower case", line.replace(/"sum":"(.*)"/, (all) => all.toLowerCase())],
    ["a second sum", line.replace("}", ',"sum":"EYHPV6X8XHTCS"}')],
  ])("%s", (_name, given) => {
    expect(unchainLine(given, "")).toBeNull();
  });
});
