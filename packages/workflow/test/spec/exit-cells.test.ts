// OPS-107: every command with every class of exit code, as child processes. `propose` is no verb yet.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { commanding, counting, gated, yielding } from "../../../../tests/support/bundles.ts";
import { type Ran, TempHome } from "../../../../tests/support/temp-home.ts";
import { twins } from "./xxh64-twin.ts";

const ENVELOPE = [
  "error",
  "executionId",
  "ok",
  "output",
  "requiresApproval",
  "requiresInput",
  "sessionId",
  "status",
  "steps",
];
const APPROVING = yielding(`yield { do: "approve", prompt: "?" };
  for (let n = 0; n < 3; n++) yield { role: "r", content: "", meta: {} };
  return { returnCode: 0, summary: "" };`);

let home: TempHome;
beforeAll(async () => {
  home = await TempHome.create();
  await home.add("flow", counting(1));
  await home.add("approving", APPROVING);
  await home.add("gated", gated(1));
  await home.add(
    "undeclared",
    commanding([`{ do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } }`], []),
  );
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

const NOWHERE = ["--home", "/dev/null/home"];

/** With a thread there is an envelope; before there is one, the error alone. */
function expectEnvelope({ json }: Ran): void {
  if ("status" in json)
    expect(
      Object.keys(json)
        .filter((key) => key !== "duplicate")
        .sort(),
    ).toEqual(ENVELOPE);
  else
    expect(json).toEqual({
      ok: false,
      error: expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
    });
  expect(json.ok).toBe(json.error === null || json.error === undefined);
}

/** The fields of a request on stdin. */
async function request(workflow: string, more: object = {}): Promise<{ args: string[]; stdin: string }> {
  const { sha256 } = (await home.uw(["show", workflow, "--json"])).json;
  const id = Bun.randomUUIDv7();
  const args = [
    "run",
    "--execution-id",
    id,
    "--workflow-hash",
    sha256,
    "--workspace",
    home.dir,
    "--request-id",
    id,
  ];
  return { args, stdin: JSON.stringify({ workflow, ...more }) };
}

describe("OPS-107: run", () => {
  const send = async (
    workflow: string,
    edit: (args: string[]) => string[] = (args) => args,
    more?: object,
  ) => {
    const { args, stdin } = await request(workflow, more);
    return home.uw([...edit(args), "--json"], { stdin });
  };
  const cells: [number, string | null, () => Promise<Ran>][] = [
    [0, null, () => home.uw(["run", "flow", "--json"])],
    [0, null, () => send("flow")],
    [0, null, () => send("approving")],
    [10, "NOT_FOUND", () => home.uw(["run", "nobody", "--json"])],
    [10, "SCHEMA_INVALID", () => send("flow", undefined, { surprise: 1 })],
    [20, "HASH_MISMATCH", () => send("flow", (args) => args.with(4, `sha256:${"0".repeat(64)}`))],
    [
      30,
      "MAX_STEPS_EXCEEDED",
      () => home.uw(["run", "flow", "--max-steps", "1", "--max-rounds", "9", "--json"]).then(over),
    ],
    [30, "EFFECT_NOT_DECLARED", () => send("undeclared")],
    [30, "TIMEOUT", () => send("gated", (args) => [...args, "--timeout-ms", "50"])],
    [40, "IO_FAILED", () => home.uw(["run", "flow", "--json", ...NOWHERE])],
    [40, "IO_FAILED", () => send("flow", (args) => [...args, ...NOWHERE])],
  ];
  /** A bundle of one step meets no such limit: one of three does. */
  const over = () => home.uw(["run", "three", "--max-steps", "1", "--json"]);

  test("every cell", async () => {
    await home.add("three", counting(3));
    for (const [exitCode, code, ran] of cells) {
      const answer = await ran();
      expect([answer.exitCode, answer.json.error?.code ?? null]).toEqual([exitCode, code]);
      expectEnvelope(answer);
    }
  });
});

describe("OPS-107: resume", () => {
  const waiting = async (...flags: string[]) =>
    (await home.uw(["run", "approving", "--json", ...flags])).json;
  const resume = (id: string, token: string, ...more: string[]) =>
    home.uw(["resume", "--execution-id", id, "--resume-token", token, "--json", ...more]);

  test("every cell", async () => {
    const one = await waiting();
    const token = one.requiresApproval.resumeToken;
    const few = await waiting("--max-steps", "2");
    const cells: [number, string | null, () => Promise<Ran>][] = [
      [40, "IO_FAILED", () => resume(one.executionId, token, ...NOWHERE)],
      [20, "RESUME_MISMATCH", () => resume(one.executionId, "wrf_rt_nothing")],
      [10, "USAGE", () => resume(one.executionId, token, "--decision", "maybe")],
      [10, "NOT_FOUND", () => home.uw(["resume", "01KQXKW18CT8G75T53R8F4G7YG", "--json"])],
      [0, null, () => resume(one.executionId, token)],
      [20, "TOKEN_CONSUMED", () => resume(one.executionId, token)],
      [20, "STATE_INVALID", () => home.uw(["resume", one.executionId, "--json"])],
      [30, "MAX_STEPS_EXCEEDED", () => resume(few.executionId, few.requiresApproval.resumeToken)],
    ];
    for (const [exitCode, code, ran] of cells) {
      const answer = await ran();
      expect([answer.exitCode, answer.json.error?.code ?? null]).toEqual([exitCode, code]);
      expectEnvelope(answer);
    }
    const denied = await waiting();
    const no = await resume(denied.executionId, denied.requiresApproval.resumeToken, "--decision", "deny");
    expect([no.exitCode, no.json.status, no.json.error.code]).toEqual([0, "cancelled", "APPROVAL_DENIED"]);
  });
});

test("OPS-107: validate: every cell", async () => {
  const [first, second] = twins();
  const source = `${first}${counting(1)}`;
  await home.add("twin", source);
  const file = (name: string, text: string) => home.bundle(name, text);
  const good = await file("good", counting(1));
  const cells: [number, string | null, string[]][] = [
    [0, null, [good]],
    [10, "BUNDLE_INVALID", [await file("bad", `import "left-pad"; ${counting(1)}`)]],
    [20, "HASH_COLLISION", [await file("other-twin", source.replace(first, second))]],
    [
      30,
      "EFFECT_UNKNOWN",
      [await file("unknown", yielding("return { returnCode: 0, summary: '' };", { effects: ["a/b@1"] }))],
    ],
  ];
  for (const [exitCode, code, args] of cells) {
    const { exitCode: actual, json } = await home.uw(["validate", ...args, "--json"]);
    expect([actual, json.errors[0]?.code ?? null]).toEqual([exitCode, code]);
    expect(json).toEqual({
      ok: code === null,
      status: code === null ? "valid" : "invalid",
      workflowHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      bundleId: expect.stringMatching(/^[0-9A-Z]{13}$/),
      errors: code === null ? [] : [expect.objectContaining({ code, message: expect.any(String) })],
    });
  }
  const nowhere = await home.uw(["validate", good, "--json", ...NOWHERE]);
  expect([nowhere.exitCode, nowhere.json.error.code]).toEqual([40, "IO_FAILED"]);
});

test("OPS-110: a key of config.yaml that nobody reads is said by run too, in text and in JSON", async () => {
  await using store = await TempHome.create();
  await store.add("flow", counting(1));
  await Bun.write(
    store.layout.config,
    "owner: ann\napprovers: 2\nlimits:\n  pool: 4\nruntime:\n  enabled: true\n  retention: 9\n",
  );
  const named = ["approvers", "limits", "runtime.retention"];
  const text = await store.uw(["run", "flow"]);
  expect(text.exitCode).toBe(0);
  for (const key of named) expect(text.stderr).toContain(`the key "${key}" means nothing`);
  for (const flags of [[], ["--detach"], ["--request-id", "r"]]) {
    const { json } = await store.uw(["run", "flow", "--json", ...flags]);
    expect(json.warnings.map((one: string) => /"(.*?)"/.exec(one)?.[1])).toEqual(named);
  }
  await Bun.write(store.layout.config, "owner: ann\n");
  expect((await store.uw(["run", "flow", "--json"])).json.warnings).toBeUndefined();
});

test("AOS-12: intents and receipts come from the workflow, changes of the registry from governance", async () => {
  await using store = await TempHome.create();
  const exec = `{ do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } }`;
  await store.add("flow", commanding([exec, `{ do: "sleep", ms: 1 }`]));
  const { executionId } = (await store.uw(["run", "flow", "--json"])).json;
  const lines = (await store.records(executionId)).filter(
    ({ kind }) => kind === "intent" || kind === "receipt",
  );
  expect(lines.map(({ kind, origin }) => `${kind} ${origin}`)).toEqual([
    "intent workflow",
    "receipt workflow",
    "intent workflow",
    "receipt workflow",
  ]);
  expect((await store.uw(["verify", executionId, "--json"])).json.ok).toBe(true);
  await store.add("flow", counting(2));
  await store.uw(["rollback", "flow"]);
  await store.uw(["remove", "flow"]);
  const audit = (await Bun.file(store.layout.audit).text()).trimEnd().split("\n");
  const changes = audit.map((line) => JSON.parse(line));
  expect(changes.map(({ action, origin }) => `${action} ${origin}`)).toEqual([
    "add governance",
    "add governance",
    "rollback governance",
    "remove governance",
  ]);
});
