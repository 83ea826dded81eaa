// workflow.yaml under damage and hand edits (S16, S17): what does not read cleanly is refused and left alone.
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { WorkflowError } from "#contract/errors.ts";
import { parseRegistry, type Registry } from "#store/registry.ts";
import { renderRegistry } from "#store/render-registry.ts";
import { counting } from "../../../../tests/support/bundles.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const version = (digit: string, timestamp: number) => ({
  hash: digit.repeat(13),
  timestamp,
  sha256: digit.repeat(64),
});

const THREE: Registry = {
  workflows: {
    alpha: {
      ...version("1", 1_714_963_200_000),
      history: [version("2", 1_714_876_800_000), version("3", 1_714_790_400_000)],
    },
    beta: { ...version("4", 1_714_963_200_001), history: [] },
    gamma: { ...version("5", 1_714_963_200_002), history: [version("6", 1_714_963_100_000)] },
  },
};

/** The registry read from the text, or the code it was refused with. */
async function read(text: string): Promise<Registry | string> {
  try {
    return await parseRegistry(text, "workflow.yaml");
  } catch (error) {
    if (error instanceof WorkflowError) return error.code;
    throw error;
  }
}

describe("laws", () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,4}){0,2}$/);
  const anyVersion = fc.record({
    hash: fc.stringMatching(/^[0-9A-F][0-9A-HJKMNP-TV-Z]{12}$/),
    timestamp: fc.maxSafeNat(),
    sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
  });
  const extra = fc.dictionary(
    fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 8 })
      .filter((key) => key !== "__proto__" && key !== "<<"),
    fc.jsonValue({ maxDepth: 2, stringUnit: "grapheme" }),
    { maxKeys: 3 },
  );
  const entry = fc
    .tuple(anyVersion, fc.array(anyVersion, { maxLength: 3 }), extra)
    .map(([head, history, more]) => ({ ...more, ...head, history }));
  const registry = fc
    .tuple(fc.dictionary(name, entry, { maxKeys: 4 }), extra)
    .map(([workflows, more]) => ({ ...more, workflows }));

  test("RFC-35: what is written is read again, keys nobody knows included", async () => {
    await fc.assert(
      fc.asyncProperty(registry, async (value) => {
        const back = await parseRegistry(renderRegistry(value), "workflow.yaml");
        expect(back).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 300 },
    );
  });

  test("one content has one text, whatever the order of names", async () => {
    await fc.assert(
      fc.asyncProperty(registry, async (value) => {
        const text = renderRegistry(value);
        const reversed = Object.fromEntries(Object.entries(value.workflows).reverse());
        expect(renderRegistry({ ...value, workflows: reversed })).toBe(text);
        expect(renderRegistry(await parseRegistry(text, "workflow.yaml"))).toBe(text);
      }),
      { numRuns: 200 },
    );
  });
});

describe("S16: a registry cut short", () => {
  const text = renderRegistry(THREE);

  test("S16: no cut makes an empty registry of it", async () => {
    for (let bytes = 0; bytes < text.length; bytes++) {
      const found = await read(text.slice(0, bytes));
      if (typeof found === "string") expect(found).toBe("REGISTRY_INVALID");
      else expect(Object.keys(found.workflows).length).toBeGreaterThan(0);
    }
  });

  test("S16: a cut at any byte is refused, or loses nothing", async () => {
    const silent: string[] = [];
    for (let bytes = 0; bytes < text.length; bytes++) {
      const found = await read(text.slice(0, bytes));
      if (typeof found !== "string" && !Bun.deepEquals(found, THREE))
        silent.push(`${bytes}: …${JSON.stringify(text.slice(bytes - 30, bytes))}`);
    }
    expect(silent).toEqual([]);
  });

  test("S16: the command line refuses a cut registry with a hint, and leaves its bytes", async () => {
    await using home = await TempHome.create();
    for (const name of ["alpha", "beta"]) await home.add(name, counting(1));
    const whole = readFileSync(home.layout.registry);
    for (const bytes of [0, 1, 9, whole.length >> 1, whole.length - 3]) {
      const cut = whole.subarray(0, bytes);
      writeFileSync(home.layout.registry, cut);
      for (const args of [
        ["list"],
        ["run", "alpha"],
        ["remove", "alpha"],
        ["add", "gamma", await home.bundle("gamma", counting(2))],
      ]) {
        const ran = await home.uw([...args, "--json"]);
        expect([bytes, ...args.slice(0, 1), ran.exitCode, ran.json.error?.code]).toEqual([
          bytes,
          args[0],
          10,
          "REGISTRY_INVALID",
        ]);
      }
      expect(readFileSync(home.layout.registry)).toEqual(Buffer.from(cut));
    }
    const ran = await home.uw(["list", "--json"]);
    expect(ran.json.error.hint).toContain("mv ");
  });
});

describe("S17: YAML that surprises", () => {
  const entryOf = (lines: string) => `workflows:\n  flow:\n${lines.replace(/^/gm, "    ")}\n`;
  const good = 'hash: "1111111111111"\ntimestamp: 1\nhistory: []';

  test("a plain entry is accepted", async () => {
    expect(await read(entryOf(good))).toEqual({
      workflows: { flow: { hash: "1111111111111", timestamp: 1, history: [] } },
    });
  });

  test.each<[string, string]>([
    ["an empty file", ""],
    ["a comment only", "# nothing\n"],
    ["no workflows", "other: 1\n"],
    ["workflows that are a list", "workflows: []\n"],
    ["workflows that are nothing", "workflows:\n"],
    ["a text", "hello\n"],
    ["no YAML", "workflows: {\n"],
    ["a tab as indent", "workflows:\n\tflow: 1\n"],
    ["two documents", `${entryOf(good)}---\n${entryOf(good)}`],
    ["a %YAML directive", `%YAML 1.1\n---\n${entryOf(good)}`],
    [
      "a name given twice",
      `${entryOf(good)}  flow:\n    hash: "2222222222222"\n    timestamp: 1\n    history: []\n`,
    ],
    ["a key given twice", entryOf(`${good}\nhash: "2222222222222"`)],
    ["an anchor", entryOf(good.replace('"1111111111111"', '&a "1111111111111"'))],
    ["an alias", entryOf(`${good}\nother: *a`)],
    ["a merge key", entryOf(`<<: { concurrency: 3 }\n${good}`)],
    ["a tag", entryOf(good.replace("1\n", "!!int 1\n"))],
    ["the key __proto__", entryOf(`${good}\n__proto__: { x: 1 }`)],
    ["the name __proto__", `workflows:\n  __proto__:\n    ${good.replaceAll("\n", "\n    ")}\n`],
    ["an id that is a number", entryOf(good.replace('"1111111111111"', "1111111111111"))],
    ["an id that is a float", entryOf(good.replace('"1111111111111"', "0E12345678901"))],
    ["an id in lower case", entryOf(good.replace("1111111111111", "abcdefabcdefa"))],
    ["an id that is a path", entryOf(good.replace("1111111111111", "../../etc/pas"))],
    ["an id that is too short", entryOf(good.replace("1111111111111", "111"))],
    ["a timestamp that is text", entryOf(good.replace("timestamp: 1", 'timestamp: "1"'))],
    ["a timestamp with a fraction", entryOf(good.replace("timestamp: 1", "timestamp: 1.5"))],
    ["no history", entryOf('hash: "1111111111111"\ntimestamp: 1')],
    ["a history that is a map", entryOf(good.replace("[]", "{}"))],
    ["a bad sha256", entryOf(`${good}\nsha256: abc`)],
    ["a name with dots", entryOf(good).replace("flow", "../flow")],
    ["a name in upper case", entryOf(good).replace("flow", "Flow")],
    ["a key that is no text", entryOf(`${good}\n1: x`)],
    ["nesting beyond all sense", `workflows: {}\nx: ${"[".repeat(5000)}${"]".repeat(5000)}\n`],
  ])("%s is refused", async (_name, text) => {
    expect(await read(text)).toBe("REGISTRY_INVALID");
  });

  test("S17: a file over 1 MB is refused as REGISTRY_INVALID, exit 10, and left alone", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const big = `${readFileSync(home.layout.registry, "utf8")}# ${"x".repeat(1024 * 1024)}\n`;
    writeFileSync(home.layout.registry, big);
    for (const args of [["list"], ["remove", "flow"]]) {
      const ran = await home.uw([...args, "--json"]);
      expect([ran.exitCode, ran.json.error.code]).toEqual([10, "REGISTRY_INVALID"]);
    }
    expect(readFileSync(home.layout.registry, "utf8")).toBe(big);
  });

  test("S17: a billion laughs cost nothing", async () => {
    const levels = Array.from({ length: 30 }, (_, n) => `l${n + 1}: &l${n + 1} [*l${n}, *l${n}, *l${n}]`);
    expect(await read(`l0: &l0 x\n${levels.join("\n")}\nworkflows: {}\n`)).toBe("REGISTRY_INVALID");
  });

  test("a comment or other spelling by hand is accepted, and the entries stay", async () => {
    const text = `# mine\n---\n${entryOf(good)}"quoted key": 'x' # why not\n`;
    expect(await read(text)).toMatchObject({
      workflows: { flow: { hash: "1111111111111" } },
      "quoted key": "x",
    });
  });

  test("S17: an id of digits only stays text when the file is rewritten", async () => {
    const value: Registry = {
      workflows: {
        flow: { hash: "0000000000000", timestamp: 1, history: [{ hash: "0E12345678901", timestamp: 2 }] },
      },
    };
    expect(await read(renderRegistry(value))).toEqual(value);
  });
});

describe("REGISTRY-3: hand-added keys", () => {
  test("RFC-35, RFC-37: they survive add, rollback and remove of other names", async () => {
    await using home = await TempHome.create();
    await home.add("kept", counting(1));
    await home.add("kept", counting(2));
    const text = readFileSync(home.layout.registry, "utf8");
    const edited = `${text.replace("  kept:\n", "  kept:\n    owner: { name: ada, since: 2026 }\n    tags: [a, b]\n")}notes: "by hand"\n`;
    writeFileSync(home.layout.registry, edited);

    await home.add("other", counting(3));
    await home.uw(["rollback", "kept"]);
    await home.add("kept", counting(4));
    await home.uw(["remove", "other"]);

    const registry = await parseRegistry(readFileSync(home.layout.registry, "utf8"), "workflow.yaml");
    expect(registry.notes).toBe("by hand");
    expect(registry.workflows.kept).toMatchObject({ owner: { name: "ada", since: 2026 }, tags: ["a", "b"] });
    expect(registry.workflows.kept?.history).toHaveLength(2);
    expect(Object.keys(registry.workflows)).toEqual(["kept"]);
  });
});
