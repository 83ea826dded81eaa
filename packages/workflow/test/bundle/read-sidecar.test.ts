import { describe, expect, test } from "bun:test";
import { parseSidecar } from "#bundle/describe/read-sidecar.ts";
import { parseStrictYaml } from "#codec/strict-yaml.ts";
import { LIMITS } from "#contract/limits.ts";

const read = (text: string) => parseStrictYaml(text, "f.yaml", "REGISTRY_INVALID");

describe("RFC-24, RFC-25: the sidecar", () => {
  test("RFC-001's form is read", () => {
    const text = `# a workflow
description: Fixes an issue
roles:
  coder:
    description: >
      Writes
      code
    schema:
      type: object
      properties: { files: { type: array } }
  reviewer: { description: Reads code }
effects: [sys/exec@1]
limits:
  maxSteps: 20
`;
    expect(parseSidecar(text)).toEqual({
      description: "Fixes an issue",
      roles: {
        coder: {
          description: "Writes code\n",
          schema: { type: "object", properties: { files: { type: "array" } } },
        },
        reviewer: { description: "Reads code" },
      },
      effects: ["sys/exec@1"],
      limits: { maxSteps: 20 },
    });
  });

  test.each([
    ["", "descriptor: "],
    ["description: 1\nroles: {}", "descriptor.description: "],
    ["description: a\nroles: {}\nextra: 1", "descriptor.extra: unknown key"],
    ["description: a\nroles: {}\nevents: { a: .nan }", "descriptor.events.a: is not JSON data"],
    ["description: a\ndescription: b", "descriptor:2:1: "],
  ])("a bad one is DESCRIPTOR_INVALID: %j", (text, message) => {
    try {
      parseSidecar(text);
    } catch (error) {
      expect(error).toMatchObject({ code: "DESCRIPTOR_INVALID", message: expect.stringContaining(message) });
      return;
    }
    throw new Error("accepted");
  });
});

describe("S17: YAML that could surprise is refused with its position", () => {
  test.each([
    ["a: 1\na: 2", 'f.yaml:2:1: the key "a" is given twice'],
    ["x: { b: 1, b: 2 }", 'f.yaml:1:12: the key "b" is given twice'],
    ["a: &x 1", "f.yaml:1:7: the anchor &x is not accepted"],
    ["- &x { b: 1 }\n- *x", "f.yaml:1:6: the anchor &x is not accepted"],
    ["a: *x", "f.yaml:1:4: "],
    ["&k a: 1", "f.yaml:1:4: the anchor &k is not accepted"],
    ["a: {}\n<<: { b: 1 }", "f.yaml:2:1: merge keys (<<) are not accepted"],
    ["a: !mine 1", "f.yaml:1:4: Unresolved tag: !mine"],
    ["a: !!binary aGk=", "f.yaml:1:"],
    ["a: !!str 1", "f.yaml:1:10: the tag tag:yaml.org,2002:str is not accepted"],
    ["a: 1\n---\nb: 2", "f.yaml:2:1: a second document follows"],
    ["%YAML 1.1\n---\na: no", "f.yaml:1:1: directives"],
    ["# c\n%TAG ! tag:a,2000:\n---\na: 1", "f.yaml:1:1: directives"],
    ["0E12345678901: a", "f.yaml:1:1: a key must be a string"],
    ["true: a", "f.yaml:1:1: a key must be a string"],
    ["? [a]\n: b", "f.yaml:1:3: a key must be a string"],
    ["a:\n  __proto__: 1", "f.yaml:2:3: the key __proto__ is not accepted"],
    ["a: [", "f.yaml:1:5: "],
    ["a:\n\tb: 1", "f.yaml:2:"],
    [`${"[".repeat(300)}${"]".repeat(300)}`, "f.yaml:1:202: nested deeper than 200 levels"],
  ])("%j", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test("a bomb of aliases is refused before it grows", () => {
    const bomb = [
      "a: &a [x,x,x]",
      ...[..."bcdefghi"].map((key, i) => `${key}: &${key} [*${"abcdefgh"[i]},*${"abcdefgh"[i]}]`),
    ];
    expect(() => read(bomb.join("\n"))).toThrow("is not accepted");
  });

  test("over 1 MB is refused; as much as fits is read in a moment, even in one map", () => {
    expect(() => read(`a: "${"x".repeat(LIMITS.yamlBytes)}"`)).toThrow(
      `larger than ${LIMITS.yamlBytes} bytes`,
    );
    const wide = Array.from({ length: 30_000 }, (_, i) => `k${i}: 1`).join("\n");
    expect(Object.keys(read(wide) as object)).toHaveLength(30_000);
  });

  test("nesting that overflows the library is an error of ours", () => {
    expect(() => read("[".repeat(200_000))).toThrow("f.yaml");
  });

  test("the code is the caller's, and the position is in the details", () => {
    expect(() => parseStrictYaml("a: 1\na: 2", "x.yaml", "DESCRIPTOR_INVALID")).toThrow(
      expect.objectContaining({ code: "DESCRIPTOR_INVALID", details: { line: 2, column: 1 } }),
    );
  });
});

describe("plain YAML is read as written", () => {
  test.each<[string, unknown]>([
    ["", null],
    ["# nothing\n", null],
    ["---\na: 1\n...\n", { a: 1 }],
    ["a: no", { a: "no" }],
    ["a: 2001-01-01", { a: "2001-01-01" }],
    ["a: '0E12345678901'", { a: "0E12345678901" }],
    ["a: 0E12345678901", { a: 0 }],
    ["{ a, b: }", { a: null, b: null }],
    ["constructor: 1", { constructor: 1 }],
    ["a: |\n  %YAML\n  <<: &x *x\n", { a: "%YAML\n<<: &x *x\n" }],
  ])("%j", (text, value) => {
    expect(read(text)).toEqual(value);
  });
});
