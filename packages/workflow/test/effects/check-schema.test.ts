import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Json } from "../../src/contract/command.ts";
import type { JsonSchema } from "../../src/contract/effect.ts";
import { openCatalogue } from "../../src/effects/catalogue.ts";
import { check, normalise } from "../../src/effects/check-schema.ts";

const MAIL: JsonSchema = {
  type: "object",
  properties: {
    to: { type: "string" },
    priority: { type: "integer", default: 3 },
    options: {
      type: "object",
      default: {},
      properties: { html: { type: "boolean", default: false }, tag: { type: "string" } },
      additionalProperties: false,
    },
    parts: { type: "array", items: { $ref: "#/$defs/part" } },
  },
  required: ["to"],
  additionalProperties: false,
  $defs: {
    part: {
      type: "object",
      properties: { text: { type: "string" }, encoding: { default: "utf8" } },
      required: ["text"],
    },
  },
};

describe("AOS-18: defaults are filled in before anything is hashed", () => {
  test("AOS-18: leaving a default out and spelling it out give the same value", () => {
    const short = normalise(MAIL, { to: "a", parts: [{ text: "x" }] });
    const long = normalise(MAIL, {
      to: "a",
      priority: 3,
      options: { html: false },
      parts: [{ text: "x", encoding: "utf8" }],
    });
    expect(short).toEqual(long);
    expect(short).toEqual({
      value: {
        to: "a",
        priority: 3,
        options: { html: false },
        parts: [{ text: "x", encoding: "utf8" }],
      },
    });
  });

  test("AOS-18: the built-in effects have theirs", () => {
    const params = openCatalogue(null).get("sys/http.request@1")?.params ?? {};
    expect(normalise(params, { url: "http://a.test" })).toEqual({
      value: { url: "http://a.test", method: "GET", encoding: "utf8" },
    });
  });

  test("AOS-18: filling in twice changes nothing more, and the value given is left alone", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (given) => {
        const value = JSON.parse(JSON.stringify({ to: "a", parts: [{ text: "x", more: given }] })) as Json;
        const before = JSON.stringify(value);
        const once = normalise(MAIL, value);
        if (!("value" in once)) throw new Error(once.problem.message);
        expect(normalise(MAIL, once.value)).toEqual(once);
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });

  test("null and false are values, not gaps", () => {
    expect(normalise({ properties: { a: { default: 1 } } }, { a: null })).toEqual({ value: { a: null } });
    expect(normalise({ properties: { a: { default: false } } }, {})).toEqual({ value: { a: false } });
  });

  test("defaults under allOf and additionalProperties count, those under anyOf do not", () => {
    const schema: JsonSchema = {
      allOf: [{ properties: { a: { default: 1 } } }],
      anyOf: [{ properties: { b: { default: 2 } } }],
      additionalProperties: { properties: { c: { default: 3 } } },
    };
    expect(normalise(schema, { x: {} })).toEqual({ value: { a: 1, x: { c: 3 } } });
  });

  test("a name like __proto__ is a name", () => {
    const value = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as Json;
    const normal = normalise({ properties: { toString: { default: "x" } } }, value);
    expect(JSON.stringify(normal)).toBe('{"value":{"__proto__":{"a":1},"constructor":2,"toString":"x"}}');
  });
});

describe("AOS-15: a value that does not fit is told by its field", () => {
  test.each([
    ["a missing field", {}, ""],
    ["a wrong type", { to: 1 }, "to"],
    ["deep inside", { to: "a", parts: [{ text: "x" }, { text: 1 }] }, "parts[1].text"],
    ["AOS-88: an unknown field", { to: "a", cc: "b" }, "cc"],
    ["AOS-88: an unknown field of a member", { to: "a", options: { htm: true } }, "options.htm"],
  ] as [string, Json, string][])("%s", (_what, value, path) => {
    const normal = normalise(MAIL, value);
    expect(normal).toMatchObject({ problem: { path } });
    expect(check(MAIL, value)?.path).toBe(path);
  });

  test("a required name that every object inherits is still missing", () => {
    expect(check({ required: ["toString"] }, {})).not.toBeNull();
  });

  test("a field with odd characters keeps its name", () => {
    expect(check({ additionalProperties: { type: "string" } }, { "a/b~c %d#é": 1 })?.path).toBe("a/b~c %d#é");
  });

  test("a schema that refers to itself without end is a problem, not a crash", () => {
    expect(normalise({ $ref: "#" }, {})).toHaveProperty("problem");
    expect(normalise({ allOf: [{ $ref: "#" }, { $ref: "#" }] }, {})).toHaveProperty("problem");
    expect(normalise({ properties: { a: { $ref: "#", default: {} } } }, {})).toHaveProperty("problem");
  });

  test("a frozen schema serves", () => {
    const schema = Object.freeze({ $ref: "#/$defs/a", $defs: Object.freeze({ a: { type: "string" } }) });
    expect(check(schema as JsonSchema, "x")).toBeNull();
  });

  test("no code is made from strings", async () => {
    const script = `const { normalise } = await import(${JSON.stringify(`${import.meta.dir}/../../src/effects/check-schema.ts`)});
      console.log(JSON.stringify(normalise({ properties: { a: { pattern: "^x", default: "xy" } } }, {})));`;
    const child = Bun.spawn(
      [process.execPath, "--disallow-code-generation-from-strings=strict", "-e", script],
      { cwd: import.meta.dir, stdout: "pipe", stderr: "pipe" },
    );
    expect(await new Response(child.stdout).text()).toBe('{"value":{"a":"xy"}}\n');
  });
});
