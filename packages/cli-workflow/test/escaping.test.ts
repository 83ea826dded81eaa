// N11: what a bundle or a user says must not move the cursor, set the title, fill the clipboard or turn a line around.
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { counting } from "../../../tests/support/bundles.ts";
import { cli } from "../../../tests/support/in-process.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";

/** Each sequence carries a word by which it is found again. */
const ATTACKS: Record<string, string> = {
  colour: "\x1b[31m",
  cursor: "\x1b[2J\x1b[1;1H",
  title: "\x1b]0;owned\x07",
  link: "\x1b]8;;http://evil\x1b\\here\x1b]8;;\x1b\\",
  clipboard: "\x1b]52;c;cm0gLXJm\x07",
  c1: "\u009b31m\u009d0;owned\u009c",
  overwrite: "all good\rFAILED",
  backspace: "a\b\b\bz",
  bidi: "\u202egnp.exe\u202c",
  isolate: "\u2066x\u2069\u200f\u061c",
  invisible: "a\u200bb\u2060c\ufeff",
  separators: "a\u2028b\u2029c\u0085d",
  bell: "\x07\x7f\x0b\x0c",
};
const HOSTILE = Object.entries(ATTACKS)
  .map(([name, attack]) => `<${name}>${attack}`)
  .join("");

/** Control characters but newline and tab, and format characters that turn or hide text. */
const HARMFUL = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

function harmIn(text: string): string[] {
  return [...text]
    .filter((char) => char !== "\n" && char !== "\t" && HARMFUL.test(char))
    .map((char) => `\\u${char.charCodeAt(0).toString(16)}`);
}

/** As a JavaScript literal in plain ASCII. */
const LITERAL = JSON.stringify(HOSTILE).replace(
  /[^\x20-\x7e]/g,
  (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
);

const SPEAKING = `export const descriptor = { description: ${LITERAL}, roles: { ${LITERAL}: { description: ${LITERAL} } } };
export default async function* ({ prompt, steps }) {
  console.log(${LITERAL});
  if (steps.length === 0) yield { role: ${LITERAL}, content: ${LITERAL}, meta: { ${LITERAL}: ${LITERAL} } };
  yield { role: "second", content: prompt + ${LITERAL}, meta: {} };
  return { returnCode: 0, summary: ${LITERAL} };
}
`;

const THROWING = `export default async function* ({ steps }) {
  const error = new Error(${LITERAL} + steps.length);
  error.name = ${LITERAL};
  throw error;
}
`;

async function spoken(home: TempHome): Promise<string[]> {
  await home.add("flow", SPEAKING);
  const first = (await home.uw(["run", "flow", "--json", "--prompt", `one ${HOSTILE}`])).json.executionId;
  const second = (await home.uw(["fork", first, "--from-step", "0", "--json", "--prompt", `two ${HOSTILE}`]))
    .json.executionId;
  return [first, second];
}

describe("N11: human output", () => {
  test("N11: run and follow escape role and content", async () => {
    await using home = await TempHome.create();
    await home.add("flow", SPEAKING);
    const ran = await home.uw(["run", "flow", "--prompt", HOSTILE]);
    expect(ran.exitCode).toBe(0);
    expect(harmIn(ran.stdout + ran.stderr)).toEqual([]);
    expect(ran.stdout).toContain("\\x1b[31m");
    const id = (await home.uw(["threads", "--json"])).json.threads[0].threadId;
    const followed = await home.uw(["follow", id]);
    expect(harmIn(followed.stdout + followed.stderr)).toEqual([]);
  });

  test("N11: thread, threads, diff, logs, why, list and show escape what they show", async () => {
    await using home = await TempHome.create();
    const [first = "", second = ""] = await spoken(home);
    const shown: Record<string, string[]> = {
      thread: ["thread", first],
      threads: ["threads"],
      diff: ["diff", first, second],
      logs: ["logs", first],
      why: ["why", first],
      list: ["list"],
      show: ["show", "flow"],
    };
    for (const [verb, args] of Object.entries(shown)) {
      const ran = await cli(home, args);
      expect([verb, ran.exitCode, ...harmIn(ran.stdout + ran.stderr)]).toEqual([verb, 0]);
      expect([verb, ran.stdout.length > 0]).toEqual([verb, true]);
    }
    expect((await cli(home, ["thread", first])).stdout).toContain("<title>\\x1b]0;owned\\x07");
    expect((await cli(home, ["logs", first])).stdout).toContain("<bidi>\\u202egnp.exe\\u202c");
    expect((await cli(home, ["why", first])).stdout).toContain("<c1>\\x9b31m");
  });

  test("N11: every attack is visible as text in the timeline", async () => {
    await using home = await TempHome.create();
    const [first = ""] = await spoken(home);
    const { stdout } = await cli(home, ["thread", first]);
    for (const name of Object.keys(ATTACKS)) expect(stdout).toContain(`<${name}>`);
  });

  test("N11: a thrown error is escaped in run, thread and why", async () => {
    await using home = await TempHome.create();
    await home.add("flow", THROWING);
    const ran = await home.uw(["run", "flow"]);
    expect(ran.exitCode).toBe(1);
    expect(harmIn(ran.stdout + ran.stderr)).toEqual([]);
    const id = (await home.uw(["threads", "--json"])).json.threads[0].threadId;
    for (const verb of ["thread", "why"])
      expect([verb, ...harmIn((await cli(home, [verb, id])).stdout)]).toEqual([verb]);
  });

  test("N11: refusals escape what the user typed and what the journal says", async () => {
    await using home = await TempHome.create();
    const [first = ""] = await spoken(home);
    for (const args of [
      ["thread", HOSTILE],
      ["run", HOSTILE],
      [HOSTILE],
      ["list", `--${HOSTILE}`],
      ["threads", "--status", HOSTILE],
      ["add", "flow", `${HOSTILE}.esm.js`],
      ["fork", first, "--from-role", `${HOSTILE} not`],
      ["run", "flow", "--max-rounds", HOSTILE],
      ["run", "flow", "--var", HOSTILE],
      ["run", "flow", HOSTILE],
      ["init", `${home.dir}/x`, "--template", HOSTILE],
      ["completion", HOSTILE],
    ]) {
      const ran = await cli(home, args);
      expect([args[0], ran.exitCode, ...harmIn(ran.stdout + ran.stderr)]).toEqual([args[0], 10]);
      expect(ran.stderr).not.toBe("");
    }
  });

  test("N11: a bundle's own text is escaped when it is refused", async () => {
    await using home = await TempHome.create();
    const file = await home.bundle(
      "flow",
      `import "./\u009b31m\u202e\\x1b]0;owned\\x07.js";\n${counting(1)}`,
    );
    for (const args of [
      ["add", "flow", file],
      ["validate", file],
    ]) {
      const ran = await cli(home, args);
      expect([args[0], ran.exitCode, ...harmIn(ran.stdout + ran.stderr)]).toEqual([args[0], 10]);
    }
  });

  test("N11: the warning about a setting in the registry is escaped", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const text = readFileSync(home.layout.registry, "utf8");
    writeFileSync(home.layout.registry, `${text}"a\\x1b]0;owned\\x07\\u202e": 1\n`);
    const ran = await home.uw(["run", "flow"]);
    expect(ran.stderr).toContain("a\\x1b]0;owned");
    expect(harmIn(ran.stdout + ran.stderr)).toEqual([]);
  });

  test("N11: newlines in a prompt or role do not make rows of their own in a table", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    await home.uw(["run", "flow", "--prompt", "one\n01KQXKW18CT8G75T53R8F4G7YG  fake  completed"]);
    expect((await cli(home, ["threads"])).stdout.trimEnd().split("\n")).toHaveLength(2);
  });
});

describe("N11: --json", () => {
  test("N11: the data is pure: parsed, it is what the bundle said, character for character", async () => {
    await using home = await TempHome.create();
    const [first = "", second = ""] = await spoken(home);
    const view = (await home.uw(["thread", first, "--json"])).json;
    expect(view.parameters.prompt).toBe(`one ${HOSTILE}`);
    expect(view.steps[0]).toMatchObject({ role: HOSTILE, content: HOSTILE, meta: { [HOSTILE]: HOSTILE } });
    expect(view.result.summary).toBe(HOSTILE);
    expect((await home.uw(["threads", "--json"])).json.threads[1].prompt).toStartWith("one <colour>\x1b[31m");
    expect((await home.uw(["diff", first, second, "--json"])).json.prompts.b).toBe(`two ${HOSTILE}`);
    expect((await home.uw(["why", first, "--json"])).json.message).toBe(HOSTILE);
    const logged = (await home.uw(["logs", first, "--json"])).json.lines.map(
      (line: { content: string }) => line.content,
    );
    expect(logged).toContain(HOSTILE);
  });

  test("N11: no colour of ours is in it, nor in a pipe", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    for (const args of [
      ["run", "flow"],
      ["run", "flow", "--json"],
      ["list"],
      ["threads"],
      ["--help"],
      ["lsit"],
    ]) {
      const ran = await home.uw(args, { env: { TERM: "xterm-256color" } });
      expect([args[0], ...harmIn(ran.stdout + ran.stderr)]).toEqual([args[0]]);
    }
  });
});
