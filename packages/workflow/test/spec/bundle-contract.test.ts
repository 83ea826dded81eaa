// RFC-001 section 2: packages, the bundle contract, what `add` accepts. The syntax checks have unit tests in ../bundle;
// here the rows are seen from the command line.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as library from "@uncaged/workflow";
import { decode64 } from "#codec/crockford32.ts";
import { counting, gated, saying, telling } from "../../../../tests/support/bundles.ts";
import { cli } from "../../../../tests/support/in-process.ts";
import { REPO, TempHome } from "../../../../tests/support/temp-home.ts";
import { twins } from "./xxh64-twin.ts";

const GOOD =
  "export default async function* ({ steps }) { return { returnCode: 0, summary: String(steps.length) } }";

function packageJson(folder: string): {
  name: string;
  bin?: Record<string, string>;
  workspaces?: string[];
  dependencies?: Record<string, string>;
} {
  return JSON.parse(readFileSync(join(REPO, folder, "package.json"), "utf8"));
}

/** Yields the value whose number is the prompt. */
function yieldingOneOf(values: string[]): string {
  return `export default async function* ({ prompt, steps }) {
    yield [${values.join(", ")}][prompt];
    return { returnCode: 0, summary: String(steps.length) };
  }`;
}

/** What a bundle told about its arguments. */
async function told(home: TempHome, expression: string, flags: string[] = []): Promise<unknown> {
  await home.add("tell", telling(expression));
  const ran = await home.uw(["run", "tell", "--json", ...flags]);
  return JSON.parse(ran.json.output.last.content);
}

describe("packages", () => {
  test("RFC-1: the library exports createRoleModerator, START and END", () => {
    expect(typeof library.createRoleModerator).toBe("function");
    expect([library.START, library.END]).toEqual(["__start__", "__end__"]);
  });

  test("RFC-1: the library depends on nothing of a command line", () => {
    const { name, dependencies = {} } = packageJson("packages/workflow");
    expect(name).toBe("@uncaged/workflow");
    expect(Object.keys(dependencies).filter((one) => /cli|citty|commander|yargs/.test(one))).toEqual([]);
  });

  test("RFC-2: the package @uncaged/cli-workflow brings the binary uncaged-workflow", async () => {
    const { name, bin } = packageJson("packages/cli-workflow");
    expect(name).toBe("@uncaged/cli-workflow");
    expect(Object.keys(bin ?? {})).toEqual(["uncaged-workflow", "uw", "workflow"]);
    await using home = await TempHome.create();
    const ran = await home.uw(["--help"]);
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toContain("uncaged-workflow <verb>");
    expect(ran.stderr).toBe("");
    expect(existsSync(home.home)).toBe(false);
  });

  test("RFC-3: runCli in another program gives the binary's output and exit code", async () => {
    await using home = await TempHome.create();
    await home.add("b", counting(1));
    await home.add("a", counting(2));
    for (const args of [
      ["list"],
      ["list", "--json"],
      ["show", "a"],
      ["show", "ghost", "--json"],
      ["shwo"],
      ["run", "--help"],
    ]) {
      const [inside, binary] = [await cli(home, args), await home.uw(args)];
      const ageless = (text: string) => text.replace(/\d+s ago/g, "just now");
      expect([inside.exitCode, ageless(inside.stdout), inside.stderr]).toEqual([
        binary.exitCode,
        ageless(binary.stdout),
        binary.stderr,
      ]);
    }
  });

  test("RFC-3: without a terminal of its own, runCli in another program prints what the binary prints", async () => {
    await using home = await TempHome.create();
    await home.add("a", counting(2));
    const door = JSON.stringify(join(REPO, "packages/cli-workflow/src/index.ts"));
    const program = await home.file(
      "umbrella.ts",
      `import { runCli } from ${door};
       const [root, ...argv] = process.argv.slice(2);
       process.exitCode = await runCli(root, argv);`,
    );
    for (const args of [
      ["list"],
      ["list", "--json"],
      ["show", "ghost", "--json"],
      ["show", "ghost"],
      ["lst"],
    ]) {
      const inside = await home.uw(args, { program: [process.execPath, program, home.home] });
      const binary = await home.uw(args);
      const ageless = (text: string) => text.replace(/\d+s ago/g, "just now");
      expect([inside.exitCode, ageless(inside.stdout), inside.stderr]).toEqual([
        binary.exitCode,
        ageless(binary.stdout),
        binary.stderr,
      ]);
    }
  });

  test("RFC-4: the repository is a Bun workspace, and installing it links the binary", () => {
    expect(packageJson(".").workspaces).toContain("packages/*");
    const linked = realpathSync(join(REPO, "node_modules/.bin/uncaged-workflow"));
    expect(linked).toBe(realpathSync(join(REPO, "packages/cli-workflow/bin/uncaged-workflow.js")));
  });
});

describe("the default export", () => {
  test.each([
    [
      "an async generator function",
      "export default async function* () { return { returnCode: 0, summary: 'x' } }",
    ],
    [
      "a function that returns an iterator",
      "export default () => ({ next: () => ({ done: true, value: { returnCode: 0, summary: 'x' } }) })",
    ],
    [
      "a call that returns one",
      "const make = () => async function* () { return { returnCode: 0, summary: 'x' } }; export default make()",
    ],
  ])("RFC-5: %s is added and runs", async (_name, source) => {
    await using home = await TempHome.create();
    await home.add("flow", source);
    expect((await home.uw(["run", "flow", "--json"])).json.status).toBe("ok");
  });

  test("RFC-5: anything else is refused with BUNDLE_INVALID and exit 10, and is not kept", async () => {
    await using home = await TempHome.create();
    const refused = async (source: string) => {
      const ran = await home.uw(["add", "flow", await home.bundle("flow", source), "--json"]);
      return [
        ran.exitCode,
        ran.json.error.code,
        ran.json.error.message.match(/the default export is [^;]*|there is no[^;]*/)[0],
      ];
    };
    expect([
      await refused("export default { run: async function* () {} }"),
      await refused("export default 'flow'"),
      await refused("export default function* () {}"),
      await refused("export const flow = async function* () {}"),
    ]).toEqual([
      [10, "BUNDLE_INVALID", "the default export is an object"],
      [10, "BUNDLE_INVALID", "the default export is a literal"],
      [10, "BUNDLE_INVALID", "the default export is a sync generator (function*), not async function*"],
      [10, "BUNDLE_INVALID", "there is no default export"],
    ]);
    expect(await readdir(home.layout.bundles).catch(() => [])).toEqual([]);
  });

  test("RFC-5: a call that does not return a generator is a failed run, not a crash", async () => {
    await using home = await TempHome.create();
    await home.add("flow", "const make = () => () => 42; export default make()");
    const ran = await home.uw(["run", "flow", "--json"]);
    expect([ran.exitCode, ran.json.status, ran.json.error.code]).toEqual([1, "failed", "WORKFLOW_FAILED"]);
    expect(ran.json.error.message).toContain("did not return a generator");
  });
});

describe("what a generator yields", () => {
  test("RFC-6: a misshapen value fails with SCHEMA_INVALID, names the key, and is not written", async () => {
    const rows: [string, string][] = [
      ['{ role: "x" }', "content"],
      ['{ role: "x", content: "y" }', "meta"],
      ['{ content: "y", meta: {} }', "role"],
      ['{ role: "", content: "y", meta: {} }', "role"],
      ['{ role: 1, content: "y", meta: {} }', "role"],
      ['{ role: "x", content: 1, meta: {} }', "content"],
      ['{ role: "x", content: "y", meta: [] }', "meta"],
      ['{ role: "x", content: "y", meta: null }', "meta"],
      ['{ role: "x", content: "y", meta: {}, extra: 1 }', "extra"],
    ];
    await using home = await TempHome.create();
    await home.add("flow", yieldingOneOf(rows.map(([value]) => value)));
    for (const [index, [value, key]] of rows.entries()) {
      const ran = await home.uw(["run", "flow", "--prompt", String(index), "--json"]);
      const { status, error, executionId } = ran.json;
      expect([value, ran.exitCode, status, error.code, error.details.field]).toEqual([
        value,
        10,
        "failed",
        "SCHEMA_INVALID",
        key,
      ]);
      expect(error.message).toContain(`\`${key}\``);
      expect(await home.roles(executionId)).toEqual([]);
    }
  });

  test("RFC-6: a value that is no object fails with SCHEMA_INVALID", async () => {
    await using home = await TempHome.create();
    const values = ["undefined", "null", "'text'", "7", "true"];
    await home.add("flow", yieldingOneOf(values));
    for (const [index, value] of values.entries()) {
      const ran = await home.uw(["run", "flow", "--prompt", String(index), "--json"]);
      expect([value, ran.exitCode, ran.json.error.code]).toEqual([value, 10, "SCHEMA_INVALID"]);
      const kinds = (await home.records(ran.json.executionId)).map((record) => record.kind);
      expect(kinds).toEqual([undefined, "result", "seal"]);
    }
  });

  test("RFC-6: role, content and meta arrive in the journal as they were yielded", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      saying('"ro le"', '"line\\nline €😀\\u0000"', "{ b: [1, null, { c: true }], a: 1.5 }"),
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    const step = (await home.records(ran.json.executionId))[1];
    expect(step).toMatchObject({
      role: "ro le",
      content: "line\nline €😀\u0000",
      meta: { b: [1, null, { c: true }], a: 1.5 },
    });
  });
});

describe("what a generator returns", () => {
  test("RFC-7: a return that does not fit fails with SCHEMA_INVALID and says what is wrong", async () => {
    const rows: [string, string][] = [
      ["undefined", "returned nothing"],
      ["null", "{returnCode, summary}"],
      ["'done'", "{returnCode, summary}"],
      ["{ returnCode: 0 }", "`summary`"],
      ["{ summary: 'x' }", "`returnCode`"],
      ["{ returnCode: '0', summary: 'x' }", "`returnCode`"],
      ["{ returnCode: 0.5, summary: 'x' }", "`returnCode`"],
      ["{ returnCode: 0, summary: 1 }", "`summary`"],
    ];
    await using home = await TempHome.create();
    const values = rows.map(([value]) => value).join(", ");
    await home.add(
      "flow",
      `export default async function* ({ prompt, steps }) { return [${values}][prompt] }`,
    );
    for (const [index, [value, said]] of rows.entries()) {
      const ran = await home.uw(["run", "flow", "--prompt", String(index), "--json"]);
      const { status, error } = ran.json;
      expect([value, ran.exitCode, status, error.code]).toEqual([value, 10, "failed", "SCHEMA_INVALID"]);
      expect(error.message).toContain(said);
    }
  });

  test("RFC-7: returnCode and summary come back in the envelope, and further keys with them", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      "export default async function* ({ steps }) { return { returnCode: 0, summary: 'all good', url: 'http://x' } }",
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    expect(ran.json.output).toEqual({
      returnCode: 0,
      summary: "all good",
      url: "http://x",
      last: null,
      roles: 0,
    });
  });

  test("RFC-7: a returnCode other than 0 is a failed workflow, exit 1", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      "export default async function* ({ steps }) { return { returnCode: 3, summary: 'no luck' } }",
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    expect([ran.exitCode, ran.json.status, ran.json.error.code]).toEqual([1, "failed", "WORKFLOW_FAILED"]);
    expect(ran.json.output).toMatchObject({ returnCode: 3, summary: "no luck" });
  });
});

describe("what a generator is given", () => {
  test("RFC-8: a plain run gives exactly prompt and steps, and steps is empty", async () => {
    await using home = await TempHome.create();
    expect(await told(home, "[Object.keys(input), input]", ["--prompt", "hi"])).toEqual([
      ["prompt", "steps"],
      { prompt: "hi", steps: [] },
    ]);
  });

  test("RFC-8: variables are there only when used", async () => {
    await using home = await TempHome.create();
    expect(await told(home, "input", ["--var", "a=1", "--var", "b=x=y"])).toEqual({
      prompt: "",
      steps: [],
      variables: { a: "1", b: "x=y" },
    });
  });

  test("RFC-8: a fork gives the finished steps as role, content and meta", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      `export default async function* ({ steps }) {
        yield { role: "r" + steps.length, content: JSON.stringify(steps), meta: { n: steps.length } };
        yield { role: "last", content: "", meta: {} };
        return { returnCode: 0, summary: "" };
      }`,
    );
    const first = (await home.uw(["run", "flow", "--json"])).json.executionId;
    const forked = await home.uw(["fork", first, "--json"]);
    expect(JSON.parse(forked.json.steps[1].output.content)).toEqual([
      { role: "r0", content: "[]", meta: { n: 0 } },
    ]);
  });

  test("RFC-8: a resume gives the finished steps", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2));
    const id = await home.start("flow", "--prompt", home.dir);
    await home.open(1);
    await home.untilSteps(id, 1);
    await home.crash();
    await home.open(2);
    const ran = await home.uw(["resume", id, "--json"]);
    expect(ran.json.status).toBe("ok");
    expect(await home.roles(id)).toEqual(["r1", "r2"]);
  });

  test("RFC-9: the second argument holds isDryRun, maxRounds and threadId", async () => {
    await using home = await TempHome.create();
    await home.add("tell", telling("options"));
    const ran = await home.uw(["run", "tell", "--json"]);
    expect(JSON.parse(ran.json.output.last.content)).toEqual({
      isDryRun: false,
      maxRounds: 50,
      threadId: ran.json.executionId,
    });
  });

  test("RFC-9: --dry-run makes isDryRun true, and --max-rounds sets maxRounds", async () => {
    await using home = await TempHome.create();
    expect(await told(home, "options", ["--dry-run", "--max-rounds", "7"])).toMatchObject({
      isDryRun: true,
      maxRounds: 7,
    });
  });

  test("RFC-15: a bundle receives two arguments of plain data, and no `this`", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      `export default function (...given) {
        const kinds = new Set();
        const look = (value) => { kinds.add(typeof value); if (value && typeof value === "object") Object.values(value).forEach(look) };
        look(given);
        const self = this === undefined;
        return (async function* () { return { returnCode: 0, summary: [given.length, self, ...[...kinds].sort()].join() } })();
      }`,
    );
    const ran = await home.uw(["run", "flow", "--json", "--prompt", "x"]);
    expect(ran.json.output.summary).toBe("2,true,boolean,number,object,string");
  });

  test("RFC-15: a bundle without imports or any framework runs", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(2));
    expect((await home.uw(["run", "flow", "--json"])).json).toMatchObject({
      status: "ok",
      output: { roles: 2 },
    });
  });
});

describe("the engine and the generator", () => {
  test("RFC-16: a hand-written iterator with only next serves as the generator", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      `export default function ({ steps }) {
        let n = steps.length;
        return {
          next: () => n < 2
            ? { done: false, value: { role: "r" + ++n, content: "", meta: {} } }
            : { done: true, value: { returnCode: 0, summary: "by hand" } },
        };
      }`,
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    expect(ran.json).toMatchObject({ status: "ok", output: { summary: "by hand", roles: 2 } });
  });

  test("RFC-17: an example that yields directly, without createRoleModerator, is built and runs", async () => {
    await using home = await TempHome.create();
    const added = await home.uw(["add", "direct", join(REPO, "examples/01-yield/flow.ts"), "--json"]);
    expect(added.exitCode).toBe(0);
    const stored = readFileSync(home.layout.bundle(added.json.hash), "utf8");
    expect(stored).not.toContain("moderator");
    expect((await home.uw(["run", "direct", "--prompt", "hi", "--json"])).json.status).toBe("ok");
  });

  test("RFC-18: the engine can stop a generator of three steps after the first", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      `import { appendFileSync } from "node:fs";
      export default async function* ({ prompt, steps }) {
        for (let n = steps.length + 1; n <= 3; n++) {
          appendFileSync(prompt, n + "\\n");
          yield { role: "r" + n, content: "", meta: {} };
        }
        return { returnCode: 0, summary: "" };
      }`,
    );
    const trace = join(home.dir, "trace");
    const ran = await home.uw(["run", "flow", "--prompt", trace, "--max-rounds", "1", "--json"]);
    expect(ran.json.status).toBe("ok");
    expect(readFileSync(trace, "utf8")).toBe("1\n");
    expect(await home.roles(ran.json.executionId)).toEqual(["r1"]);
  });
});

describe("what add accepts", () => {
  test("RFC-19: a file that does not end in .esm.js is refused", async () => {
    await using home = await TempHome.create();
    for (const name of ["x.js", "x.mjs", "x.esm.mjs", "x.cjs"]) {
      const ran = await home.uw(["add", "flow", await home.file(name, GOOD), "--json"]);
      expect([ran.exitCode, ran.json.error.code]).toEqual([10, "BUNDLE_INVALID"]);
    }
  });

  test("RFC-20: what loads code at run time is refused with its position", async () => {
    const rows: [string, number, number][] = [
      ["\n  import('node:fs');", 2, 3],
      ["let x; import(x);", 1, 8],
      ["require('node:fs');", 1, 1],
      ["import.meta.resolve('x');", 1, 1],
      ["export * from './other.js';", 1, 1],
      ["export { z } from 'zod';", 1, 1],
    ];
    await using home = await TempHome.create();
    for (const [code, line, column] of rows) {
      const ran = await home.uw(["add", "flow", await home.bundle("flow", `${code}\n${GOOD}`), "--json"]);
      const { error } = ran.json;
      expect([code, ran.exitCode, error.code]).toEqual([code, 10, "BUNDLE_INVALID"]);
      expect(error.details.errors[0]).toMatchObject({ line, column });
      expect(error.message).toContain(`flow.esm.js:${line}:${column}:`);
    }
  });

  test("RFC-21: a static import of anything but a Node built-in is refused by name", async () => {
    await using home = await TempHome.create();
    for (const specifier of ["./a.js", "/a.js", "zod", "bun:sqlite", "https://example.com/a.js"]) {
      const source = `import ${JSON.stringify(specifier)};\n${GOOD}`;
      const ran = await home.uw(["add", "flow", await home.bundle("flow", source), "--json"]);
      expect([specifier, ran.exitCode, ran.json.error.code]).toEqual([specifier, 10, "BUNDLE_INVALID"]);
      expect(ran.json.error.message).toContain(specifier);
    }
  });

  test("RFC-21: Node's built-ins may be imported, with node: or without", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      telling(
        "[typeof join, typeof readFileSync]",
        'import { join } from "path"; import { readFileSync } from "node:fs";',
      ),
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    expect(JSON.parse(ran.json.output.last.content)).toEqual(["function", "function"]);
  });

  test("C12: an import of @uncaged/workflow is refused with the hint to build", async () => {
    await using home = await TempHome.create();
    const source = `import { END } from "@uncaged/workflow";\n${GOOD}\nEND;`;
    const ran = await home.uw(["add", "flow", await home.bundle("flow", source), "--json"]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([10, "BUNDLE_INVALID"]);
    expect(ran.json.error.hint).toContain("uncaged-workflow build");
  });

  test("RFC-22: the version is XXH64 of the bytes, in 13 characters; the same bytes have the same id", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("a", GOOD);
    expect(hash).toMatch(/^[0-9A-F][0-9A-HJKMNP-TV-Z]{12}$/);
    expect(decode64(hash)).toBe(Bun.hash.xxHash64(GOOD));
    expect(await home.add("b", GOOD)).toBe(hash);
    expect(await home.add("c", `${GOOD} `)).not.toBe(hash);
  });

  test("RFC-23: another file with the same id is refused, and the one that was there stays", async () => {
    await using home = await TempHome.create();
    const [one, two] = twins();
    const hash = await home.add("one", `${one}\n${GOOD}`);
    const ran = await home.uw(["add", "two", await home.bundle("two", `${two}\n${GOOD}`), "--json"]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([20, "HASH_COLLISION"]);
    expect(ran.json.error.details.id).toBe(hash);
    expect(readFileSync(home.layout.bundle(hash), "utf8")).toStartWith(one);
    expect(
      (await home.uw(["list", "--json"])).json.workflows.map((entry: { name: string }) => entry.name),
    ).toEqual(["one"]);
  });
});

describe("the role descriptor", () => {
  const DESCRIPTOR = `description: "Says hello"
roles:
  tell:
    description: "The one who tells"
    schema:
      type: object
`;

  test("RFC-24: the YAML beside the bundle is kept under its hash", async () => {
    await using home = await TempHome.create();
    await home.file("flow.yaml", DESCRIPTOR);
    const hash = await home.add("flow", GOOD);
    expect(readFileSync(home.layout.sidecar(hash), "utf8")).toBe(DESCRIPTOR);
    expect((await home.uw(["show", "flow", "--json"])).json.descriptor).toEqual({
      description: "Says hello",
      roles: { tell: { description: "The one who tells", schema: { type: "object" } } },
    });
  });

  test("RFC-24: without one, nothing is kept and nothing is missed", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", GOOD);
    expect(existsSync(home.layout.sidecar(hash))).toBe(false);
    expect((await home.uw(["show", "flow", "--json"])).json.descriptor).toBeNull();
  });

  test("RFC-25: a descriptor that does not fit is refused with exit 10 and the field", async () => {
    const rows: [string, string][] = [
      ["roles: {}\n", "descriptor.description"],
      ["description: x\nroles: []\n", "descriptor.roles"],
      ["description: x\nroles:\n  a: {}\n", "descriptor.roles.a.description"],
      ["description: x\nroles: {}\nspeed: 3\n", "descriptor.speed"],
      ["{", "descriptor"],
    ];
    await using home = await TempHome.create();
    for (const [yaml, field] of rows) {
      await home.file("flow.yaml", yaml);
      const ran = await home.uw(["add", "flow", await home.bundle("flow", GOOD), "--json"]);
      expect([yaml, ran.exitCode, ran.json.error.code]).toEqual([yaml, 10, "DESCRIPTOR_INVALID"]);
      expect(ran.json.error.message).toContain(field);
    }
  });

  test("RFC-26: the descriptor is not needed to run", async () => {
    await using home = await TempHome.create();
    await home.file("flow.yaml", DESCRIPTOR);
    const hash = await home.add("flow", GOOD);
    await Bun.file(home.layout.sidecar(hash)).delete();
    expect((await home.uw(["run", "flow", "--json"])).json.status).toBe("ok");
  });
});
