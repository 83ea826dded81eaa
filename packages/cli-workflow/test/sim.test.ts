// sim: a bundle is brought back from every place at which it could have died. B16 before anything is at stake.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { TempHome } from "../../../tests/support/temp-home.ts";

let home: TempHome;

beforeAll(async () => {
  home = await TempHome.create();
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

const role = (content: string) => `yield { role: "r", content: ${content}, meta: {} };`;

function bundle(body: string, how: { determinism?: string; before?: string } = {}): string {
  const { determinism = "strict", before = "" } = how;
  return `${before}
export const descriptor = { description: "d", roles: {}, determinism: "${determinism}", effects: ["sys/exec@1"] };
export default async function* ({ prompt, steps }) { ${body}
  return { returnCode: 0, summary: "done" };
}`;
}

let files = 0;
async function sim(code: string, ...flags: string[]) {
  const file = await home.bundle(`sim-${files++}`, code);
  return home.uw(["sim", file, ...flags, "--json"]);
}

type Planted = { what: string; body: string; before?: string; at: number; field: string; hint: RegExp };

const EXEC = (argv: string) => `yield { do: "effect", effect: "sys/exec@1", params: { argv: [${argv}] } };`;
const PLANTED: Planted[] = [
  {
    what: "Date.now in a step",
    body: role("String(Date.now())"),
    at: 1,
    field: "content",
    hint: /Date\.now/,
  },
  {
    what: "the day in a step",
    body: `${role(`"same"`)} ${role("new Date().toISOString().slice(0, 10)")}`,
    at: 2,
    field: "content",
    hint: /now\(\)/,
  },
  {
    what: "Math.random in a second step",
    body: `${role(`"same"`)} ${role("String(Math.random())")}`,
    at: 2,
    field: "content",
    hint: /Math\.random/,
  },
  {
    what: "a UUID in the params of an effect",
    body: EXEC(`"echo", crypto.randomUUID()`),
    at: 1,
    field: "params.argv[1]",
    hint: /random\(16\)/,
  },
  {
    what: "the process id",
    body: role("String(process.pid)"),
    at: 1,
    field: "content",
    hint: /process id/,
  },
  {
    what: "a counter of the module",
    before: "let count = 0;",
    body: role("String(count++)"),
    at: 1,
    field: "content",
    hint: /counter outside the generator/,
  },
  {
    what: "an order that changes",
    body: role(`["a", "b", "c", "d", "e", "f"].sort(() => Math.random() - 0.5).join(",")`),
    at: 1,
    field: "content",
    hint: /order that changes/,
  },
  {
    what: "time in the question to a person",
    body: `yield { do: "approve", prompt: "since " + new Date().toISOString() };`,
    at: 1,
    field: "prompt",
    hint: /Date\.now/,
  },
  {
    what: "one yield more in a process that ran it before",
    before: "let ran = 0;",
    body: `${role(`"a"`)} if (ran++ > 0) ${role(`"more"`)} ${role(`"b"`)}`,
    at: 2,
    field: "content",
    hint: /inside the generator/,
  },
  {
    what: "chance in the result",
    body: `yield { do: "now" }; return { returnCode: 0, summary: crypto.randomUUID() };`,
    at: 2,
    field: "summary",
    hint: /chance/,
  },
];

describe("B16: strict code that would not come back the same", () => {
  for (const { what, body, before, at, field, hint } of PLANTED)
    test(`B16: ${what} is found, with the seed that shows it`, async () => {
      const code = bundle(body, { ...(before === undefined ? {} : { before }) });
      const ran = await sim(code, "--seeds", "4");
      expect([ran.exitCode, ran.json.status, ran.json.determinism]).toEqual([20, "differs", "strict"]);
      const [finding] = ran.json.findings;
      expect(finding).toMatchObject({ yield: at, field });
      expect(finding.hint).toMatch(hint);
      expect(finding.crashedAfter).toMatch(/^line \d+, /);
      // The seed alone shows it again.
      const again = await sim(code, "--seed", String(finding.seed));
      expect(again.json).toMatchObject({ status: "differs", seeds: 1, findings: [{ yield: at, field }] });
    });
});

const HARMLESS: Record<string, string> = {
  "time, chance and the world from yields": `const at = yield { do: "now" }; const random = yield { do: "random", bytes: 16 };
    const ran = ${EXEC(`"date"`)}
    ${role("`${at} ${random} ${ran.payload.stdout}`")}`,
  "keys in another order": `yield { role: "r", content: "", meta: Math.random() < 0.5 ? { a: 1, b: 2 } : { b: 2, a: 1 } };`,
  "chance that no yield shows": `Math.random(); ${role(`"same"`)}`,
  "people, sleeps, lists and races": `yield { do: "approve", prompt: "may I?", approvers: ["zoe"] };
    yield { do: "input", prompt: "what?", schema: { type: "object", required: ["a"], properties: { a: { type: "string" } } } };
    yield [{ do: "sleep", ms: 90000000 }, { do: "now" }, { do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } }];
    yield { do: "any", of: [{ do: "sleep", ms: 5 }, { do: "approve", prompt: "first?", differentApprover: true }] };
    ${role(`"through"`)}`,
  "a checkpoint and a new epoch": `if (steps.length === 0 && prompt === "") yield { do: "checkpoint", state: { at: 1 } }; ${role(`"a"`)}`,
};

describe("code that comes back the same", () => {
  for (const [what, body] of Object.entries(HARMLESS))
    test(`${what}: nothing is found, from however many places it comes back`, async () => {
      const ran = await sim(bundle(body), "--seeds", "4");
      expect(ran.json).toMatchObject({ status: "same", seeds: 4, findings: [] });
      expect(ran.exitCode).toBe(0);
      expect(ran.json.crashPoints).toBeGreaterThanOrEqual(4);
    });

  test("an effect is crossed between its intent and its receipt, and none is performed", async () => {
    const marker = `${home.dir}/performed`;
    const ran = await sim(bundle(`${EXEC(`"touch", ${JSON.stringify(marker)}`)}`), "--seeds", "2");
    // Behind the intent, and behind the receipt.
    expect(ran.json).toMatchObject({ status: "same", crashPoints: 4 });
    expect(await Bun.file(marker).exists()).toBe(false);
  });

  test("an entry is built first, and a name is looked up", async () => {
    const entry = await home.file("entry.ts", bundle(role(`"typed"`)));
    expect((await home.uw(["sim", entry, "--seeds", "1", "--json"])).json.status).toBe("same");
    await home.add("named", bundle(role(`"named"`)));
    const text = await home.uw(["sim", "named", "--seeds", "1"]);
    expect(text.stdout).toBe(
      "same named (strict): 1 seed, 1 crash point, 1 of 1 thread reached its end, every yield came again\n",
    );
    // No thread of it is kept.
    expect((await home.uw(["threads", "--json"])).json.threads).toEqual([]);
  });
});

describe("bundles that go by their steps", () => {
  const steps = { determinism: "steps" };

  test("one that goes on behind them comes back, whatever its roles say", async () => {
    const body = `for (let at = steps.length; at < 3; at++) ${role("String(Math.random())")}`;
    expect((await sim(bundle(body, steps), "--seeds", "2")).json).toMatchObject({
      status: "same",
      findings: [],
    });
  });

  test("one that begins again is found", async () => {
    const body = `void steps.length; for (let at = 0; at < 3; at++) ${role("String(at)")}`;
    const ran = await sim(bundle(body, steps), "--seeds", "2");
    expect([ran.exitCode, ran.json.status]).toEqual([20, "differs"]);
    expect(ran.json.findings[0]).toMatchObject({ yield: 2, actual: { content: "0" } });
    expect(ran.json.findings[0].hint).toContain("a finished step came again");
  });

  test("one that asks for something else since its last step is found", async () => {
    const body = `if (steps.length === 0) { ${EXEC(`"echo", String(Math.random())`)} ${role(`"a"`)} }`;
    const ran = await sim(bundle(body, steps), "--seeds", "2");
    expect(ran.json.findings[0]).toMatchObject({ yield: 1, field: "params.argv[1]" });
  });

  test("one that never reads them waits in memory, and is told what it waits for", async () => {
    const code = `export const descriptor = { description: "d", roles: {} };
      export default async function* () { ${role(`"a"`)} yield { do: "approve", prompt: "?" }; yield { do: "sleep", ms: 864000000 };
      return { returnCode: 0, summary: "" }; }`;
    const ran = await sim(code, "--seeds", "1");
    expect([ran.exitCode, ran.json.findings.length]).toEqual([20, 1]);
  });

  test("one that never reads them is said to", async () => {
    const code = `export default async function* () { ${role(`"a"`)} ${role(`"b"`)} return { returnCode: 0, summary: "" }; }`;
    const ran = await sim(code, "--seeds", "2");
    expect([ran.exitCode, ran.json.findings.length]).toEqual([20, 1]);
    expect(ran.json.findings[0].hint).toContain("never reads `input.steps`");
  });
});

describe("B2, B10, B13: code that misbehaves", () => {
  test("what it prints does not garble the answer", async () => {
    const before = `import { writeSync } from "node:fs";`;
    const body = `console.log("forged"); process.stdout.write('{"ok":true'); writeSync(1, "raw"); ${role(`"a"`)}`;
    const ran = await sim(bundle(body, { before }), "--seeds", "2");
    expect(ran.stdout.split("\n")).toHaveLength(2);
    expect(ran.json).toMatchObject({ status: "same" });
  });

  test("process.exit ends the simulation with what it did, not with an answer", async () => {
    const ran = await sim(bundle(`${role(`"a"`)} process.exit(0);`), "--seeds", "1");
    expect([ran.exitCode, ran.json.error.code]).toEqual([1, "WORKFLOW_FAILED"]);
    expect(ran.json.error.message).toContain("process.exit");
  });

  test("a loop without an end is not waited for", async () => {
    const ran = await sim(bundle(`${role(`"a"`)} for (;;);`), "--seeds", "1");
    expect([ran.exitCode, ran.json.error.code]).toEqual([30, "TIMEOUT"]);
  }, 30_000);

  test("threads that fail on the way are told of, and too few at their end are inconclusive", async () => {
    const file = await home.bundle("failing", bundle(`${role(`"a"`)} throw new Error("half way");`));
    const ran = await home.uw(["sim", file, "--seeds", "2"]);
    const said = `inconclusive ${file} (strict): 2 seeds, 2 crash points, 0 of 2 threads reached their end, too few to tell`;
    expect([ran.exitCode, ran.stdout.split("\n")[0]]).toEqual([20, said]);
    expect(ran.stdout).toContain("--receipts");
    expect(ran.stderr).toContain("2 threads failed, first with seed 1: Error: half way");
    expect((await home.uw(["sim", file, "--json"])).json).toMatchObject({
      status: "inconclusive",
      reached: 0,
    });
  });

  test("a return code other than 0 is an end, and a difference comes before too few ends", async () => {
    const returned = await sim(bundle(`${role(`"a"`)} if (true) return { returnCode: 3, summary: "no" };`));
    expect(returned.json).toMatchObject({ status: "same", reached: 20 });
    const both = await sim(bundle(`${role("String(Math.random())")} throw new Error("half way");`));
    expect([both.exitCode, both.json.status]).toEqual([20, "differs"]);
  });

  test("a file that is not there, no bundle, or no number is exit 10", async () => {
    const missing = await home.uw(["sim", "missing.ts", "--json"]);
    expect([missing.exitCode, missing.json.error.code]).toEqual([10, "NOT_FOUND"]);
    const broken = await sim("export default 1;");
    expect([broken.exitCode, broken.json.error.code]).toEqual([10, "BUNDLE_INVALID"]);
    const number = await sim(bundle(role(`"a"`)), "--seeds", "many");
    expect([number.exitCode, number.json.error.code]).toEqual([10, "USAGE"]);
  });
});

const ASKS = `const ran = ${EXEC(`"git", prompt`)}
  if (ran.payload.stdout !== "as recorded") throw new Error("it needs " + ran.payload.stdout);
  ${role("ran.payload.stdout")}`;
const PAYLOAD = { exitCode: 0, stdout: "as recorded", stderr: "" };

describe("--receipts: answers of effects", () => {
  const ways: Record<string, string> = {
    "a list of payloads": JSON.stringify([PAYLOAD]),
    "a list of answers": JSON.stringify([{ effect: "sys/exec@1", payload: PAYLOAD }]),
    "answers for some params, one a line": [
      { effect: "sys/exec@1", params: { argv: ["git", "other"] }, payload: { ...PAYLOAD, stdout: "other" } },
      { effect: "sys/exec@1", params: { argv: ["git", "log"] }, payload: PAYLOAD },
    ]
      .map((one) => JSON.stringify(one))
      .join("\n"),
  };
  for (const determinism of ["strict", "steps"])
    for (const [what, text] of Object.entries(ways))
      test(`${what} brings a ${determinism} bundle to its end`, async () => {
        const body = determinism === "strict" ? ASKS : `if (steps.length === 0) { ${ASKS} }`;
        const file = await home.bundle(`asks-${determinism}`, bundle(body, { determinism }));
        const without = await home.uw(["sim", file, "--seeds", "4", "--prompt", "log", "--json"]);
        expect([without.exitCode, without.json.status]).toEqual([20, "inconclusive"]);
        const receipts = await home.file("receipts.json", text);
        const flags = ["--seeds", "4", "--prompt", "log", "--receipts", receipts];
        const ran = await home.uw(["sim", file, ...flags, "--json"]);
        expect(ran.json).toMatchObject({ status: "same", reached: 4 });
        await home.uw(["add", "asks", file]);
        const dry = await home.uw([
          "run",
          "asks",
          "--dry-run",
          "--prompt",
          "log",
          "--receipts",
          receipts,
          "--json",
        ]);
        expect(dry.json).toMatchObject({ ok: true, output: { last: { content: "as recorded" } } });
      });

  test("those of a recorded thread, and of its file, are its answers", async () => {
    const code = bundle(`const ran = ${EXEC(`"echo", "-n", "as recorded"`)}
      if (ran.payload.stdout !== "as recorded") throw new Error("another"); ${role(`"a"`)}`);
    await home.add("echo", code);
    const { executionId } = (await home.uw(["run", "echo", "--json"])).json;
    for (const from of [executionId, await home.journalPath(executionId)]) {
      const ran = await home.uw(["sim", "echo", "--seeds", "3", "--receipts", from, "--json"]);
      expect(ran.json).toMatchObject({ status: "same", reached: 3 });
    }
    const missing = await home.uw(["sim", "echo", "--receipts", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "--json"]);
    expect([missing.exitCode, missing.json.error.code]).toEqual([10, "NOT_FOUND"]);
    const broken = await home.uw(["sim", "echo", "--receipts", await home.file("broken", "{"), "--json"]);
    expect([broken.exitCode, broken.json.error.code]).toEqual([10, "INVALID_JSON"]);
  });

  test("a schema that nothing fits is said to be one, in sim and in a dry run", async () => {
    await Bun.write(
      home.layout.effects,
      `effects: { "own/odd@1": { command: [odd], class: read, risk: read, receipt: { type: integer, minimum: 2, maximum: 1 } } }`,
    );
    const odd = `export const descriptor = { description: "d", roles: {}, determinism: "strict", effects: ["own/odd@1"] };
      export default async function* ({ prompt }) {
        if (prompt === "ask") yield { do: "input", prompt: "?", schema: { type: "string", const: 1 } };
        const { error } = yield { do: "effect", effect: "own/odd@1", params: {} };
        return { returnCode: 0, summary: error.code }; }`;
    await home.add("odd", odd);
    for (const prompt of ["do", "ask"]) {
      const ran = await home.uw(["sim", "odd", "--prompt", prompt, "--json"]);
      expect([ran.exitCode, ran.json.error.code]).toEqual([10, "STUB_NOT_FOUND"]);
      expect(ran.json.error.hint).toContain("--receipts");
    }
    const dry = await home.uw(["run", "odd", "--dry-run", "--json"]);
    expect(dry.json.output.summary).toBe("STUB_NOT_FOUND");
    const asked = await home.uw(["run", "odd", "--dry-run", "--prompt", "ask", "--json"]);
    expect([asked.exitCode, asked.json.error.code]).toEqual([10, "STUB_NOT_FOUND"]);
    expect(await home.status(asked.json.executionId)).toBe("failed");
  });
});
