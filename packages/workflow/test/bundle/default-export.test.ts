import { describe, expect, test } from "bun:test";
import { complaints } from "./probe.ts";

describe("RFC-5: the default export is a function, or a call that may return one", () => {
  test.each([
    "export default async function* () {}",
    "export default async function* named(input) { yield input }",
    "async function* flow() {} export { flow as default }",
    "var flow = async function* () {}; export { flow as default };",
    "const flow = async function* () {}; export default flow;",
    "export default () => iterator(); var iterator",
    "export default async () => {}",
    "export default function () { return { next() {} } }",
    "export default createRoleModerator({}); function createRoleModerator() {}",
    "var flow = createRoleModerator({}); export { flow as default }; function createRoleModerator() {}",
    "var flow; flow = async function* () {}; export { flow as default }",
    "var flow; var init = () => { flow = async function* () {} }; init(); export { flow as default }",
    "let a = async function* () {}, b = a, c = b; export default c",
    "let flow = null; flow = make(); function make() {} export default flow",
    "const { flow } = make(); function make() {} export { flow as default }",
    "const flows = { main: async function* () {} }; export default flows.main",
    "var import_flow = __toESM(1); function __toESM() {} export default import_flow.default",
    "export default make().flow; function make() {}",
    "export default (0, make)(); function make() {}",
    "export default Math.random() > 2 ? 1 : async function* () {}",
    "const a = async function* () {}; export default a ?? null",
    "export default tag`x`; function tag() {}",
    "const flow = async function* () {}; export { flow as 'default' }",
  ])("accepted: %s", (source) => {
    expect(complaints(source)).toEqual([]);
  });

  test.each([
    ["", "-:- there is no default export"],
    ["export const flow = async function* () {}", "-:- there is no default export"],
    ["export default { run() {} }", "1:16 the default export is an object"],
    ["export default []", "1:16 the default export is an array"],
    ["export default 42", "1:16 the default export is a literal"],
    ["export default `x`", "1:16 the default export is a string"],
    ["export default null", "1:16 the default export is a literal"],
    ["export default class {}", "1:16 the default export is a class"],
    ["export default new Map()", "1:16 the default export is an object"],
    ["class A {} export { A as default }", "1:21 the default export is a class"],
    ["const o = {}; export default o", "1:30 the default export is an object"],
    ["let a = b, b = a; export default a", "1:34 the default export is a, which is defined by itself"],
    ["let o = { a: o.a }; export default o.a", "1:36 the default export is o.a, which is defined by itself"],
    ["export default nothing", "1:16 the default export is nothing, which the file does not declare"],
    ["let x; export default x", "1:23 the default export is x, which is never assigned"],
    ["import { run } from 'node:test'; export default run", "1:49 the default export is taken from another"],
    ["export { default } from 'node:fs'", "1:10 the default export comes from another module"],
    ["export * as default from 'node:fs'", "1:1 the default export comes from another module"],
    ["const { a } = { a: 1 }; export default a", "1:40 the default export is a part of something"],
    ["export default process.env", "1:16 the default export is a part of something"],
    ["export default void 0", "1:16 the default export is no function that can be seen"],
    ["export default true ? 1 : {}", "1:16 the default export is a literal"],
  ])("refused: %s", (source, expected) => {
    const found = complaints(source);
    expect(found).toHaveLength(1);
    expect(found[0]).toStartWith(expected);
  });

  test.each([
    "export default function* () {}",
    "function* flow() {} export { flow as default }",
    "var flow = function* () {}; export { flow as default }",
    "const flows = { *main() {} }; export default flows.main",
  ])("B14: a sync generator is refused: %s", (source) => {
    expect(complaints(source)).toEqual([expect.stringContaining("a sync generator (function*)")]);
  });

  test("names that refer to each other many times are judged quickly", () => {
    const chain = Array.from({ length: 200 }, (_, i) => `var a${i} = a${i + 1} || a${i + 1};`).join("");
    expect(complaints(`${chain} var a200 = {}; export default a0`)).toHaveLength(1);
  });
});
