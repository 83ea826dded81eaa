import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Json } from "#contract/command.ts";
import { holds } from "#plan/condition.ts";
import type { Condition, Operator } from "#plan/plan-shape.ts";
import { PlanFault, parseTemplate, render, resolve, type Scope, sortedJson } from "#plan/template.ts";

const scope = (output: Json = null, variables: Record<string, string> = {}): Scope => ({
  prompt: "do it",
  variables: new Map(Object.entries(variables)),
  steps: new Map([["a", { status: "completed", output, text: "text" }]]),
});

const json = fc
  .jsonValue({ noUnicodeString: false })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json);
const word = fc.stringMatching(/^[a-z]{1,8}$/);

describe("templates", () => {
  test("text without braces stays as it is", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes("{{"));
        expect(render(text, scope())).toBe(text);
      }),
    );
  });

  test("a variable's text is put in as it is: templates inside it are not resolved", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (value, around) => {
        fc.pre(!/[{\\]/.test(around));
        expect(render(`${around}{{ variables.x }}${around}`, scope(null, { x: value }))).toBe(
          `${around}${value}${around}`,
        );
      }),
    );
  });

  test("escaping any text with \\{{ gives it back", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a{} ]*$/), (text) => {
        // Three braces are a brace before two, or after them; either way the text comes back.
        expect(render(text.replaceAll("{{", "\\{{"), scope())).toBe(text);
      }),
    );
  });

  test("TEMPLATE-1: an unknown reference is a fault wherever it stands", () => {
    fc.assert(
      fc.property(word, fc.string(), (name, around) => {
        fc.pre(!/[{\\]/.test(around));
        const text = `${around}{{variables.${name}}}`;
        expect(() => render(text, scope())).toThrow(PlanFault);
        expect(() => resolve({ deep: [text] }, scope(), "value")).toThrow(PlanFault);
      }),
    );
  });

  test("TEMPLATE-2: a value that is one template is the value; among text it is its JSON with sorted keys", () => {
    fc.assert(
      fc.property(json, (output) => {
        expect(resolve("{{steps.a.output}}", scope(output), "value")).toEqual(output);
        const text = typeof output === "string" ? output : sortedJson(output);
        expect(render("<{{steps.a.output}}>", scope(output))).toBe(`<${text}>`);
        expect(resolve("{{steps.a.output}}", scope(output), "text")).toBe(text);
      }),
    );
  });

  test("TEMPLATE-2: the order of an answer's keys does not show", () => {
    fc.assert(
      fc.property(fc.dictionary(word, json), (output) => {
        const turned = Object.fromEntries(Object.entries(output).reverse());
        expect(render("{{steps.a.output}}", scope(turned))).toBe(render("{{steps.a.output}}", scope(output)));
      }),
    );
  });

  test("fields are followed through objects and lists, own members only", () => {
    const at = (path: string) =>
      resolve(`{{steps.a.output.${path}}}`, scope({ list: [{ x: 1 }], text: "t" }), "value");
    expect(at("list.0.x")).toBe(1);
    for (const path of ["list.1", "list.length", "text.0", "constructor", "__proto__", "list.0.x.y", ""])
      expect(() => at(path)).toThrow(PlanFault);
  });

  test("a Go template survives when it is escaped, and is refused when it is not", () => {
    expect(render("docker ps --format '\\{{.Names}}'", scope())).toBe("docker ps --format '{{.Names}}'");
    expect(() => render("docker ps --format '{{.Names}}'", scope())).toThrow(PlanFault);
    expect(() => parseTemplate("{{a")).toThrow("without its }}");
  });
});

describe("conditions", () => {
  const ask = (left: Json, op: Operator, right: Json) =>
    holds({ left, op, right }, scope({ n: 3 }, { n: "3", s: "b" }));

  test.each([
    ["{{variables.n}}", "==", 3, true],
    ["{{steps.a.output.n}}", "==", "3", true],
    ["{{variables.n}}", "==", "3.0", false],
    ["true", "==", true, true],
    [{ a: 1, b: 2 }, "==", { b: 2, a: 1 }, true],
    [[1, 2], "!=", [2, 1], true],
    ["{{variables.n}}", "<", 10, true],
    ["{{variables.n}}", ">=", "3", true],
    ["10", ">", "9", true],
    ["{{variables.s}}", ">", "a", true],
    ["{{variables.s}}", "<=", "b", true],
    ["abc", "contains", "bc", true],
    [["1", "2"], "contains", 2, true],
    [{ key: null }, "contains", "key", true],
    [{}, "contains", "constructor", false],
  ] as [Json, Operator, Json, boolean][])("%j %s %j is %j", (left, op, right, expected) => {
    expect(ask(left, op, right)).toBe(expected);
  });

  test("of == and != exactly one holds, and == goes both ways, for all values", () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const closed = [a, b].map((value) => JSON.parse(JSON.stringify(value).replaceAll("{{", "")) as Json);
        const [left, right] = closed as [Json, Json];
        expect(ask(left, "==", right)).toBe(!ask(left, "!=", right));
        expect(ask(left, "==", right)).toBe(ask(right, "==", left));
        expect(ask(left, "==", left)).toBe(true);
      }),
    );
  });

  test("every comparison is a yes, a no or a PlanFault", () => {
    const operators = fc.constantFrom<Operator>("==", "!=", "<", "<=", ">", ">=", "contains");
    fc.assert(
      fc.property(json, operators, json, (left, op, right) => {
        try {
          expect(ask(left, op, right)).toBeBoolean();
        } catch (error) {
          expect(error).toBeInstanceOf(PlanFault);
        }
      }),
    );
  });

  test("exists asks, it does not demand", () => {
    const exists = (left: string): Condition => ({ left, op: "exists" });
    expect(holds(exists("{{variables.n}}"), scope(null, { n: "" }))).toBe(true);
    expect(holds(exists("{{variables.n}}"), scope())).toBe(false);
    expect(holds(exists("{{steps.a.output.x}}"), scope({ x: null }))).toBe(true);
    expect(holds({ not: exists("{{steps.b.output}}") }, scope())).toBe(true);
  });
});
