import { describe, expect, test } from "bun:test";
import type { Json } from "../../src/contract/command.ts";
import type { SecretUse } from "../../src/contract/descriptor.ts";
import { parseDescriptor } from "../../src/contract/descriptor-schema.ts";
import { openCatalogue } from "../../src/effects/catalogue.ts";
import { matchesHost, secretMisuse } from "../../src/effects/secret-rules.ts";

const HTTP = "sys/http.request@1";
const KEY = { $secret: "KEY" };

function codeOf(effect: string, params: Json, declared: SecretUse[], allowed = ["KEY"]): string | null {
  const definition = openCatalogue(null).get(effect);
  if (definition === null) throw new Error(`no ${effect}`);
  const isAllowed = (name: string) => allowed.includes(name);
  return secretMisuse(definition, params, { declared, isAllowed })?.code ?? null;
}

describe("SECRET-RULE-1: places", () => {
  const declared: SecretUse[] = [
    { name: "KEY", effects: [HTTP], hosts: ["a.example"] },
    { name: "KEY", effects: [HTTP], hosts: ["a.example"], places: ["body.auth.*"] },
  ];
  const url = "https://a.example/x";

  test.each<[string, Json, string | null]>([
    ["no reference", { url, body: { a: "$secret" } }, null],
    ["a header", { url, headers: { authorization: KEY } }, null],
    ["a named place of the body", { url, body: { auth: { token: KEY } } }, null],
    ["another place of the body", { url, body: { comment: KEY } }, "SECRET_NOT_DECLARED"],
    ["deeper in the body", { url, body: { auth: { a: { b: KEY } } } }, "SECRET_NOT_DECLARED"],
    ["the url", { url: KEY }, "SECRET_MISPLACED"],
    ["the method", { url, method: KEY }, "SECRET_MISPLACED"],
    ["inside a header", { url, headers: { a: { b: KEY } } }, "SECRET_MISPLACED"],
    ["half a reference", { url, headers: { a: { $secret: 1 } } }, "SECRET_MISPLACED"],
    ["an empty name", { url, headers: { a: { $secret: "" } } }, "SECRET_MISPLACED"],
  ])("SECRET-RULE-1: %s", (_, params, code) => {
    expect(codeOf(HTTP, params, declared)).toBe(code);
  });

  test("SECRET-RULE-1: a model is given none, wherever they stand", () => {
    const params = {
      model: "a/b",
      messages: [{ role: "tool", toolCallId: "1", name: "n", content: { deep: [KEY] } }],
    };
    const effects = ["sys/llm.generate@1"];
    expect(codeOf("sys/llm.generate@1", params, [{ name: "KEY", effects }])).toBe("SECRET_MISPLACED");
  });
});

describe("SECRET-RULE-2: where a secret goes", () => {
  test.each([
    ["a.example", "https://a.example/x", true],
    ["a.example", "https://A.Example./x", true],
    ["a.example", "https://a.example:8443/x", false],
    ["a.example:8443", "https://a.example:8443/x", true],
    ["a.example", "http://a.example/x", false],
    ["http://a.example", "http://a.example/x", true],
    ["a.example", "https://a.example.evil.example/", false],
    ["a.example", "https://evil.example/?a.example", false],
    ["a.example", "https://a.example@evil.example/", false],
    ["*.a.example", "https://x.a.example/", true],
    ["*.a.example", "https://a.example/", false],
    ["*.a.example", "https://xa.example/", false],
    ["127.0.0.1:80", "http://127.0.0.1/", true],
    ["[::1]:9", "http://[::1]:9/", true],
    ["localhost:9", "http://localhost:9/", true],
    ["a.example", "ftp://a.example/", false],
    ["a.example", "undefined", false],
  ])("SECRET-RULE-2: %s and %s: %p", (item, url, fits) => {
    expect(matchesHost(item, url)).toBe(fits);
  });

  test("SECRET-RULE-2: a program by its exact name, a file by its path in the workspace", () => {
    const exec = (program: string, programs: string[]) =>
      codeOf("sys/exec@1", { argv: [program], env: { A: KEY } }, [
        { name: "KEY", effects: ["sys/exec@1"], programs },
      ]);
    expect([exec("npm", ["npm"]), exec("./npm", ["npm"]), exec("sh", ["npm"])]).toEqual([
      null,
      "SECRET_NOT_DECLARED",
      "SECRET_NOT_DECLARED",
    ]);
    const write = (path: string) =>
      codeOf("sys/fs.write@1", { path, content: KEY }, [
        { name: "KEY", effects: ["sys/fs.write@1"], files: [".npmrc"] },
      ]);
    expect([write("./.npmrc"), write("public/index.html")]).toEqual([null, "SECRET_NOT_DECLARED"]);
  });

  test("SECRET-RULE-3: config.yaml has to name it", () => {
    const declared = [{ name: "KEY", effects: [HTTP], hosts: ["a.example"] }];
    const params = { url: "https://a.example/", headers: { a: KEY } };
    expect(codeOf(HTTP, params, declared, ["OTHER"])).toBe("SECRET_NOT_ALLOWED");
  });
});

test.each([
  [
    "an effect that the bundle does not have",
    { effects: ["sys/exec@1"], programs: ["a"] },
    /not in descriptor.effects/,
  ],
  ["no hosts", { effects: [HTTP] }, /which `hosts`/],
  ["a host that is an address", { effects: [HTTP], hosts: ["https://a.example/x"] }, /is not a host/],
  ["a key nobody knows", { effects: [HTTP], hosts: ["a"], host: "b" }, /unknown key/],
  ["an empty list", { effects: [] }, /effects/],
])("H7: a declaration with %s is refused", (_, secret, message) => {
  const descriptor = { description: "", roles: {}, effects: [HTTP], secrets: [{ name: "KEY", ...secret }] };
  expect(() => parseDescriptor(descriptor)).toThrow(message);
});
