// What a person sees fits the screen; what a program reads is whole.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cli } from "../../../tests/support/in-process.ts";
import { paidCalls, pay, paying } from "../../../tests/support/paid-calls.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";
import { cutPainted, cutTo } from "../src/render/cut.ts";
import { fitTable } from "../src/render/fit-table.ts";

const CJK = "把这个仓库里的所有测试都修好，然后写一份报告，说明为什么它们失败了以及你做了什么改动".repeat(3);
const EMOJI = "🚀🇩🇪👍🏽é".repeat(10);
const HOSTILE = [CJK, EMOJI, `\x1b[2J\u202e${"x".repeat(300)}`, "a\nb\tc\r".repeat(60), "", "ｗｉｄｅ a̐éö̲ "];
const WIDTHS = [80, 60];

/** The lines as they stand on the screen, at the end. */
function linesOf(printed: string): string[] {
  return printed.split("\n").map((line) => line.split("\r\x1b[K").at(-1) as string);
}

function tooWide(printed: string, columns: number): string[] {
  return linesOf(printed).filter((line) => Bun.stringWidth(line) > columns);
}

const screen = (columns: number, hasColor = true) => ({ isInteractive: true, hasColor, columns, rows: 50 });

test("a text is cut by the columns it takes, and a letter is never cut in two", () => {
  expect(cutTo("把这个仓库", 7)).toBe("把这个…");
  expect(cutTo("把这个仓库", 10)).toBe("把这个仓库");
  expect(cutTo("🇩🇪🇫🇷🇯🇵", 5)).toBe("🇩🇪🇫🇷…");
  expect(cutTo("plain", 3)).toBe("pl…");
  expect(cutPainted("\x1b[32mgreen and more\x1b[39m", 6)).toBe("\x1b[32mgreen…\x1b[39m");
  const texts = fc.string({ unit: "grapheme", maxLength: 60 }).map((text) => text.replace(/\p{C}/gu, ""));
  fc.assert(fc.property(texts, fc.nat(40), (text, width) => Bun.stringWidth(cutTo(text, width)) <= width));
});

test("a table fits the columns it is given, whatever is in it", () => {
  const head = [
    { title: "ID" },
    { title: "NAME", rank: 2, least: 4 },
    { title: "SIZE", goes: 1 },
    { title: "TEXT", rank: 1, least: 6, goes: 2 },
  ];
  const cell = fc.constantFrom(...HOSTILE).map((text) => text.replace(/[\p{C}\s]/gu, ""));
  const rows = fc.array(fc.tuple(fc.constant("0123456789"), cell, cell, cell), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(rows, fc.integer({ min: 18, max: 120 }), (some, columns) => {
      const text = fitTable(head, some, columns, (title) => title);
      expect(tooWide(text, columns)).toEqual([]);
      expect(text).toContain("0123456789");
    }),
  );
});

describe("a store with hostile contents", () => {
  test("threads fits 80 and 60 columns; the prompt gives way first, and ids stay to be told apart", async () => {
    await using home = await TempHome.create();
    await paidCalls(home);
    const asking = `  yield { do: "approve", prompt: "Ship?", ttlMs: 3600000 };`;
    await home.add("a-workflow-with-a-rather-long-name", paying("strict", pay({ usd: 0.012345 }), asking));
    await Promise.all(
      HOSTILE.map((prompt) =>
        home.uw(["run", "a-workflow-with-a-rather-long-name", "--prompt", prompt, "--json"]),
      ),
    );
    await home.untilQuiet();
    const { threads } = (await home.uw(["threads", "--json"])).json;
    expect(threads).toHaveLength(HOSTILE.length);
    for (const columns of WIDTHS)
      for (const hasColor of [true, false]) {
        const { stdout } = await cli(home, ["threads"], screen(columns, hasColor));
        expect(tooWide(stdout, columns)).toEqual([]);
        for (const { threadId } of threads) expect(stdout).toContain(`…${threadId.slice(-6)}`);
        expect(stdout).toContain("$0.012345");
        expect(stdout).toContain("waiting(");
      }
    // 120 columns have room for every column.
    const wide = await cli(home, ["threads"], screen(120, false));
    expect(wide.stdout).toMatch(/^THREAD +WORKFLOW +STATUS +STEPS +COST +STARTED +PROMPT\n/);
    expect(tooWide(wide.stdout, 120)).toEqual([]);
    // A pipe has no width.
    expect((await home.uw(["threads"])).stdout).toContain(CJK.slice(0, 100));
  });

  test.each(WIDTHS)(
    "what run prints of calls and steps fits %i columns, with what came of them",
    async (columns) => {
      await using home = await TempHome.create();
      await paidCalls(home);
      const usage = { inputTokens: 1_234_567, outputTokens: 89_012 };
      const calls = HOSTILE.map((prompt) => pay({ usd: 0.5, usage, prompt }));
      const steps = HOSTILE.map(
        (content) =>
          `  yield { role: ${JSON.stringify(CJK)}, content: ${JSON.stringify(content)}, meta: {} };`,
      );
      await home.add("flow", paying("strict", ...calls, ...steps));
      const { stdout, exitCode } = await cli(home, ["run", "flow"], screen(columns));
      expect(exitCode).toBe(0);
      const lines = linesOf(stdout).filter((line) => /[◦●]/.test(line));
      expect(lines).toHaveLength(2 * HOSTILE.length + 1);
      expect(lines.filter((line) => Bun.stringWidth(line) > columns)).toEqual([]);
      const paid = lines.filter((line) => line.includes("◦"));
      expect(paid).toHaveLength(HOSTILE.length);
      for (const line of paid) expect(line).toContain("1,234,567 tokens in, 89,012 out  $0.50");
    },
  );

  test("the table of a matrix fits 80 and 60 columns", async () => {
    await using home = await TempHome.create();
    await home.add(
      "taster",
      `export const descriptor = { description: "d", roles: {} };
export default async function* ({ steps, variables }) {
  if (steps.length === 0) yield { role: "planner", content: "plan", meta: { costUsd: 1 } };
  const { text = "" } = variables ?? {};
  yield { role: "writer", content: text, meta: { costUsd: 0.123456 } };
  return { returnCode: 0, summary: text.repeat(20) };
}`,
    );
    const { executionId } = (await home.uw(["run", "taster", "--json"])).json;
    const values = `${CJK},${EMOJI},plain`;
    for (const columns of WIDTHS) {
      const { stdout, exitCode } = await cli(
        home,
        ["fork", executionId, "--from-step", "1", "--matrix", `text=${values}`],
        screen(columns),
      );
      expect(exitCode).toBe(0);
      expect(stdout).toContain("$0.123456");
      expect(tooWide(stdout, columns)).toEqual([]);
    }
  });
});
