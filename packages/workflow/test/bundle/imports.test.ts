import { describe, expect, test } from "bun:test";
import { analyse, complaints, FLOW } from "./probe.ts";

describe("RFC-20: a bundle loads no code at run time, and is itself loaded at once", () => {
  const refused: [what: string, source: string, expected: string[]][] = [
    ["import() of a literal", `${FLOW}\n  import("node:fs");`, ["2:3 import() is not accepted"]],
    ["import() of an expression", `${FLOW}\nconst f = (x) => import(x);`, ["2:18 import() is not accepted"]],
    ["require()", `${FLOW}\nrequire("fs");`, ["2:1 require loads code"]],
    ["a reference to require", `${FLOW}\nconst r = require;`, ["2:11 require loads code"]],
    ["typeof require", `${FLOW}\nif (typeof require === "function") {}`, ["2:12 require loads code"]],
    ["require in a function", `${FLOW}\nfunction f() { return require("a"); }`, ["2:23 require loads code"]],
    ["module", `${FLOW}\nmodule.exports = {};`, ["2:1 module belongs to CommonJS"]],
    ["exports", `${FLOW}\nexports.a = 1;`, ["2:1 exports belongs to CommonJS"]],
    ["__dirname", `${FLOW}\nlet d = __dirname;`, ["2:9 __dirname belongs to CommonJS"]],
    ["__filename", `${FLOW}\nlet d = [__filename];`, ["2:10 __filename belongs to CommonJS"]],
    [
      "import.meta.resolve",
      `${FLOW}\nimport.meta.resolve("a");`,
      ["2:1 import.meta.resolve is not accepted"],
    ],
    [
      "import.meta.require",
      `${FLOW}\nimport.meta.require("a");`,
      ["2:1 import.meta.require is not accepted"],
    ],
    ["import.meta.env", `${FLOW}\nlet e = import.meta.env.X;`, ["2:9 import.meta.env is not accepted"]],
    ["import.meta.hot", `${FLOW}\nimport.meta?.hot;`, ["2:1 import.meta.hot is not accepted"]],
    ["a computed import.meta", `${FLOW}\nimport.meta["url"];`, ["2:1 import.meta[...] is not accepted"]],
    ["bare import.meta", `${FLOW}\nlet m = import.meta;`, ["2:9 import.meta is not accepted by itself"]],
    [
      "destructured import.meta",
      `${FLOW}\nlet { resolve } = import.meta;`,
      ["2:19 import.meta is not accepted by"],
    ],
    ["eval()", `${FLOW}\neval("1");`, ["2:1 eval() runs code from a string"]],
    ["new Function()", `${FLOW}\nlet f = new Function("1");`, ["2:9 Function() makes code from a string"]],
    ["Function()", `${FLOW}\nFunction("1")();`, ["2:1 Function() makes code from a string"]],
    ["eval in a finally without catch", `${FLOW}\ntry { eval("1") } finally {}`, ["2:7 eval() runs code"]],
    ["eval in a catch", `${FLOW}\ntry { } catch { eval("1") }`, ["2:17 eval() runs code"]],
    [
      "eval in a function made in a try",
      `${FLOW}\ntry { var f = () => eval("1") } catch {}`,
      ["2:21 eval() runs"],
    ],
    [
      "B14: throw at the top",
      `${FLOW}\n{ throw new Error("no"); }`,
      ["2:3 the bundle throws while it is loaded"],
    ],
    ["await at the top", `${FLOW}\nawait 1;`, ["2:1 await outside a function"]],
    ["for await at the top", `${FLOW}\nfor await (const x of []) {}`, ["2:1 await outside a function"]],
    ["await using at the top", `${FLOW}\nawait using x = null;`, ["2:1 await outside a function"]],
    ["await in a class heritage", `${FLOW}\nclass A extends (await 1) {}`, ["2:18 await outside a function"]],
    [
      "several at once",
      `import("a");\nrequire("b");\n${FLOW};eval("c")`,
      ["1:1 import()", "2:1 require", "3:38 eval()"],
    ],
  ];
  test.each(refused)("%s is refused with its position", (_what, source, expected) => {
    const found = complaints(source);
    expect(found).toHaveLength(expected.length);
    for (const [index, start] of expected.entries()) expect(found[index]).toStartWith(start);
  });

  const accepted: [what: string, source: string][] = [
    ["a local variable called require", `const require = (x) => x; require("a"); ${FLOW}`],
    [
      "a parameter called require",
      `const f = (require, module, exports) => { exports.a = require(module) }; ${FLOW}`,
    ],
    ["a property called require", `globalThis.a?.require?.("x"); ({ require: 1, module: 2 }); ${FLOW}`],
    ["a label called module", `module: for (;;) break module; ${FLOW}`],
    ["a local eval-like name", `const Function = (x) => x; Function("a"); new Function("b"); ${FLOW}`],
    [
      "a probe for eval that catches",
      `const can = (() => { try { new Function(""); return true } catch { return false } })(); ${FLOW}`,
    ],
    ["Function as a value", `const F = Function; x instanceof Function; var x; ${FLOW}`],
    [
      "import.meta.url, dirname and filename",
      `[import.meta.url, import.meta.dirname, import.meta?.filename]; ${FLOW}`,
    ],
    ["a throw that something guards", `if (globalThis.a) throw 1; try { throw 2 } catch {} ${FLOW}`],
    ["new.target", `function F() { return new.target } ${FLOW}`],
    [
      "await in functions",
      `const f = async () => { await 1; for await (const x of []) {} await using y = null }; ${FLOW}`,
    ],
    ["the word import() in strings and comments", `"import('a')"; /* require("b") */ \`eval("c")\`; ${FLOW}`],
  ];
  test.each(accepted)("%s is accepted", (_what, source) => {
    expect(complaints(source)).toEqual([]);
  });
});

describe("RFC-21: a bundle imports Node built-ins only", () => {
  const refused: [specifier: string, why: string][] = [
    ["./a.js", "is a file"],
    ["../a.js", "is a file"],
    [".", "is a file"],
    ["/etc/a.js", "is a file"],
    ["zod", "is a package"],
    ["fs/", "is a package"],
    ["sqlite", "is a package"],
    ["#internal", "is a package"],
    ["bun", "is part of Bun"],
    ["bun:sqlite", "is part of Bun"],
    ["bun:ffi", "is part of Bun"],
    ["node:bun", "is part of Bun"],
    ["undici", "is part of Bun"],
    ["node:undici", "is part of Bun"],
    ["ws", "is part of Bun"],
    ["module", "gives require back"],
    ["node:module", "gives require back"],
    ["node:fs/none", "is not a Node built-in"],
    ["node:nonsense", "is not a Node built-in"],
    ["file:///a.js", "is not a Node built-in"],
    ["https://example.com/a.js", "is not a Node built-in"],
    ["data:text/javascript,1", "is not a Node built-in"],
    ["macro:x", "is not a Node built-in"],
    ["C:\\a.js", "is not a Node built-in"],
    ["", "is a package"],
  ];
  const forms = [
    (s: string) => `import ${s};`,
    (s: string) => `import x from ${s}; x;`,
    (s: string) => `import * as x from ${s};`,
    (s: string) => `export * from ${s};`,
    (s: string) => `export * as x from ${s};`,
    (s: string) => `export { x } from ${s};`,
  ];
  test.each(refused)("%j is refused in every form of import and export", (specifier, why) => {
    for (const form of forms) {
      const found = complaints(`${FLOW}\n ${form(JSON.stringify(specifier))}`);
      expect(found).toHaveLength(1);
      expect(found[0]).toStartWith("2:2 ");
      expect(found[0]).toContain(why);
    }
  });

  test("@uncaged/workflow must be built in first, and the hint says how (C12)", () => {
    for (const specifier of ["@uncaged/workflow", "@uncaged/workflow/testing"]) {
      const { problems } = analyse(`import { END } from "${specifier}"; END; ${FLOW}`);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatchObject({
        code: "BUNDLE_INVALID",
        message: `"${specifier}" must be built into the bundle first`,
        line: 1,
        column: 1,
        hint: "uncaged-workflow build <entry.ts>",
      });
    }
  });

  test("import attributes are refused, even on a built-in", () => {
    expect(complaints(`import a from "node:fs" with { type: "json" }; a; ${FLOW}`)[0]).toStartWith(
      "1:32 import attributes",
    );
    expect(complaints(`export * from "fs" with { type: "macro" }; ${FLOW}`)[0]).toStartWith(
      "1:27 import attributes",
    );
  });

  test("built-ins are accepted under both names and listed once, sorted", () => {
    const { problems, facts } = analyse(
      `import fs from "fs"; import { join } from "node:path"; import * as f2 from "node:fs";
       import "node:test"; import "node:sqlite"; import p from "fs/promises"; export { EOL } from "os";
       [fs, join, f2, p]; ${FLOW}`,
    );
    expect(problems).toEqual([]);
    expect(facts?.imports).toEqual([
      "node:fs",
      "node:fs/promises",
      "node:os",
      "node:path",
      "node:sqlite",
      "node:test",
    ]);
  });
});

test("the free globals of a bundle are its capabilities, sorted", () => {
  const { facts } = analyse(
    `const local = 1; fetch("x"); process.env.HOME; globalThis[local]; undefined; typeof Bun; ${FLOW}`,
  );
  expect(facts?.capabilities).toEqual(["Bun", "fetch", "globalThis", "process"]);
});
