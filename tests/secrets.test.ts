// H7: which secrets a bundle may use, and where a reference to one is refused; the real binary, in both modes.
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Ran, TempHome, until } from "./support/temp-home.ts";

const CANARY = "sk-canary-0123456789";
const ENV = { SHOP_TOKEN: CANARY, OTHER_TOKEN: "sk-other-9876543210" };
const REFERENCE = '{"$secret":"OTHER_TOKEN"}';
const MODES = ["strict", "steps"] as const;
type Mode = (typeof MODES)[number];

type Asked = { effects?: string[]; secrets?: object[] };

/** Yields these commands (JavaScript over `answers` and `input`), then tells the answers. */
function flow(mode: Mode, commands: string[], { effects = ["sys/exec@1"], secrets }: Asked = {}): string {
  const descriptor = { description: "d", roles: {}, determinism: mode, effects, ...(secrets && { secrets }) };
  return `export const descriptor = ${JSON.stringify(descriptor)};
export default async function* (input) {
  const answers = [];
  if (input.steps.length === 0) {
${commands.map((command) => `    answers.push(yield ${command});`).join("\n")}
    yield { role: "end", content: JSON.stringify(answers), meta: {} };
  }
  return { returnCode: 0, summary: "done" };
}
`;
}

const PRINTS =
  '{ do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", "printf %s \\"$T\\""], env: { T: { $secret: "SHOP_TOKEN" } } } }';
const FOR_SH = [{ name: "SHOP_TOKEN", effects: ["sys/exec@1"], programs: ["sh"] }];
const ALLOWED = "secrets: { SHOP_TOKEN: { env: SHOP_TOKEN } }\n";

async function store(config: string | null = ALLOWED, effects?: string): Promise<TempHome> {
  const home = await TempHome.create();
  await mkdir(home.layout.root, { recursive: true, mode: 0o700 });
  if (config !== null) await writeFile(home.layout.config, config);
  if (effects !== undefined) await writeFile(home.layout.effects, effects);
  return home;
}

const run = (home: TempHome, name: string, ...flags: string[]): Promise<Ran> =>
  home.uw(["run", name, "--json", ...flags], { env: ENV });

/** What the thread told of its answers. */
async function told(home: TempHome, ran: Ran): Promise<{ [key: string]: never }[]> {
  const records = await home.records(ran.json.executionId);
  return JSON.parse(records.find((record) => record.role === "end")?.content ?? "[]");
}

async function filesWith(folder: string, text: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const found = await Promise.all(
    names.map(async (name) =>
      (await readFile(join(folder, name), "latin1").catch(() => "")).includes(text) ? name : null,
    ),
  );
  return found.filter((name) => name !== null);
}

describe.each(MODES)("H7: a bundle uses the secrets it declares and the store allows (%s)", (mode) => {
  test("H7: one that is not declared is refused, and the hint has the lines to add", async () => {
    await using home = await store();
    await home.add("f", flow(mode, [PRINTS]));
    const ran = await run(home, "f");
    expect([ran.exitCode, ran.json.error.code]).toEqual([30, "SECRET_NOT_DECLARED"]);
    expect(ran.json.error).toMatchObject({
      details: { secret: "SHOP_TOKEN", effect: "sys/exec@1", field: "params.env.T" },
      hint: 'add to the descriptor: secrets: [{ name: "SHOP_TOKEN", effects: ["sys/exec@1"], programs: ["sh"] }], and to config.yaml: secrets: { SHOP_TOKEN: { env: SHOP_TOKEN } }',
    });
    const kinds = (await home.records(ran.json.executionId)).map((record) => record.kind);
    expect(kinds).toContain("reject");
    expect(kinds).not.toContain("intent");
  });

  test("H7: one that config.yaml does not name is refused", async () => {
    for (const config of [null, "owner: ann\n", "secrets: { OTHER_TOKEN: { env: OTHER_TOKEN } }\n"]) {
      await using home = await store(config);
      await home.add("f", flow(mode, [PRINTS], { secrets: FOR_SH }));
      const { error } = (await run(home, "f")).json;
      expect([error.code, error.hint]).toEqual([
        "SECRET_NOT_ALLOWED",
        "add to config.yaml: secrets: { SHOP_TOKEN: { env: SHOP_TOKEN } }",
      ]);
    }
  });

  test("H7: declared and allowed, it is used, and is nowhere on disk", async () => {
    await using home = await store();
    await home.add("f", flow(mode, [PRINTS], { secrets: FOR_SH }));
    const ran = await run(home, "f");
    expect(await told(home, ran)).toMatchObject([{ status: "ok", payload: { stdout: "[SHOP_TOKEN]" } }]);
    expect(await filesWith(home.home, CANARY)).toEqual([]);
  });

  test.each([
    [
      "another program",
      'params: { argv: ["bash", "-c", "true"], env: { T: { $secret: "SHOP_TOKEN" } } }',
      "SECRET_NOT_DECLARED",
    ],
    ["argv", 'params: { argv: ["sh", { $secret: "SHOP_TOKEN" }] }', "SECRET_MISPLACED"],
    ["cwd", 'params: { argv: ["sh"], cwd: { $secret: "SHOP_TOKEN" } }', "SECRET_MISPLACED"],
    [
      "half a reference",
      'params: { argv: ["sh"], env: { T: { $secret: "SHOP_TOKEN", more: 1 } } }',
      "SECRET_MISPLACED",
    ],
    [
      "another variable",
      'params: { argv: ["sh"], env: { T: { $secret: "OTHER_TOKEN" } } }',
      "SECRET_NOT_DECLARED",
    ],
  ])("H7: %s is refused", async (_, params, code) => {
    await using home = await store();
    await home.add(
      "f",
      flow(mode, [`{ do: "effect", effect: "sys/exec@1", ${params} }`], { secrets: FOR_SH }),
    );
    expect((await run(home, "f")).json.error.code).toBe(code);
  });

  test("H7: a body has a secret only where the descriptor names the place, and goes to the hosts it names", async () => {
    await using home = await store();
    await writeFile(home.layout.policy, "http: { allowPrivate: true }\n");
    const seen: string[] = [];
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (request) => {
        seen.push(await request.text());
        return new Response("ok");
      },
    });
    const effects = ["sys/http.request@1"];
    const post = (port: number, body: string) =>
      `{ do: "effect", effect: "sys/http.request@1", params: { method: "POST", url: "http://127.0.0.1:${port}/", body: ${body} } }`;
    const entry = { name: "SHOP_TOKEN", effects, hosts: [`127.0.0.1:${server.port}`] };
    const auth = '{ auth: { $secret: "SHOP_TOKEN" } }';
    const cases = [
      [post(server.port as number, auth), entry, "SECRET_NOT_DECLARED"],
      [
        post(server.port as number, '{ comment: { $secret: "SHOP_TOKEN" } }'),
        { ...entry, places: ["body.auth"] },
        "SECRET_NOT_DECLARED",
      ],
      [post(1, auth), { ...entry, places: ["body.auth"] }, "SECRET_NOT_DECLARED"],
    ] as const;
    for (const [index, [command, secret, code]] of cases.entries()) {
      await home.add(`f${index}`, flow(mode, [command], { effects, secrets: [secret] }));
      expect((await run(home, `f${index}`)).json.error.code).toBe(code);
    }
    expect(seen).toEqual([]);
    await home.add(
      "good",
      flow(mode, [post(server.port as number, auth)], {
        effects,
        secrets: [{ ...entry, places: ["body.auth"] }],
      }),
    );
    expect((await run(home, "good")).json.ok).toBe(true);
    expect(seen).toEqual([JSON.stringify({ auth: CANARY })]);
  });

  test("H7: a program of effects.yaml takes secrets where effects.yaml has a place for them", async () => {
    const program = (more: string) =>
      `effects:\n  "my/say@1": { command: [sh, -c, 'cat > got; echo "{\\"receipt\\":{\\"status\\":\\"ok\\"}}"'], class: once, risk: write${more} }\n`;
    await using home = await store(ALLOWED, program(""));
    const command =
      '{ do: "effect", effect: "my/say@1", params: { auth: { token: { $secret: "SHOP_TOKEN" } } } }';
    const asked = { effects: ["my/say@1"], secrets: [{ name: "SHOP_TOKEN", effects: ["my/say@1"] }] };
    await home.add("f", flow(mode, [command], asked));
    expect((await run(home, "f")).json.error).toMatchObject({
      code: "SECRET_MISPLACED",
      hint: 'name the place in effects.yaml: secrets: ["auth.token"]',
    });
    await writeFile(home.layout.effects, program(", secrets: [auth.token]"));
    expect((await run(home, "f")).json.ok).toBe(true);
  });

  test("H7: a fork with other code has what that code declares", async () => {
    await using home = await store();
    await home.add("f", flow(mode, ['{ do: "now" }']));
    const ran = await run(home, "f");
    const other = await home.bundle("other", flow(mode, [PRINTS]));
    const forked = await home.uw(
      ["fork", ran.json.executionId, "--from-step", "0", "--bundle", other, "--json"],
      { env: ENV },
    );
    expect(forked.json.error.code).toBe("SECRET_NOT_DECLARED");
  });

  test("H7: what config.yaml no longer allows is refused at the next attempt", async () => {
    await using home = await store();
    const script = join(home.dir, "try.sh");
    await writeFile(
      script,
      `cat > /dev/null; echo x >> ${home.dir}/tries; echo 'owner: ann' > ${home.layout.config}
echo '{"receipt":{"status":"error","error":{"code":"BUSY","message":"later","retryable":true}}}'\n`,
    );
    await writeFile(
      home.layout.effects,
      `effects:\n  "my/try@1": { command: [sh, ${script}], class: idempotent, risk: write, secrets: [token] }\n`,
    );
    const command =
      '{ do: "effect", effect: "my/try@1", params: { token: { $secret: "SHOP_TOKEN" } }, retry: { max: 3, delayMs: 10 } }';
    await home.add(
      "f",
      flow(mode, [command], {
        effects: ["my/try@1"],
        secrets: [{ name: "SHOP_TOKEN", effects: ["my/try@1"] }],
      }),
    );
    const ran = await run(home, "f");
    expect(await told(home, ran)).toMatchObject([{ status: "error", error: { code: "SECRET_NOT_ALLOWED" } }]);
    expect(await readFile(join(home.dir, "tries"), "utf8")).toBe("x\n");
  });
});

describe.each(MODES)("H7: data from outside names no secrets (%s)", (mode) => {
  /** Hands on whatever it is given. */
  const HANDS_ON =
    '{ do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", "printf %s \\"$T\\""], env: { T: answers[0] } } }';
  const BOTH = [{ name: "OTHER_TOKEN", effects: ["sys/exec@1"], programs: ["sh"] }];
  const CONFIG = "secrets: { OTHER_TOKEN: { env: OTHER_TOKEN } }\n";

  test("H7: an answer with a reference is refused, and the question stays open", async () => {
    await using home = await store(CONFIG);
    await home.add(
      "f",
      flow(mode, ['{ do: "input", prompt: "?", schema: {} }', HANDS_ON], { secrets: BOTH }),
    );
    const { executionId } = (await run(home, "f")).json;
    const before = (await home.records(executionId)).length;
    for (const value of [
      REFERENCE,
      `{"a":[${REFERENCE}]}`,
      JSON.stringify(REFERENCE),
      '"{\\"\\\\u0024secret\\":\\"OTHER_TOKEN\\"}"',
    ]) {
      const ran = await home.uw(["answer", executionId, "--value", value, "--json"], { env: ENV });
      expect([value, ran.exitCode, ran.json.error.code]).toEqual([value, 10, "SECRET_IN_DATA"]);
    }
    expect((await home.records(executionId)).filter((record) => record.kind === "decision")).toEqual([]);
    expect((await home.records(executionId)).length).toBeGreaterThanOrEqual(before);
    const ran = await home.uw(["answer", executionId, "--value", '"plain"', "--json"], { env: ENV });
    expect(ran.json.status).toBe("ok");
  });

  test("H7: so are a prompt, a prompt file, a variable, one of a fork, and one of a request", async () => {
    await using home = await store(CONFIG);
    await home.add("f", flow(mode, ['{ do: "now" }']));
    const file = await home.file("prompt.json", `[${REFERENCE}]`);
    const { executionId } = (await run(home, "f")).json;
    const count = async () => (await home.uw(["threads", "--json"])).json.threads.length;
    const attempts = [
      ["run", "f", "--prompt", REFERENCE],
      ["run", "f", "--prompt-file", file],
      ["run", "f", "--var", `a=${REFERENCE}`],
      ["run", "f", "--request-id", "r1", "--var", `a=${REFERENCE}`],
      ["fork", executionId, "--var", `a=${REFERENCE}`],
      ["fork", executionId, "--prompt", REFERENCE],
      ["fork", executionId, "--plan", "--var", `a=${REFERENCE}`],
      ["fork", executionId, "--plan", "--prompt", REFERENCE],
    ];
    for (const args of attempts) {
      const ran = await home.uw([...args, "--json"], { env: ENV });
      expect([args[1], ran.exitCode, ran.json.error?.code]).toEqual([args[1], 10, "SECRET_IN_DATA"]);
    }
    expect(await count()).toBe(1);
    // Prose may speak of references.
    expect((await run(home, "f", "--prompt", `write ${REFERENCE} into the header`)).json.ok).toBe(true);
    // The id of a refused request is free.
    expect((await run(home, "f", "--request-id", "r1")).json.ok).toBe(true);
  });

  test("H7: what a program answers with a reference in it is an error, and what it cost is counted", async () => {
    await using home = await store(
      CONFIG,
      `effects:\n  "my/say@1": { command: [sh, -c, 'cat > /dev/null; echo "{\\"receipt\\":{\\"status\\":\\"ok\\",\\"costUsd\\":0.5,\\"payload\\":{\\"a\\":{\\"\\$secret\\":\\"OTHER_TOKEN\\"}}}}"'], class: once, risk: write }\n`,
    );
    const command = '{ do: "effect", effect: "my/say@1", params: {} }';
    await home.add("f", flow(mode, [command], { effects: ["my/say@1"] }));
    const ran = await run(home, "f");
    expect(await told(home, ran)).toMatchObject([
      { status: "error", costUsd: 0.5, error: { code: "SECRET_IN_DATA" } },
    ]);
    expect(await filesWith(home.layout.logs, '"$secret"')).toEqual([]);
  });

  test("H7: word of an outcome with a reference in it is refused, and the thread waits on", async () => {
    await using home = await store(
      CONFIG,
      `effects:\n  "my/once@1": { command: [sh, -c, 'touch begun; sleep 600'], class: once, risk: write }\n`,
    );
    await home.add(
      "f",
      flow(mode, ['{ do: "effect", effect: "my/once@1", params: {} }'], { effects: ["my/once@1"] }),
    );
    const id = await home.start("f");
    await until(async () => (existsSync(join(home.dir, "begun")) ? true : null), "the program");
    await home.crash();
    await home.uw(["resume", id, "--json"], { env: ENV });
    const ran = await home.uw(["reconcile", id, "--ok", REFERENCE, "--json"], { env: ENV });
    expect([ran.exitCode, ran.json.error.code]).toEqual([10, "SECRET_IN_DATA"]);
    expect((await home.uw(["reconcile", id, "--ok", '"done"', "--json"], { env: ENV })).json.ok).toBe(true);
  });
});

test.each([[["resume"]], [["kill"]]])(
  "H7: a prompt file of an agent whose worker was killed is swept by %p",
  async (after) => {
    await using home = await store(null);
    const command = `{ do: "effect", effect: "sys/agent.run@1", params: { command: ["sh", "-c", "echo $0 > begun; sleep 600", "{promptFile}"], prompt: "the plan" } }`;
    await home.add("f", flow("strict", [command], { effects: ["sys/agent.run@1"] }));
    const id = await home.start("f");
    const begun = join(home.dir, "begun");
    await until(async () => (existsSync(begun) ? true : null), "the agent");
    const path = (await readFile(begun, "utf8")).trim();
    expect(path.startsWith(home.layout.scratchOf(id))).toBe(true);
    expect(await readFile(path, "utf8")).toBe("the plan");
    expect((await Bun.file(path).stat()).mode & 0o777).toBe(0o600);
    await home.crash();
    expect(existsSync(path)).toBe(true);
    await home.uw([...after, id, "--json"]);
    expect(existsSync(home.layout.scratchOf(id))).toBe(false);
  },
);
