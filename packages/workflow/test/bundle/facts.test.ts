import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { analyse, FLOW } from "./probe.ts";

describe("readsSteps", () => {
  test.each([
    "export default async function* (input) { input.steps.length }",
    "export default async function* (input) { input?.steps }",
    'export default async function* (input) { input["steps"] }',
    "export default async function* (input) { input[`steps`] }",
    "export default async function* ({ prompt, steps }) {}",
    "export default async function* ({ steps: done = [] }) {}",
    'export default async function* ({ "steps": done }) {}',
    "export default async function* (input) { const { steps } = input }",
    "export default async function* (input) { let a; ({ steps: a } = input) }",
    "export default async function* (input) { const { options: { steps } } = input }",
  ])("is true: %s", (source) => {
    expect(analyse(source).facts?.readsSteps).toBe(true);
  });

  test.each([
    FLOW,
    "export default async function* (input) { const steps = [input.prompt]; steps.length }",
    "export default async function* (input) { yield { steps: 1 } }",
    "export default async function* (input) { 'steps'; input[steps] } var steps",
    "export default async function* (input) { const { [steps]: a } = input } var steps",
    "// input.steps\nexport default async function* () {}",
  ])("is false: %s", (source) => {
    expect(analyse(source).facts?.readsSteps).toBe(false);
  });
});

describe("descriptor: read from the tree as data", () => {
  const BODY = '{ description: "d", roles: { coder: { description: "c", schema: { type: "object" } } } }';
  const EXPECTED = { description: "d", roles: { coder: { description: "c", schema: { type: "object" } } } };

  test.each([
    `export const descriptor = ${BODY}`,
    `var descriptor = ${BODY}; export { descriptor }`,
    `var d = ${BODY}; export { d as descriptor }`,
    `let d; d = ${BODY}; export { d as "descriptor" }`,
  ])("however it is exported: %s", (source) => {
    const { problems, facts } = analyse(`${FLOW}\n${source}`);
    expect(problems).toEqual([]);
    expect(facts?.descriptor).toEqual(EXPECTED);
  });

  test("no descriptor is null and no problem (RFC-26)", () => {
    expect(analyse(FLOW)).toMatchObject({ problems: [], facts: { descriptor: null } });
    expect(analyse(`${FLOW}; const descriptor = 1; descriptor`).facts?.descriptor).toBeNull();
  });

  test("minified literals are read: !0, !1, templates, negative and exponent numbers, numeric keys", () => {
    const { facts } = analyse(
      `${FLOW};var e={description:\`a\nb\`,roles:{},events:{a:!0,b:!1,c:-1.5,d:1e3,e:null,f:[[],"x"],1:2,"k-k":.5}};export{e as descriptor}`,
    );
    expect(facts?.descriptor).toEqual({
      description: "a\nb",
      roles: {},
      events: { a: true, b: false, c: -1.5, d: 1000, e: null, f: [[], "x"], 1: 2, "k-k": 0.5 },
    });
  });

  test.each([
    ["{ description: name }", "2:42", "a name is not a literal"],
    ["{ description }", "2:29", "a name is not a literal"],
    ['{ description: String("a") }', "2:42", "a call is not a literal"],
    ["Object.freeze({})", "2:27", "a call is not a literal"],
    ["{ ...other }", "2:32", "a name is not a literal"],
    ["{ roles: [...other] }", "2:40", "a name is not a literal"],
    ['{ roles: [..."ab"] }', "2:40", "what is spread into a list is a list"],
    ["{ ...[1] }", "2:32", "what is spread into an object is an object"],
    ["{ description: `a${name}` }", "2:46", "a name is not a literal"],
    ["{ description: `a${{}}` }", "2:46", "an object is not a text"],
    ['{ description: "a" < "b" }', "2:42", "an expression is not a literal"],
    ["{ description: 1 / 0 }", "2:42", "Infinity is not JSON data"],
    ["{ description: [1].length }", "2:42", "length is not a part of a literal"],
    ["{ description: ({}).constructor }", "2:42", "constructor is not a part of a literal"],
    ['{ ["__proto__"]: {} }', "2:29", "the key __proto__ is not accepted"],
    ["{ description: undefined }", "2:42", "a name is not a literal"],
    ["{ description: void 0 }", "2:42", "undefined is not JSON data"],
    ["{ description: /a/ }", "2:42", "/a/ is not JSON data"],
    ["{ description: 1n }", "2:42", "1n is not JSON data"],
    ["{ description: typeof 1 }", "2:42", "typeof is not part of a literal"],
    ["{ roles: [,] }", "2:36", "an array with holes is not JSON data"],
    ["{ description() {} }", "2:29", "a method is not JSON data"],
    ["{ get description() { return 1 } }", "2:29", "a method is not JSON data"],
    ["{ description: () => 1 }", "2:42", "a function is not a literal"],
    ["{ __proto__: {} }", "2:29", "the key __proto__ is not accepted"],
    ['{ roles: { "__proto__": {} } }', "2:38", "the key __proto__ is not accepted"],
    ['{ description: "a", description: "b" }', "2:47", 'the key "description" is given twice'],
  ])("what is not a literal is refused with its position: %s", (literal, position, why) => {
    const { problems, facts } = analyse(`${FLOW}\nexport const descriptor = ${literal}; var name, other;`);
    expect(facts?.descriptor).toBeNull();
    expect(problems).toHaveLength(1);
    const [problem] = problems;
    expect(`${problem?.line}:${problem?.column}`).toBe(position);
    expect(problem).toMatchObject({
      code: "DESCRIPTOR_INVALID",
      message: `the descriptor must be a literal: ${why}`,
      hint: "uncaged-workflow build <entry.ts>",
    });
  });

  test.each([
    ["export let descriptor = {}; descriptor = {};", "it is assigned twice"],
    ["export let descriptor;", "it has no plain value"],
    ["export const { descriptor } = {};", "it has no plain value"],
    ["export { constants as descriptor } from 'node:os';", "it comes from another module"],
    ["export function descriptor() {}", "a function is not a literal"],
  ])("a binding that is not one literal is refused: %s", (source, why) => {
    const { problems } = analyse(`${FLOW}\n${source}`);
    expect(problems.map((problem) => problem.message)).toEqual([`the descriptor must be a literal: ${why}`]);
  });

  test.each([
    ["const about = `d`;", "{ description: about, roles: {} }"],
    ['const base = { description: "x", roles: {} };', '{ ...base, description: "d" }'],
    ["const parts = { of: [{ about: 'd' }] };", '{ ["description"]: parts.of[0].about, roles: {} }'],
    ["const word = 'd';", `{ description: \`\${word}\${""}\` + "", roles: {} }`],
    ["const one = ['a']; one.includes('a'); console.log(one);", '{ description: "d", roles: {}, ...{} }'],
  ])("16: names, spreads, templates and sums of literals are read as well: %s %s", (before, literal) => {
    const { problems, facts } = analyse(`${FLOW}\n${before}\nexport const descriptor = ${literal};`);
    expect(problems).toEqual([]);
    expect(facts?.descriptor).toEqual({ description: "d", roles: {} });
  });

  test.each([
    ["const e = ['a']; e.push('b');", "e is changed by code"],
    ["const e = ['a']; e[1] = 'b';", "e is changed by code"],
    ["const e = [['a']]; function f() { delete e[0][0] }", "e is changed by code"],
    ["const e = ['a']; Object.assign(e, ['b']);", "e is changed by code"],
    ["const e = ['a']; [e[0]] = ['b'];", "e is changed by code"],
    ["let e = ['a']; e = ['b'];", "e is assigned twice"],
    ["const [e] = [['a']];", "e has no plain value"],
    ["const e = make(); function make() { return ['a'] }", "a call is not a literal"],
    ['import { EOL as e } from "node:os";', "an import is not a literal"],
  ])("16: a name that may hold something else than is written is not read: %s", (before, why) => {
    const { problems } = analyse(
      `${FLOW}\n${before}\nexport const descriptor = { description: "d", roles: {}, effects: e };`,
    );
    expect(problems.map(({ message }) => message)).toEqual([`the descriptor must be a literal: ${why}`]);
  });

  test("16: a name below is not read, nor one of a function where the file has the same name", () => {
    const late = analyse(
      `${FLOW}\nexport const descriptor = { description: "d", roles: {}, effects: e }; var e = ["a"];`,
    );
    expect(late.problems.map(({ message }) => message)).toEqual([
      "the descriptor must be a literal: e is used before it has its value",
    ]);
    const inner = analyse(
      `${FLOW}\nconst e = ["a"]; let d; function make(e) { d = { description: "d", roles: {}, effects: e } }; make(["b"]); export { d as descriptor };`,
    );
    expect(inner.problems.map(({ message }) => message)).toEqual([
      "the descriptor must be a literal: a name is not a literal",
    ]);
  });

  test("16: names that hold each other do not fill the memory", () => {
    const lists = Array.from({ length: 40 }, (_, n) => `const l${n + 1} = [...l${n}, ...l${n}];`).join("");
    const texts = Array.from({ length: 40 }, (_, n) => `const t${n + 1} = \`\${t${n}}\${t${n}}\`;`).join("");
    for (const [before, name] of [
      [`const l0 = ["a"];${lists}`, "l40"],
      [`const t0 = "${"a".repeat(1000)}";${texts}`, "t40"],
    ]) {
      const { problems } = analyse(
        `${FLOW}\n${before}\nexport const descriptor = { description: "d", roles: {}, effects: ${name} };`,
      );
      expect(problems[0]?.message).toMatch(/made of more than \d+ (values|characters)/);
    }
  });

  test("16: what is read is what the code would say, for every expression of literals", () => {
    const { leaf } = fc.letrec<{ leaf: string; tree: string }>((tie) => ({
      leaf: fc.oneof(
        { maxDepth: 4 },
        fc.json({ maxDepth: 1 }).map((text) => `(${text.replaceAll("__proto__", "p")})`),
        fc.constantFrom("text", "list", "object", "object.deep", "list[1]", "object['deep'].a"),
        tie("tree"),
      ),
      tree: fc.oneof(
        fc.tuple(tie("leaf"), tie("leaf")).map(([a, b]) => `[${a}, ...[${b}], ...list]`),
        fc.tuple(tie("leaf"), tie("leaf")).map(([a, b]) => `({ ...object, a: ${a}, ["b"]: ${b} })`),
        fc.tuple(tie("leaf"), tie("leaf")).map(([a, b]) => `({ a: ${a}, ...{ a: ${b}, text } })`),
        fc.integer().map((n) => `\`x\${${n}}\${text}\` + (${n} + 2 * 3)`),
      ),
    }));
    const before = `const text = "t"; const list = [1, "two"]; const object = { deep: { a: null }, text };`;
    fc.assert(
      fc.property(leaf, (expression) => {
        const source = `${FLOW}\n${before}\nexport const descriptor = { description: "d", roles: {}, events: { is: ${expression} } };`;
        const { facts } = analyse(source);
        const said = new Function(`${before} return ${expression};`)();
        expect(facts?.descriptor?.events).toEqual({ is: JSON.parse(JSON.stringify(said)) });
      }),
      { numRuns: 300 },
    );
  });

  test("RFC-25: a literal of the wrong shape is refused by field", () => {
    const { problems, facts } = analyse(
      `${FLOW}\nexport const descriptor = { description: 1, roles: {}, extra: 2 }`,
    );
    expect(facts?.descriptor).toBeNull();
    expect(problems).toEqual([
      {
        code: "DESCRIPTOR_INVALID",
        message: expect.stringMatching(/descriptor\.description: .*; descriptor\.extra: unknown key/),
        line: 2,
        column: 27,
      },
    ]);
  });

  test("nesting beyond the limit is refused", () => {
    const deep = `${"[".repeat(300)}${"]".repeat(300)}`;
    const { problems } = analyse(
      `${FLOW}; export const descriptor = { description: "", roles: {}, events: { a: ${deep} } }`,
    );
    expect(problems[0]?.message).toContain("nested deeper than");
  });
});
