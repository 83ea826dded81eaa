// What a thread asks is asked where the person sits who watches it: the real binary in a pseudo terminal.
import { describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandingIn, MODES } from "../../../tests/support/bundles.ts";
import { PseudoTerminal } from "../../../tests/support/pseudo-terminal.ts";
import { TempHome, until } from "../../../tests/support/temp-home.ts";

const ANN = { UNCAGED_ACTOR: "ann" };
const BOB = { UNCAGED_ACTOR: "bob" };
const DECIDE = "y, n, reason or later? ";
const RELEASE = `{ do: "approve", prompt: "Release?", id: "release", items: [["mkdir", "x"], "second"] }`;

async function store(source: string): Promise<TempHome> {
  const home = await TempHome.create();
  await home.add("flow", source);
  return home;
}

async function lastThread(home: TempHome): Promise<string> {
  return (await home.uw(["threads", "--json"])).json.threads[0].threadId;
}

/** The decision lines of the newest thread. */
async function decisions(home: TempHome): Promise<{ decision: string; actor: string; reason?: string }[]> {
  return (await home.records(await lastThread(home))).filter((record) => record.kind === "decision");
}

/** What the last role of the newest thread said: the answers its commands got. */
async function answers(home: TempHome): Promise<unknown[]> {
  const records = await home.records(await lastThread(home));
  return JSON.parse(records.filter((record) => record.role === "end").at(-1).content);
}

const ONCE = `effects:
  "my/once@1":
    command: [sh, -c, "touch begun; sleep 600"]
    class: once
    risk: write
    receipt: { type: object, required: [id], properties: { id: { type: string } } }
`;

const input = (schema: object, more = "") =>
  `{ do: "input", prompt: "Which?", schema: ${JSON.stringify(schema)}${more} }`;

describe.each(MODES)("in a bundle that is %s,", (mode) => {
  const commanding = (commands: string[]) => commandingIn(mode, commands);

  test("a run that comes to an approval asks, records the yes as `approve` does, and goes on", async () => {
    await using home = await store(commanding([RELEASE]));
    await using screen = new PseudoTerminal(home, ["run", "flow"], ANN);
    const shown = await screen.shows(DECIDE);
    for (const part of ["Release?", '["mkdir","x"]', "second", "then it is a no"])
      expect(shown).toContain(part);
    screen.line("perhaps");
    expect(await screen.shows(DECIDE)).toContain("y approves");
    screen.line("y looked at it");
    await screen.shows("release approved by ann: looked at it");
    await screen.shows("completed");
    expect(await screen.ends()).toBe(0);
    expect(await decisions(home)).toMatchObject([
      { decision: "approve", actor: "ann", reason: "looked at it", intent: expect.any(String) },
    ]);
    const audit = await Bun.file(home.layout.audit).text();
    expect(audit).toContain('"action":"approve"');
  });

  test("a no is a deny; a reason can be given first", async () => {
    await using home = await store(commanding([RELEASE]));
    await using screen = new PseudoTerminal(home, ["run", "flow"], ANN);
    await screen.shows(DECIDE);
    screen.line("reason");
    await screen.shows("reason: ");
    screen.line("not on a Friday");
    await screen.shows(DECIDE);
    screen.line("n");
    await screen.shows("cancelled");
    expect(await screen.ends()).toBe(0);
    expect(await decisions(home)).toMatchObject([
      { decision: "deny", actor: "ann", reason: "not on a Friday" },
    ]);
  });

  test.each([
    ["later", "later\r"],
    ["Ctrl-C", "\u0003"],
    ["Ctrl-D", "\u0004"],
  ])("%s parks, and prints the commands", async (_name, typed) => {
    await using home = await store(commanding([RELEASE]));
    await using screen = new PseudoTerminal(home, ["run", "flow"], ANN);
    await screen.shows(DECIDE);
    screen.type(typed);
    expect(await screen.ends()).toBe(0);
    const id = await lastThread(home);
    expect(screen.text).toContain(`uncaged-workflow approve ${id}`);
    expect(screen.text).toContain(`uncaged-workflow deny ${id}`);
    expect([await home.status(id), await decisions(home)]).toEqual(["waiting", []]);
  });

  test("one question after the other is asked in the same command", async () => {
    await using home = await store(commanding([RELEASE, input({ type: "string" }), RELEASE]));
    await using screen = new PseudoTerminal(home, ["run", "flow"], ANN);
    await screen.shows(DECIDE);
    screen.line("y");
    await screen.shows("answer: ");
    screen.line("main branch");
    await screen.shows(DECIDE);
    screen.line("y");
    await screen.shows("completed");
    expect((await answers(home))[1]).toBe("main branch");
    // The thread's first line is shown once.
    expect(screen.text.match(/^thread 01/gm)).toHaveLength(1);
  });
});

const strict = (commands: string[]) => commandingIn("strict", commands);

// Once its worker is gone, a forgetful one can only be ended.
test.each(["strict", "steps"] as const)(
  "in a bundle that is %s, a doubt is asked with what was sent; the answer given is the receipt's",
  async (mode) => {
    await using home = await TempHome.create();
    await home.add("first", strict([RELEASE]));
    writeFileSync(home.layout.effects, ONCE);
    const effect = `{ do: "effect", effect: "my/once@1", params: { to: "bob" } }`;
    await home.add("flow", commandingIn(mode, [effect], ["my/once@1"]));
    const id = await home.start("flow", "--workspace", "own");
    await until(
      async () => (existsSync(join(home.layout.workspace(id), "begun")) ? true : null),
      "the program",
    );
    await home.crash();
    await using screen = new PseudoTerminal(home, ["resume", id], ANN);
    const shown = await screen.shows("1, 2, 3 or later? ");
    expect(shown).toContain('{"effect":"my/once@1","params":{"to":"bob"}}');
    expect(shown).toContain("3  send it again");
    screen.line("1");
    await screen.shows("asked for id: ");
    screen.line("");
    await screen.shows("id: ");
    screen.line("m-7");
    await screen.shows("completed");
    expect(await answers(home)).toMatchObject([{ status: "ok", payload: { id: "m-7" } }]);
  },
);

describe("nobody is asked", () => {
  test.each([
    ["with --no-ask", ["--no-ask"], {}],
    ["in CI", [], { CI: "true" }],
    ["with --json", ["--json"], {}],
  ])("%s", async (_name, flags, env) => {
    await using home = await store(strict([RELEASE]));
    await using screen = new PseudoTerminal(home, ["run", "flow", ...flags], { ...ANN, ...env });
    expect(await screen.ends()).toBe(0);
    expect(screen.text).not.toContain(DECIDE);
    expect(screen.text).toContain("Release?");
  });

  test("with --detach, and where standard input is no terminal", async () => {
    await using home = await store(strict([RELEASE]));
    await using screen = new PseudoTerminal(home, ["run", "flow", "--detach"], ANN);
    expect(await screen.ends()).toBe(0);
    expect(screen.text).not.toContain(DECIDE);
    const ran = await home.uw(["run", "flow"], { env: ANN, stdin: "y\n" });
    expect([ran.exitCode, ran.stdout.includes(DECIDE)]).toEqual([0, false]);
    expect(await decisions(home)).toEqual([]);
  });

  test("who may not decide: they are told who may, and nothing is used up", async () => {
    await using home = await store(
      strict([`{ do: "approve", prompt: "Release?", differentApprover: true, approvers: ["bob", "carol"] }`]),
    );
    await using screen = new PseudoTerminal(home, ["run", "flow"], ANN);
    expect(await screen.ends()).toBe(0);
    expect(screen.text).not.toContain(DECIDE);
    expect(screen.text).toContain("ann may not decide about n2; allowed: bob, carol");
    await using other = new PseudoTerminal(home, ["follow", await lastThread(home)], BOB);
    await other.shows(DECIDE);
    other.line("y");
    expect(await other.ends()).toBe(0);
    expect(await decisions(home)).toMatchObject([{ decision: "approve", actor: "bob" }]);
  });
});

describe("two who watch the same thread", () => {
  test("the one who is still asked is told that it was decided, and sees the thread go on", async () => {
    await using home = await store(strict([RELEASE]));
    await using screen = new PseudoTerminal(home, ["run", "flow"], ANN);
    await screen.shows(DECIDE);
    const id = await lastThread(home);
    expect((await home.uw(["approve", id, "--json"], { env: ANN })).json.status).toBe("ok");
    await screen.shows("that was decided meanwhile");
    await screen.shows("release approved by ann");
    await screen.shows("completed");
    expect(await screen.ends()).toBe(0);
    expect(await decisions(home)).toHaveLength(1);
  });

  test("of two that are typed at once, one is recorded, and both end well", async () => {
    await using home = await store(strict([RELEASE]));
    await using first = new PseudoTerminal(home, ["run", "flow"], ANN);
    await first.shows(DECIDE);
    await using second = new PseudoTerminal(home, ["follow", await lastThread(home)], ANN);
    await second.shows(DECIDE);
    first.line("y");
    second.line("n");
    expect([await first.ends(), await second.ends()]).toEqual([0, 0]);
    expect(await decisions(home)).toHaveLength(1);
    const told = [first, second].filter(({ text }) => text.includes("that was decided meanwhile"));
    expect(told).toHaveLength(1);
  });
});

test("an approval that runs out while it is asked is told, and its yes is not recorded", async () => {
  await using home = await store(strict([`{ do: "approve", prompt: "Release?", ttlMs: 1500 }`]));
  await using screen = new PseudoTerminal(home, ["run", "flow"], ANN);
  await screen.shows(DECIDE);
  await Bun.sleep(1_600);
  screen.line("y");
  await screen.shows("cancelled");
  expect(await screen.ends()).toBe(0);
  expect(screen.text).toMatch(/the time to decide ended|that was decided meanwhile/);
  expect(await decisions(home)).toMatchObject([{ decision: "deny", actor: "system" }]);
});

test("what was typed before the question was shown answers nothing", async () => {
  await using home = await store(
    `export const descriptor = { description: "", roles: {}, determinism: "strict" };
import { existsSync } from "node:fs";
export default async function* ({ prompt }) {
  while (!existsSync(prompt + "/open-1")) await new Promise((go) => setTimeout(go, 5));
  yield { do: "approve", prompt: "Release?", id: "release" };
  return { returnCode: 0, summary: "done" };
}`,
  );
  await using screen = new PseudoTerminal(home, ["run", "flow", "--prompt", home.dir], ANN);
  await screen.shows("thread ");
  screen.type("y\ny");
  await screen.shows("step 1");
  await home.open(1);
  await screen.shows(DECIDE);
  screen.line("later");
  expect(await screen.ends()).toBe(0);
  expect(await decisions(home)).toEqual([]);
});

test("N11: the question is escaped: data moves no cursor and looks like no line of ours", async () => {
  const hostile = "\u001b[2Jgone\u202e\r\nfake";
  await using home = await store(
    strict([
      `{ do: "input", prompt: ${JSON.stringify(hostile)}, schema: ${JSON.stringify({
        type: "object",
        required: [hostile],
        properties: { [hostile]: { enum: [hostile, "b"], description: hostile } },
      })} }`,
    ]),
  );
  await using screen = new PseudoTerminal(home, ["run", "flow"], ANN);
  await screen.shows("asked for ");
  screen.line("");
  await screen.shows("1 to 2: ");
  screen.line("1");
  await screen.shows("completed");
  expect(screen.raw).not.toContain("\u001b[2J");
  expect(screen.raw).not.toContain("\u202e");
  expect(screen.text).toContain("\\x1b[2Jgone\\u202e");
  expect(await answers(home)).toEqual([{ [hostile]: hostile }]);
});

describe("a question is asked in the form of its schema:", () => {
  type Typed = [wait: string, line: string];
  const OBJECT = {
    type: "object",
    required: ["name", "color"],
    properties: {
      count: { type: "integer", minimum: 3, default: 5 },
      color: { enum: ["red", "green"] },
      fast: { type: "boolean" },
      name: { type: "string", minLength: 2 },
      tags: { type: "array", items: { type: "string" } },
    },
  };
  const cases: [string, string, Typed[], unknown][] = [
    ["a text is typed plain", input({ type: "string" }), [["answer: ", 'say "hi", ok']], 'say "hi", ok'],
    [
      "an empty text is two quotes",
      input({ type: "string" }),
      [
        ["answer: ", ""],
        ['"" for an empty one', '""'],
      ],
      "",
    ],
    [
      "Enter takes the default",
      input({ type: "string" }, `, defaults: "main"`),
      [["answer [main]: ", ""]],
      "main",
    ],
    [
      "a boolean is y or n",
      input({ type: "boolean" }),
      [
        ["y or n: ", "x"],
        ["y or n: ", "n"],
      ],
      false,
    ],
    [
      "an enum is a choice",
      input({ enum: ["a", "b", 3] }),
      [
        ["1 to 3: ", "4"],
        ["choose 1 to 3", "3"],
      ],
      3,
    ],
    ["and its value serves too", input({ enum: ["a", "b"] }), [["1 to 2: ", "b"]], "b"],
    [
      "a number",
      input({ type: "integer" }),
      [
        ["a number: ", "many"],
        ["no number", "1.5"],
        ["SCHEMA_INVALID", "12"],
      ],
      12,
    ],
    [
      "a list is JSON",
      input({ type: "array" }),
      [
        ["JSON: ", "[1"],
        ["no JSON", "[1, 2]"],
      ],
      [1, 2],
    ],
    ["anything is JSON or a text", input({}), [["JSON: ", "plain words"]], "plain words"],
    [
      "an object as JSON",
      input(OBJECT),
      [["asked for color, name, count, fast, tags: ", '{"name":"bob","color":"red"}']],
      { name: "bob", color: "red", count: 5 },
    ],
    [
      "an object field by field; what is refused is asked again, the rest kept",
      input(OBJECT),
      [
        ["asked for ", ""],
        ["1 to 2: ", "2"],
        ["name: ", "b"],
        ["count a number [5]: ", ""],
        ["fast y or n (Enter leaves it out): ", ""],
        ["tags JSON (Enter leaves it out): ", '["x"]'],
        ["SCHEMA_INVALID", ""],
        ["[green]: ", ""],
        ["name [b]: ", "bob"],
        ["[5]: ", "7"],
        ["fast y or n", "y"],
        ['[["x"]]: ', ""],
      ],
      { name: "bob", color: "green", count: 7, fast: true, tags: ["x"] },
    ],
  ];
  test.each(cases)("%s", async (_name, command, typed, wanted) => {
    await using home = await store(strict([command]));
    await using screen = new PseudoTerminal(home, ["run", "flow"], ANN);
    for (const [wait, line] of typed) {
      await screen.shows(wait);
      screen.line(line);
    }
    await screen.shows("completed");
    expect(await answers(home)).toEqual([wanted]);
  });
});

test("answer, reconcile and resume without a value ask for it", async () => {
  await using home = await store(strict([input({ type: "string" })]));
  for (const verb of ["answer", "resume"]) {
    const id = (await home.uw(["run", "flow", "--json"], { env: ANN })).json.executionId;
    await using screen = new PseudoTerminal(home, [verb, id], ANN);
    await screen.shows("answer: ");
    screen.line("here");
    await screen.shows("completed");
    expect(await answers(home)).toEqual(["here"]);
  }
  const id = (await home.uw(["run", "flow", "--json"], { env: ANN })).json.executionId;
  expect((await home.uw(["answer", id, "--json"], { env: ANN })).json.error.code).toBe("USAGE");
});
