import { expect, test } from "bun:test";
import { MODES, modal } from "../../../tests/support/bundles.ts";
import { cli } from "../../../tests/support/in-process.ts";
import { TempHome, until } from "../../../tests/support/temp-home.ts";

const sh = (script: string, more = "") =>
  `{ do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", ${JSON.stringify(script)}] }${more} }`;
const EFFECTS = { effects: ["sys/exec@1"] };

/** A program that says more than is shown, on both streams, and ends with 2. */
const LOUD = sh(
  'echo "to stdout"; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "complaint $i" >&2; done; exit 2',
);

for (const mode of MODES)
  test(`the last lines of a program that ended with 2 are shown by run, thread, steps and why: ${mode}`, async () => {
    await using home = await TempHome.create();
    const body = `  const answer = yield ${LOUD};\n  if (answer.payload.exitCode !== 0) throw new Error("tests failed");`;
    await home.add("flow", modal(mode, body, EFFECTS));
    const ran = await home.uw(["run", "flow"]);
    expect(ran.exitCode).toBe(1);
    const id = /thread (\w+)/.exec(ran.stdout)?.[1] as string;
    const thread = await home.uw(["thread", id]);
    const why = await home.uw(["why", id]);
    for (const { stdout } of [ran, thread, why]) {
      expect(stdout).toContain("exit 2");
      expect(stdout).toContain("│ complaint 12\n");
      expect(stdout).not.toContain("│ to stdout");
    }
    expect((await home.uw(["steps", id])).stdout).toContain("exit 2: complaint 12");
    const failure = {
      what: "exit 2",
      from: "stderr",
      lines: Array.from({ length: 10 }, (_, at) => `complaint ${at + 3}`),
    };
    expect((await home.uw(["steps", id, "--json"])).json.steps[0].failure).toEqual(failure);
    const [command] = (await home.uw(["thread", id, "--json"])).json.commands;
    // The exit code is an answer; what it says is no error of the engine.
    expect([command.receipt, command.failure]).toEqual(["ok", failure]);
    expect((await home.uw(["why", id, "--json"])).json.failure).toEqual({
      stepId: "n1",
      effect: "sys/exec@1",
      ...failure,
    });
  });

test("a program that says nothing on stderr is shown by its stdout, and one that says nothing by its code", async () => {
  await using home = await TempHome.create();
  const body = `  yield ${sh("echo found nothing; exit 3")};\n  yield ${sh("exit 4")};\n  yield ${sh("echo fine; exit 0")};`;
  await home.add("flow", modal("strict", body, EFFECTS));
  const { steps } = (await home.uw(["run", "flow", "--json"])).json;
  expect(steps.map((step: { failure?: unknown }) => step.failure)).toEqual([
    { what: "exit 3", from: "stdout", lines: ["found nothing"] },
    { what: "exit 4", from: null, lines: [] },
    undefined,
  ]);
});

test("a timeout shows what the program had said, and every attempt its own error", async () => {
  await using home = await TempHome.create();
  const more = ", timeoutMs: 300, class: 'idempotent', retry: { max: 2, delayMs: 1 }";
  await home.add("flow", modal("strict", `  yield ${sh("echo still here >&2; sleep 60", more)};`, EFFECTS));
  const ran = await home.uw(["run", "flow"]);
  expect(ran.stdout).toContain("timeout  TIMEOUT: it did not end within 300 ms");
  expect(ran.stdout).toContain("│ still here\n");
  const id = /thread (\w+)/.exec(ran.stdout)?.[1] as string;
  const { steps } = (await home.uw(["steps", id, "--json"])).json;
  const failure = {
    what: expect.stringContaining("TIMEOUT: it did not end within 300 ms"),
    from: "stderr",
    lines: ["still here"],
  };
  expect(steps.map((step: { failure: unknown }) => step.failure)).toEqual([failure, failure]);
});

test("what a program said cannot move the cursor", async () => {
  await using home = await TempHome.create();
  await home.add("flow", modal("strict", `  yield ${sh("printf '\\033[2Jgone' >&2; exit 1")};`, EFFECTS));
  const { stdout } = await home.uw(["run", "flow"]);
  expect(stdout).toContain("│ \\x1b[2Jgone");
});

/** Prints, then waits for a file, so that what is on its way can be looked at. */
const TALKING = sh(
  'for i in 1 2 3 4 5 6; do echo "line $i"; done; echo "key $API_KEY"; while ! test -e "$GO"; do sleep 0.02; done; exit 0',
).replace("] }", '], env: { GO: prompt + "/go", API_KEY: { $secret: "API_KEY" } } }');

async function withTalking(home: TempHome): Promise<void> {
  await home.add("flow", modal("strict", `  yield ${TALKING};`, { ...EFFECTS, secrets: SECRETS }));
  const file = await home.file("key", SECRET);
  await Bun.write(home.layout.config, `secrets:\n  API_KEY: { file: ${JSON.stringify(file)} }\n`);
}
const SECRET = "correct-horse-battery";
const SECRETS = [{ name: "API_KEY", effects: ["sys/exec@1"], programs: ["sh"] }];

test("what a program prints is told while it runs, and never a secret", async () => {
  await using home = await TempHome.create();
  await withTalking(home);
  const child = home.spawn(["run", "flow", "--prompt", home.dir, "--json"]);
  let told = "";
  const reading = (async () => {
    for await (const chunk of child.stderr) told += new TextDecoder().decode(chunk);
  })();
  await until(async () => (told.includes("line 6") ? true : null), "the program's lines");
  expect(told).not.toContain("execution.finished");
  await home.file("go", "");
  await Promise.all([child.exited, reading]);
  const frames = told
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === "effect.progress");
  expect(frames.map(({ frame }) => frame.stdout).join("")).toBe(
    "line 1\nline 2\nline 3\nline 4\nline 5\nline 6\nkey [API_KEY]\n",
  );
  expect(told).not.toContain(SECRET);
});

test("on a terminal the last lines of a running program stand under the spinner, and go when it ends", async () => {
  await using home = await TempHome.create();
  await withTalking(home);
  let shown = "";
  const running = cli(home, ["run", "flow", "--prompt", home.dir], {
    isInteractive: true,
    columns: 100,
    out: async (text) => {
      shown += String(text);
      if (shown.includes("│ key")) await home.file("go", "");
    },
  });
  await running;
  const block = ["line 4", "line 5", "line 6", "key [API_KEY]"].map((line) => `  │ ${line}`).join("\n");
  expect(shown).toContain(block);
  expect(shown).not.toContain("│ line 2");
  // The next drawing takes the block back: four lines up, and everything below is cleared.
  expect(shown.slice(shown.lastIndexOf(block) + block.length)).toStartWith("\r\x1b[4A\x1b[J");
  expect(shown.slice(shown.lastIndexOf("\x1b[J"))).not.toContain("│");
});

test("where nobody looks at a terminal, run prints a line for each effect and nothing of what it printed", async () => {
  await using home = await TempHome.create();
  await withTalking(home);
  await home.file("go", "");
  const { stdout } = await home.uw(["run", "flow", "--prompt", home.dir]);
  expect(stdout).not.toContain("line 6");
});

test("a role takes as long in run, thread and steps: from what was recorded before it", async () => {
  await using home = await TempHome.create();
  const body = `  yield ${sh("sleep 0.5")};\n  yield { role: "coder", content: "done", meta: {} };`;
  await home.add("flow", modal("strict", body, EFFECTS));
  const ran = await home.uw(["run", "flow"]);
  const id = /thread (\w+)/.exec(ran.stdout)?.[1] as string;
  const records = await home.records(id);
  const receipt = records.find(({ kind }) => kind === "receipt");
  const role = records.find((record) => "role" in record);
  const took = role.timestamp - receipt.timestamp;
  expect(ran.stdout).toContain(`coder ${took}ms`);
  expect((await home.uw(["thread", id])).stdout).toContain(`coder +${took}ms`);
  const [, step] = (await home.uw(["steps", id, "--json"])).json.steps;
  expect(Date.parse(step.completedAt) - Date.parse(step.startedAt)).toBe(took);
  expect((await home.uw(["thread", id, "--json"])).json.steps[0].startedAt).toBe(receipt.timestamp);
});
