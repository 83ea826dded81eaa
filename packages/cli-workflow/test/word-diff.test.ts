// diff, check, replay: long texts are shown where they differ.
import { describe, expect, test } from "bun:test";
import { textsAround } from "@uncaged/workflow/host";
import fc from "fast-check";
import { saying, yielding } from "../../../tests/support/bundles.ts";
import { cli } from "../../../tests/support/in-process.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";
import { wordDiff } from "../src/render/word-diff.ts";

const WORDS = fc.array(fc.constantFrom("a", "b", " ", "\n", "fox", "把", "🇩🇪", "é", "."), { maxLength: 60 });
const LONG = Array.from({ length: 400 }, (_, at) => `word${at}${at % 20 === 19 ? "\n" : " "}`).join("");
const CHANGED = LONG.replace("word250", "other thing");

test("pieces of a word diff make both texts again, and nothing that stays stands in what changes twice", () => {
  fc.assert(
    fc.property(WORDS, WORDS, (one, two) => {
      const [a, b] = [one.join(""), two.join("")];
      const pieces = wordDiff(a, b);
      const text = (...kinds: string[]) =>
        pieces.flatMap(({ kind, words }) => (kinds.includes(kind) ? words : [])).join("");
      expect(text("same", "gone")).toBe(a);
      expect(text("same", "new")).toBe(b);
      if (a === b) expect(pieces.every(({ kind }) => kind === "same")).toBe(true);
    }),
  );
  expect(wordDiff("the brown fox", "the red fox")).toEqual([
    { kind: "same", words: ["the", " "] },
    { kind: "gone", words: ["brown"] },
    { kind: "new", words: ["red"] },
    { kind: "same", words: [" ", "fox"] },
  ]);
});

test("texts with nothing in common end, however long they are", () => {
  const [a, b] = [LONG.repeat(20), LONG.replaceAll("word", "x").repeat(20)];
  expect(wordDiff(a, b).map(({ kind }) => kind)).toContain("gone");
});

test("two texts are shown from shortly before the place where they differ, no letter cut in two", () => {
  const [a, b] = textsAround(`${"x".repeat(500)}old`, `${"x".repeat(500)}new tail`, 60);
  expect([a, b]).toEqual([`…${"x".repeat(20)}old`, `…${"x".repeat(20)}new tail`]);
  const letters = fc.string({ unit: fc.constantFrom("🚀", "a"), minLength: 30, maxLength: 90 });
  fc.assert(
    fc.property(letters, letters, (one, two) =>
      textsAround(one, two, 20).every((text) => text.isWellFormed()),
    ),
  );
});

async function pair(home: TempHome, a: string, b: string): Promise<[string, string]> {
  await home.add("one", saying('"writer"', JSON.stringify(a)));
  await home.add("two", saying('"writer"', JSON.stringify(b)));
  const ids = ["one", "two"].map(async (name) => (await home.uw(["run", name, "--json"])).json.executionId);
  return (await Promise.all(ids)) as [string, string];
}

describe("diff", () => {
  test("of long texts shows the words that differ, their line, and what stands around them", async () => {
    await using home = await TempHome.create();
    const ids = await pair(home, LONG, CHANGED);
    const { stdout } = await home.uw(["diff", ...ids]);
    expect(stdout).toContain("~ line 13 writer: …");
    expect(stdout).toContain("word249 [-word250-]{+other thing+} word251");
    expect(stdout).not.toContain("word100");
    expect(stdout).not.toContain("\x1b");
    const screen = { isInteractive: true, hasColor: true, columns: 80, rows: 50 };
    const painted = (await cli(home, ["diff", ...ids], screen)).stdout;
    expect(painted).toContain("\x1b[31m[-word250-]\x1b[39m\x1b[32m{+other thing+}\x1b[39m");
    const { json } = await home.uw(["diff", ...ids, "--json"]);
    expect(json.steps[0].b.content).toBe(CHANGED);
  });

  test("of short texts stays two lines, and texts that share nothing are shown from where they differ", async () => {
    await using home = await TempHome.create();
    const short = await pair(home, "the brown fox", "the red fox");
    expect((await home.uw(["diff", ...short])).stdout).toContain(
      "- writer: the brown fox\n+ writer: the red fox\n",
    );
    const other = await pair(
      home,
      `same start ${"left ".repeat(100)}`,
      `same start ${"right! ".repeat(100)}`,
    );
    const { stdout } = await home.uw(["diff", ...other]);
    expect(stdout).toMatch(/- writer: same start left left .*…\n\+ writer: same start right! right! .*…/);
  });

  test("of texts that differ in spaces only says which", async () => {
    await using home = await TempHome.create();
    const ids = await pair(home, LONG, LONG.replace("word30 ", "word30\t\n"));
    expect((await home.uw(["diff", ...ids])).stdout).toContain("word30[-·-]{+⇥⏎+}word31");
  });
});

const REPEATING = (content: string) =>
  yielding(`  yield { role: "r", content: "begin", meta: {} };
  yield { role: "writer", content: ${JSON.stringify(content)}, meta: { deep: [{ text: "t" }] } };
  return { returnCode: 0, summary: "done" };`);

test("check shows the place where a long text differs, with its path, its character and what stands before", async () => {
  await using home = await TempHome.create();
  await home.add("flow", REPEATING(LONG));
  await home.uw(["run", "flow", "--json"]);
  await home.untilQuiet();
  const changed = await home.file("changed.esm.js", REPEATING(CHANGED));
  const { stdout, exitCode } = await home.uw(["check", "flow", changed]);
  expect(exitCode).toBe(20);
  const at = (LONG.indexOf("word250") + 1).toLocaleString("en");
  expect(stdout).toContain(`yield 2, first in content at character ${at}\n`);
  expect(stdout).toMatch(/recorded …\S* .*word249 word250 word251 /);
  expect(stdout).toMatch(/now {6}…\S* .*word249 other thing word251 /);
});

test("REPLAY_DIVERGENCE shows the place where a long text differs", async () => {
  await using home = await TempHome.create();
  await home.add(
    "flow",
    yielding(`  yield { role: "writer", content: ${JSON.stringify(LONG)} + (prompt + Math.random()), meta: {} };
  yield { do: "approve", prompt: "go on?", ttlMs: 3600000 };
  return { returnCode: 0, summary: "done" };`),
  );
  const { executionId, error } = (await home.uw(["run", "flow", "--prompt", "n=", "--json"])).json;
  expect(error).toBe(null);
  await home.untilQuiet();
  const ran = await home.uw(["approve", executionId, "--json"]);
  expect(ran.json.error?.code).toBe("REPLAY_DIVERGENCE");
  expect(ran.json.error.message).toMatch(/recorded …\S* .*word399\\nn=\S+", now …\S* .*word399\\nn=/);
});
