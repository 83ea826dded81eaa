// OPS: envelopes, exit codes, records, retries, as any verb shows them.
import { describe, expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { counting, gated, yielding } from "../../../../tests/support/bundles.ts";
import { type Ran, REPO, TempHome, until } from "../../../../tests/support/temp-home.ts";
import type { EffectDefinition, Executed } from "../../src/contract/effect.ts";
import type { EffectIntent } from "../../src/contract/record.ts";
import { EffectRunner } from "../../src/engine/effect-runner.ts";

const THROWING = `export default async function* ({ steps }) {
  for (let n = steps.length + 1; n <= 2; n++) yield { role: "r" + n, content: "", meta: {} };
  throw new Error("boom");
}`;
const APPROVING = yielding(`const { decision } = yield { do: "approve", prompt: "Ship?", id: "gate" };
  yield { role: "end", content: decision, meta: {} };
  return { returnCode: 0, summary: decision };`);
const EXEC = { effects: ["sys/exec@1"] };

async function ran(home: TempHome, source: string, ...flags: string[]): Promise<Ran> {
  await home.add("flow", source);
  return home.uw(["run", "flow", "--json", ...flags]);
}

describe("envelopes", () => {
  test("OPS-9, OPS-10, OPS-12, OPS-108: one envelope for every status, with all its keys", async () => {
    await using home = await TempHome.create();
    const keys = [
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
    const ok = (await ran(home, counting(1))).json;
    expect(Object.keys(ok).sort()).toEqual(keys);
    expect([ok.status, ok.error]).toEqual(["ok", null]);
    const needs = (await ran(home, APPROVING)).json;
    expect(needs.status).toBe("needs_approval");
    const cancelled = (await home.uw(["deny", needs.executionId, "--json"])).json;
    expect([cancelled.status, cancelled.error.code]).toEqual(["cancelled", "APPROVAL_DENIED"]);
    const failed = (await ran(home, THROWING)).json;
    expect([failed.ok, failed.status, failed.error.code]).toEqual([false, "failed", "WORKFLOW_FAILED"]);
    for (const envelope of [ok, needs, cancelled, failed]) {
      expect(envelope.sessionId).toBe(envelope.executionId);
      expect((await home.uw(["thread", envelope.sessionId, "--json"])).json.threadId).toBe(
        envelope.executionId,
      );
    }
  });

  test("OPS-15, OPS-16: stdout is one document and every line of stderr is JSON, whatever the bundle prints", async () => {
    await using home = await TempHome.create();
    const noisy = yielding(`console.log("{\\"forged\\":1}"); console.error("noise");
      yield { role: "r", content: "", meta: {} }; return { returnCode: 0, summary: "" };`);
    const { stdout, stderr } = await ran(home, noisy);
    expect(JSON.parse(stdout).status).toBe("ok");
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    for (const line of stderr.trimEnd().split("\n")) expect(JSON.parse(line).type).toBeString();
  });

  test("OPS-8: --help lists run, resume and validate", async () => {
    await using home = await TempHome.create();
    const { stdout } = await home.uw(["--help"]);
    for (const verb of ["run", "resume", "validate"]) expect(stdout).toMatch(new RegExp(`^ +${verb} `, "m"));
  });

  test("OPS-8: workflow is a second name of the binary", async () => {
    await using home = await TempHome.create();
    const program = [join(REPO, "node_modules/.bin/workflow")];
    const named = await home.uw(["--help"], { program });
    expect([named.exitCode, named.stdout]).toEqual([0, (await home.uw(["--help"])).stdout]);
    const plan = JSON.stringify({ steps: [] });
    const ran = await home.uw(["validate", "--workflow-json", "-", "--json"], { program, stdin: plan });
    expect(ran.json.status).toBeString();
  });

  test("OPS-25, OPS-26: validate runs nothing, and tells hash and errors", async () => {
    await using home = await TempHome.create();
    const mark = join(home.dir, "ran");
    const file = await home.bundle(
      "bad",
      `import { writeFileSync } from "node:fs"; import x from "left-pad"; writeFileSync(${JSON.stringify(mark)}, ""); ${counting(1)}`,
    );
    const bad = await home.uw(["validate", file, "--json"]);
    expect([bad.exitCode, bad.json.status, bad.json.ok]).toEqual([10, "invalid", false]);
    expect(bad.json.errors[0].message).toContain("left-pad");
    expect(bad.json.workflowHash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await Bun.file(mark).exists()).toBe(false);
  });

  test("OPS-107: run, resume and validate end with the code of their class", async () => {
    await using home = await TempHome.create();
    const good = await home.bundle("good", counting(1));
    await home.add("flow", counting(1));
    await home.add("throws", THROWING);
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    const table: [number, string | null, string[]][] = [
      [0, null, ["run", "flow"]],
      [1, "WORKFLOW_FAILED", ["run", "throws"]],
      [10, "NOT_FOUND", ["run", "nobody"]],
      [10, "USAGE", ["run", "flow", "--no-such-flag"]],
      [30, "MAX_STEPS_EXCEEDED", ["run", "throws", "--max-steps", "1"]],
      [10, "NOT_FOUND", ["resume", "01KQXKW18CT8G75T53R8F4G7YG"]],
      [20, "STATE_INVALID", ["resume", id]],
      [0, null, ["validate", good]],
    ];
    for (const [exitCode, code, args] of table) {
      const { exitCode: actual, json } = await home.uw([...args, "--json"]);
      expect([args.join(" "), actual, json.error?.code ?? null]).toEqual([args.join(" "), exitCode, code]);
    }
    const nowhere = await home.uw(["run", "flow", "--json", "--home", "/dev/null/home"]);
    expect(nowhere.exitCode).toBe(40);
  });
});

describe("records", () => {
  test("OPS-2: the start line is there though no worker could be started", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", counting(1));
    // What a worker needs first: it cannot take its lock where a folder stands.
    await Bun.$`mkdir -p ${join(home.layout.run, `${hash}.lock`)}`.quiet();
    const { exitCode, json } = await home.uw(["run", "flow", "--json"]);
    expect([exitCode, json.ok]).toEqual([40, false]);
    const { threads } = (await home.uw(["threads", "--json"])).json;
    expect(threads).toHaveLength(1);
    expect((await home.records(threads[0].threadId))[0].name).toBe("flow");
  });

  test("OPS-38, OPS-39, OPS-105: a failure keeps what was done, and is in the journal before the exit", async () => {
    await using home = await TempHome.create();
    const { exitCode, json } = await ran(home, THROWING);
    expect(exitCode).toBe(1);
    const view = (await home.uw(["thread", json.executionId, "--json"])).json;
    expect([view.status, view.error.code, view.steps.length]).toEqual(["failed", "WORKFLOW_FAILED", 2]);
    const refused = await ran(
      home,
      yielding(`yield { do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } };`),
    );
    expect([refused.exitCode, refused.json.error.code]).toEqual([30, "EFFECT_NOT_DECLARED"]);
    const kinds = (await home.records(refused.json.executionId)).map((record) => record.kind);
    expect(kinds.slice(1)).toEqual(["reject", "result", "seal"]);
  });

  for (const determinism of ["steps", "strict"])
    test(`OPS-41: what was never begun is skipped, what was under way is cancelled (${determinism})`, async () => {
      await using home = await TempHome.create();
      const sleep = `{ do: "effect", effect: "sys/exec@1", params: { argv: ["sleep", "60"] } }`;
      const body = `yield { do: "any", of: [{ ...${sleep}, id: "lost" }, { do: "sleep", ms: 1, id: "won" }, { ...${sleep}, id: "never" }] };
        yield { role: "end", content: String(steps.length), meta: {} };
        return { returnCode: 0, summary: "", skipped: ["other"] };`;
      const limits = { maxParallel: 1 };
      const { json } = await ran(home, yielding(body, { effects: ["sys/exec@1"], determinism, limits }));
      const status = Object.fromEntries(
        json.steps.map((step: Record<string, string>) => [step.stepId, step.status]),
      );
      expect(status).toMatchObject({
        lost: "cancelled",
        won: "completed",
        never: "skipped",
        other: "skipped",
      });
    });

  test("OPS-41: no step has an attempt twice, though a fork sent what was in doubt in its own name", async () => {
    await using home = await TempHome.create();
    const pay = `yield { do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", "[ -e done ] || sleep 60"] }, id: "pay" };`;
    const end = `yield { role: "end", content: "", meta: {} }; return { returnCode: 0, summary: "" };`;
    const source = yielding(`if (steps.length === 0) { ${pay} } ${end}`, {
      effects: ["sys/exec@1"],
      determinism: "steps",
    });
    await home.add("flow", source);
    const id = await home.start("flow", "--workspace", home.dir);
    await until(async () => ((await home.records(id)).length > 1 ? true : null), "the intent");
    await home.crash();
    await home.file("done", "");
    const fork = (await home.uw(["fork", id, "--json"])).json.executionId;
    const said = (await home.uw(["reconcile", fork, "--retry", "--json"])).json;
    const rows = said.steps.map(
      (step: Record<string, unknown>) => `${step.stepId} ${step.attempt} ${step.status}`,
    );
    expect(rows).toEqual(["pay 1 completed", "n2 1 completed"]);
  });

  test("OPS-41, OPS-58: every attempt is recorded with its error; steps have no duplicates", async () => {
    await using home = await TempHome.create();
    const count = join(home.dir, "count");
    const program = await home.file(
      "flaky.ts",
      `import { appendFileSync, readFileSync } from "node:fs";
       appendFileSync(${JSON.stringify(count)}, "x");
       const n = readFileSync(${JSON.stringify(count)}, "utf8").length;
       const error = { code: "BUSY", message: "busy " + n, retryable: true };
       console.log(JSON.stringify({ receipt: n < 3 ? { status: "error", error } : { status: "ok", payload: n } }));`,
    );
    const flaky = { command: [process.execPath, program], class: "idempotent", risk: "write" };
    await Bun.write(home.layout.effects, JSON.stringify({ effects: { "t/flaky@1": flaky } }));
    const body = `const r = yield { do: "effect", effect: "t/flaky@1", params: {}, id: "flaky", retry: { delayMs: 5 } };
      yield { role: "end", content: r.status + r.attempt, meta: {} }; return { returnCode: 0, summary: "" };`;
    const { json } = await ran(home, yielding(body, { effects: ["t/flaky@1"] }));
    expect(json.output.last.content).toBe("ok3");
    const steps = json.steps.filter((step: { stepId: string }) => step.stepId === "flaky");
    expect(steps.map((step: Record<string, unknown>) => [step.attempt, step.status])).toEqual([
      [1, "failed"],
      [2, "failed"],
      [3, "completed"],
    ]);
    expect(steps[1].error).toEqual({ code: "BUSY", message: "busy 2" });
    const lines = (await home.records(json.executionId)).filter((record) => record.kind === "attempt");
    expect(
      lines.filter((record) => record.status === "failed").map((record) => record.error.message),
    ).toEqual(["busy 1", "busy 2"]);
    expect((await home.uw(["steps", json.executionId, "--json"])).json.steps).toEqual(json.steps);
  });

  test("OPS-53: a stored bundle that was changed is not run", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", gated(2));
    const id = await home.start("flow", "--prompt", home.dir);
    await home.open(1);
    await home.untilSteps(id, 1);
    await home.crash();
    const path = join(home.layout.bundles, `${hash}.esm.js`);
    await Bun.$`chmod 644 ${path}`.quiet();
    writeFileSync(path, `${readFileSync(path, "utf8")}\n// changed`);
    const resumed = await home.uw(["resume", id, "--json"]);
    expect([resumed.exitCode, resumed.json.error.code]).toEqual([20, "HASH_MISMATCH"]);
  });

  test("OPS-49: the reason of a cancel is in its control line", async () => {
    await using home = await TempHome.create();
    await home.add("flow", yielding(`yield { do: "sleep", ms: 20000 };`));
    const id = await home.start("flow");
    await home.uw(["cancel", id, "--reason", "not today", "--json"]);
    const control = (await home.records(id)).find((record) => record.action === "cancel");
    expect(control.reason).toBe("not today");
  });

  test("OPS-6, OPS-7: of two that resume, one does; the lines do not mix", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(3));
    const id = await home.start("flow", "--prompt", home.dir);
    await home.open(1);
    await home.untilSteps(id, 1);
    await home.crash();
    const both = [1, 2].map(() => home.uw(["resume", id, "--json"]));
    await home.open(2, 3);
    const ended = await Promise.all(both);
    const refused = ended.filter((one) => one.exitCode !== 0);
    for (const one of refused) expect(one.json.error.code).toBe("STATE_INVALID");
    expect(refused.length).toBeLessThan(2);
    expect(await home.roles(id)).toEqual(["r1", "r2", "r3"]);
    expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(true);
  });

  test("OPS-106, OPS-100: the same input gives the same step ids in the same order, whatever was said in them", async () => {
    await using home = await TempHome.create();
    const body = `const r = yield { do: "random", bytes: 4 };
      const e = yield { do: "effect", effect: "sys/exec@1", params: { argv: ["echo", r] }, id: "say" };
      yield { role: "end", content: e.payload.stdout, meta: {} }; return { returnCode: 0, summary: "" };`;
    const first = (await ran(home, yielding(body, EXEC))).json;
    const second = (await home.uw(["run", "flow", "--json"])).json;
    const ids = (envelope: { steps: { stepId: string }[] }) => envelope.steps.map((step) => step.stepId);
    expect(ids(first)).toEqual(ids(second));
    expect(first.output.last.content).not.toBe(second.output.last.content);
    for (const { executionId } of [first, second])
      expect((await home.uw(["replay", executionId, "--json"])).json.status).toBe("identical");
  });
});

describe("limits", () => {
  test("OPS-81: a yield beyond maxSteps is exit 30, those before stay; a list is throttled, not refused", async () => {
    await using home = await TempHome.create();
    const four = yielding(`for (let n = 1; n <= 4; n++) yield { role: "r", content: "", meta: {} };`, {
      limits: { maxSteps: 3 },
    });
    const over = await ran(home, four);
    expect([over.exitCode, over.json.steps.length]).toEqual([30, 3]);
    const log = join(home.dir, "log");
    const body = `const one = { do: "effect", effect: "sys/exec@1",
        params: { argv: ["sh", "-c", "echo + >> ${log}; sleep 0.1; echo - >> ${log}"] } };
      yield Array.from({ length: 6 }, () => one); return { returnCode: 0, summary: "" };`;
    expect((await ran(home, yielding(body, { ...EXEC, limits: { maxParallel: 2 } }))).json.status).toBe("ok");
    let open = 0;
    let most = 0;
    for (const mark of readFileSync(log, "utf8").trim().split("\n")) {
      open += mark === "+" ? 1 : -1;
      most = Math.max(most, open);
    }
    expect(most).toBe(2);
  });

  test("OPS-52: the worker's socket takes newline JSON and answers {ok}", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("flow", gated(1));
    const id = await home.start("flow", "--prompt", home.dir);
    const path = join(home.layout.run, `${hash}.sock`);
    expect(statSync(path).isSocket()).toBe(true);
    const answer = await new Promise<string>((resolve) => {
      void Bun.connect({
        unix: path,
        socket: {
          open: (socket) =>
            void socket.write(`${JSON.stringify({ id: 1, op: "stop", action: "kill", threadId: id })}\n`),
          data: (_socket, data) => resolve(data.toString()),
        },
      });
    });
    expect(JSON.parse(answer.split("\n")[0] as string)).toMatchObject({ id: 1, ok: true });
    expect(await home.untilStatus(id, "killed")).toBe("killed");
  });
});

describe("retries", () => {
  const definition: EffectDefinition = {
    name: "t/x@1",
    class: "idempotent",
    risk: "write",
    params: {},
    receipt: {},
    executor: "program:t/x@1",
    acceptsKey: true,
  };
  const intent = (more: Partial<EffectIntent> = {}): EffectIntent => ({
    kind: "intent",
    n: 1,
    index: 0,
    id: "a".repeat(64),
    do: "effect",
    effect: "t/x@1",
    executor: "program:t/x@1",
    params: {},
    class: "idempotent",
    risk: "write",
    timeoutMs: 1000,
    origin: "workflow",
    timestamp: 1,
    ...more,
  });
  const runner = new EffectRunner({
    executorOf: async () => async () => ({ status: "ok", payload: null }),
    normalise: (_schema, value) => ({ value }),
    identity: () => ({ thread: "T", workflow: "w", hash: "H", key: null, epoch: 0 }),
    sign: async () => "sig",
    clock: { now: () => 0 },
    workspace: () => "/",
    outputBytes: 1000,
    info: () => {},
    progress: () => {},
  } as ConstructorParameters<typeof EffectRunner>[0]);
  const busy: Executed = { status: "error", error: { code: "HTTP_STATUS", message: "503", retryable: true } };
  const after = async (attempt: number, executed: Executed, more: Partial<EffectIntent> = {}) =>
    (await runner.recordsOf(intent(more), definition, attempt, executed, 0))[0];

  test("OPS-92, OPS-93: three attempts, 10 s and then 30 s apart", async () => {
    expect(await after(1, busy)).toMatchObject({
      kind: "attempt",
      status: "failed",
      attempt: 1,
      delayMs: 10_000,
    });
    expect(await after(2, busy)).toMatchObject({
      kind: "attempt",
      status: "failed",
      attempt: 2,
      delayMs: 30_000,
    });
    expect(await after(3, busy)).toMatchObject({ kind: "receipt", status: "error", attempt: 3 });
  });

  test("OPS-94: what is not transient, what may not be sent again, and what said no, is not", async () => {
    const refused: Executed = { status: "error", error: { code: "HTTP_STATUS", message: "400" } };
    expect(await after(1, refused)).toMatchObject({ kind: "receipt", attempt: 1 });
    expect(await after(1, busy, { class: "once" })).toMatchObject({ kind: "receipt", attempt: 1 });
    expect(await after(1, busy, { retry: false })).toMatchObject({ kind: "receipt", attempt: 1 });
  });
});
