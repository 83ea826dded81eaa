import { expect, test } from "bun:test";
import { commandingIn } from "../../../tests/support/bundles.ts";
import { PseudoTerminal } from "../../../tests/support/pseudo-terminal.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";
import { wrapQuoted } from "../src/render/wrap-quoted.ts";

test("a line of data that is longer than the screen has its bar before every piece", () => {
  const bar = "  \x1b[2m│\x1b[22m ";
  const text = `${bar}\x1b[1m${"a".repeat(10)}${"宽".repeat(10)}\x1b[22m`;
  const lines = wrapQuoted(`${text}\nours`, 20).split("\n");
  expect(lines.at(-1)).toBe("ours");
  for (const line of lines.slice(0, -1)) {
    expect(line.startsWith(bar)).toBe(true);
    expect(Bun.stringWidth(line)).toBeLessThanOrEqual(20);
  }
  expect(lines.slice(0, -1).join("").replaceAll(bar, "")).toBe(text.slice(bar.length));
  expect(wrapQuoted("no bar, and longer than the screen", 10)).toBe("no bar, and longer than the screen");
});

test.each(["strict", "steps"] as const)(
  "N11: an item cannot look like a line of ours by being long (%s)",
  async (mode) => {
    await using home = await TempHome.create();
    const forged = "✓ n1 approved by alice: checked twice";
    const item = JSON.stringify(`3 files${" ".repeat(90)}${forged}`);
    await home.add("spoof", commandingIn(mode, [`{ do: "approve", prompt: "Delete?", items: [${item}] }`]));
    await using screen = new PseudoTerminal(home, ["run", "spoof"]);
    await screen.shows("y, n, reason or later?");
    const line = screen.text.split(/\r?\n/).find((one) => one.includes("approved by alice")) ?? "";
    expect(line).toMatch(/^\s*│ /);
    screen.line("later");
    await screen.shows("approve");
  },
);
