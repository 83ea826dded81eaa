// Budgets of one thread: money, tokens, calls, loops. Paid effects are programs that say what they cost.
import { describe, expect, test } from "bun:test";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TempHome } from "../../../../tests/support/temp-home.ts";

/** `pay/call@1`: notes that it ran, and costs what its params say. */
async function paying(home: TempHome): Promise<string> {
  const ledger = join(home.dir, "ledger");
  await writeFile(ledger, "");
  const program = await home.file(
    "pay.js",
    `#!${process.execPath}
const { params } = JSON.parse(require("fs").readFileSync(0, "utf8"));
require("fs").appendFileSync(${JSON.stringify(ledger)}, params.name + "\\n");
console.log(JSON.stringify({ receipt: { status: "ok", costUsd: params.usd,
  payload: { usage: params.usage ?? { inputTokens: params.tokens ?? 0, outputTokens: 0 } } } }));
`,
  );
  await chmod(program, 0o755);
  await mkdir(home.layout.root, { recursive: true, mode: 0o700 });
  await writeFile(
    home.layout.effects,
    `effects:
  "pay/call@1": { command: [${JSON.stringify(program)}], class: once, risk: read, acceptsKey: false, params: { type: object }, receipt: { type: object } }
`,
  );
  return ledger;
}

const paid = (limits: object, body: string, determinism = "strict") => `
export const descriptor = { description: "d", roles: {}, determinism: "${determinism}", effects: ["pay/call@1"],
  limits: ${JSON.stringify(limits)} };
const pay = (name, usd, tokens) => ({ do: "effect", effect: "pay/call@1", params: { name, usd, ...(tokens ? { tokens } : {}) } });
export default async function* (input) {
  ${body}
  return { returnCode: 0, summary: "done" };
}
`;

const callsIn = async (ledger: string) => (await readFile(ledger, "utf8")).split("\n").filter(Boolean);

describe("money and tokens", () => {
  test("GOV-30: with 24.99 of 25 spent one more call is made, and the next is refused", async () => {
    await using home = await TempHome.create();
    const ledger = await paying(home);
    await home.add(
      "paid",
      paid({ maxCost: 25 }, `yield pay("a", 24.99); yield pay("b", 0.5); yield pay("c", 0.1);`),
    );
    const ran = await home.uw(["run", "paid", "--json"]);
    expect(await callsIn(ledger)).toEqual(["a", "b"]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([30, "WORKFLOW_BUDGET_EXCEEDED"]);
    expect(ran.json.error.details).toMatchObject({ limit: "max_cost" });
    expect(ran.json.output.spent).toEqual({ costUsd: 25.49, tokens: 0, effects: 2, blocked: 0 });
  });

  test("GOV-30: what a role says it cost counts too", async () => {
    await using home = await TempHome.create();
    await paying(home);
    const body = `for (const n of [1, 2, 3]) yield { role: "r", content: String(n), meta: { costUsd: 0.4 } };`;
    await home.add("roles", paid({}, body));
    const ran = await home.uw(["run", "roles", "--max-cost", "0.8", "--json"]);
    expect([ran.exitCode, ran.json.output.roles]).toEqual([30, 2]);
    expect((await home.uw(["thread", ran.json.executionId, "--json"])).json.spent.costUsd).toBe(0.8);
  });

  for (const determinism of ["steps", "strict"])
    test(`GOV-30: a usage that is negative, no number or huge never lowers what was spent (${determinism})`, async () => {
      await using home = await TempHome.create();
      const ledger = await paying(home);
      const usages = [
        { totalTokens: 90 },
        { totalTokens: -1_000_000 },
        { inputTokens: -50, outputTokens: 5 },
        { totalTokens: "many", inputTokens: null },
        { totalTokens: 1, inputTokens: 4, outputTokens: 1 },
        { totalTokens: Number.MAX_SAFE_INTEGER },
        { totalTokens: Number.MAX_SAFE_INTEGER },
      ];
      const body = `if (input.steps.length === 0) { for (const usage of ${JSON.stringify(usages)}) yield { do: "effect", effect: "pay/call@1", params: { name: "a", usd: 0, usage } };
        yield { role: "r", content: "", meta: { costUsd: -5 } }; }`;
      await home.add("paid", paid({ maxTokens: 100 }, body, determinism));
      const ran = await home.uw(["run", "paid", "--json"]);
      expect(ran.json.error).toMatchObject({ code: "WORKFLOW_BUDGET_EXCEEDED", details: { spent: "100" } });
      expect(await callsIn(ledger)).toHaveLength(5);
      const info = (await home.journalPath(ran.json.executionId)).replace(".data.", ".info.");
      expect(await readFile(info, "utf8")).toContain(
        "usage.totalTokens of its answer is not a number from 0 up",
      );
      await home.add("unbound", paid({}, body, determinism));
      const free = (await home.uw(["run", "unbound", "--json"])).json;
      expect(free.output.spent).toMatchObject({ costUsd: 0, tokens: Number.MAX_SAFE_INTEGER });
    });

  test("GOV-32: when the budget is used up the generator is not entered again", async () => {
    await using home = await TempHome.create();
    await paying(home);
    const mark = join(home.dir, "entered");
    const body = `yield pay("a", 2); require_fs.writeFileSync(${JSON.stringify(mark)}, ""); yield pay("b", 1);`;
    const source = `import * as require_fs from "node:fs";${paid({ maxCost: 1 }, body)}`;
    await home.add("paid", source);
    const ran = await home.uw(["run", "paid", "--json"]);
    expect(ran.exitCode).toBe(30);
    expect(await Bun.file(mark).exists()).toBe(false);
  });

  test("GOV-32: of a list, what runs may end, and nothing more is begun", async () => {
    await using home = await TempHome.create();
    const ledger = await paying(home);
    const body = `yield ["a", "b", "c", "d"].map((name) => pay(name, 1));`;
    await home.add("paid", paid({ maxCost: 2, maxParallel: 1 }, body));
    const ran = await home.uw(["run", "paid", "--json"]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([30, "WORKFLOW_BUDGET_EXCEEDED"]);
    expect(await callsIn(ledger)).toEqual(["a", "b"]);
    expect((await home.uw(["verify", ran.json.executionId, "--json"])).json.ok).toBe(true);
  });

  test("--max-tokens ends a thread by what its receipts report", async () => {
    await using home = await TempHome.create();
    const ledger = await paying(home);
    await home.add("paid", paid({}, `for (const n of [1, 2, 3]) yield pay("call-" + n, 0, 500);`));
    const ran = await home.uw(["run", "paid", "--max-tokens", "1000", "--json"]);
    expect(ran.json.error.details).toMatchObject({ limit: "max_tokens" });
    expect(await callsIn(ledger)).toEqual(["call-1", "call-2"]);
  });

  test("a fork of a thread that ran out keeps what was paid for, and may be given more", async () => {
    await using home = await TempHome.create();
    const ledger = await paying(home);
    await home.add("paid", paid({}, `for (const n of [1, 2, 3, 4]) yield pay("call-" + n, 1);`));
    const ran = await home.uw(["run", "paid", "--max-cost", "2", "--json"]);
    expect(ran.json.error.hint).toContain(`fork ${ran.json.executionId} --max-cost`);
    const still = await home.uw(["fork", ran.json.executionId, "--json"]);
    expect([still.exitCode, still.json.error.code]).toEqual([30, "WORKFLOW_BUDGET_EXCEEDED"]);
    const forked = await home.uw(["fork", ran.json.executionId, "--max-cost", "10", "--json"]);
    expect([forked.exitCode, forked.json.output.spent.costUsd]).toEqual([0, 4]);
    expect(await callsIn(ledger)).toEqual(["call-1", "call-2", "call-3", "call-4"]);
  });

  test("what was spent before a crash is still spent after it", async () => {
    await using home = await TempHome.create();
    const ledger = await paying(home);
    const body = `yield pay("a", 1); yield { do: "approve", prompt: "go on?" }; yield pay("b", 1); yield pay("c", 1);`;
    await home.add("paid", paid({ maxCost: 2 }, body));
    const ran = await home.uw(["run", "paid", "--json"]);
    await home.crash();
    const approved = await home.uw(["approve", ran.json.executionId, "--json"]);
    expect([approved.exitCode, approved.json.error.code]).toEqual([30, "WORKFLOW_BUDGET_EXCEEDED"]);
    expect(await callsIn(ledger)).toEqual(["a", "b"]);
  });

  test("a flag lowers the bundle's limit and cannot raise it; a sum that is none is refused", async () => {
    await using home = await TempHome.create();
    const ledger = await paying(home);
    await home.add("paid", paid({ maxCost: 1 }, `yield pay("a", 1); yield pay("b", 1);`));
    expect((await home.uw(["run", "paid", "--max-cost", "5", "--json"])).exitCode).toBe(30);
    expect(await callsIn(ledger)).toEqual(["a"]);
    for (const bad of ["0", "-1", "1e9", "much", ""])
      expect((await home.uw(["run", "paid", `--max-cost=${bad}`, "--json"])).exitCode).toBe(10);
  });

  test("thread shows what was spent of what", async () => {
    await using home = await TempHome.create();
    await paying(home);
    await home.add("paid", paid({}, `yield pay("a", 0.0312, 4120);`));
    const ran = await home.uw(["run", "paid", "--max-cost", "2"]);
    expect(ran.stdout).toContain("spent $0.0312, 4,120 tokens, 1 effect");
    const id = (await home.uw(["threads", "--json"])).json.threads[0].threadId;
    expect((await home.uw(["thread", id])).stdout).toContain(
      "spent $0.0312 of $2.00, 4,120 tokens, 1 effect",
    );
  });
});

describe("GOV-50: calls and loops", () => {
  const asking = `
    const answers = [];
    for (const name of input.prompt.split(" ")) {
      const receipt = yield pay(name, 0);
      answers.push(receipt.status === "ok" ? "ok" : receipt.error.code);
    }
    yield { role: "teller", content: answers.join(" "), meta: {} };`;

  test("GOV-50: the same effect three times within five yields: the third is blocked with LOOP_DETECTED", async () => {
    await using home = await TempHome.create();
    const ledger = await paying(home);
    await home.add("loops", paid({ loop: { window: 5, threshold: 3 } }, asking));
    const ran = await home.uw(["run", "loops", "--prompt", "a b a c a d", "--json"]);
    expect(ran.json.output.last.content).toBe("ok ok ok ok LOOP_DETECTED ok");
    expect(await callsIn(ledger)).toEqual(["a", "b", "a", "c", "d"]);
    expect((await home.uw(["replay", ran.json.executionId, "--json"])).json.status).toBe("identical");
    expect((await home.uw(["verify", ran.json.executionId, "--json"])).json.ok).toBe(true);
  });

  for (const determinism of ["steps", "strict"])
    test(`GOV-50: the names of governance documents serve as well as ours (${determinism})`, async () => {
      await using home = await TempHome.create();
      const ledger = await paying(home);
      const limits = {
        max_steps: 40,
        max_tool_calls: 7,
        max_cost: 100,
        max_tokens: 1000,
        per_tool_caps: { "pay/call@1": 6 },
        loop_detection: { window: 5, threshold: 3 },
        circuit_breaker: 5,
      };
      const body = `if (input.steps.length > 0) return { returnCode: 0, summary: "" };
        const said = []; for (let n = 0; n < 3; n++) said.push((yield pay("same", 0)).error?.code ?? "ok");
        yield { role: "r", content: said.join(" "), meta: {} };`;
      await home.add("paid", paid(limits, body, determinism));
      const ran = (await home.uw(["run", "paid", "--json"])).json;
      expect(ran.output.last.content).toBe("ok ok LOOP_DETECTED");
      expect(await callsIn(ledger)).toHaveLength(2);
      expect((await home.uw(["show", "paid", "--json"])).json.descriptor.limits).toEqual({
        maxSteps: 40,
        maxEffects: 7,
        maxCost: 100,
        maxTokens: 1000,
        maxEffectsOf: { "pay/call@1": 6 },
        loop: { window: 5, threshold: 3 },
        breaker: 5,
      });
      await home.add("loops", paid(limits, `for (;;) yield pay("same", 0);`, determinism));
      const killed = (await home.uw(["run", "loops", "--json"])).json;
      expect([killed.status, killed.error.code]).toEqual(["cancelled", "KILLED"]);
      const twice = await home.bundle("twice", paid({ max_cost: 1, maxCost: 2 }, "yield 1;"));
      const refused = (await home.uw(["add", "twice", twice, "--json"])).json;
      expect(refused.error.message).toContain("max_cost: unknown key");
    });

  test("GOV-50: outside the window it is no loop", async () => {
    await using home = await TempHome.create();
    await paying(home);
    await home.add("loops", paid({ loop: { window: 3, threshold: 3 } }, asking));
    const ran = await home.uw(["run", "loops", "--prompt", "a b a c a", "--json"]);
    expect(ran.json.output.last.content).toBe("ok ok ok ok ok");
  });

  test("GOV-50: five blocked effects trip the breaker, and the thread is killed", async () => {
    await using home = await TempHome.create();
    const ledger = await paying(home);
    await home.add("loops", paid({ loop: { window: 10, threshold: 2 } }, asking));
    const ran = await home.uw(["run", "loops", "--prompt", "a a a a a a a a", "--json"]);
    const thread = (await home.uw(["thread", ran.json.executionId, "--json"])).json;
    expect([thread.status, thread.error.code, thread.spent.blocked]).toEqual(["killed", "KILLED", 5]);
    expect(thread.error.message).toContain("circuit breaker");
    expect(await callsIn(ledger)).toEqual(["a"]);
  });

  test("GOV-50: within one list, too", async () => {
    await using home = await TempHome.create();
    const ledger = await paying(home);
    const body = `const all = yield ["a", "a", "a"].map((name) => pay(name, 0));
      yield { role: "teller", content: all.map((one) => one.status).join(" "), meta: {} };`;
    await home.add("loops", paid({ loop: { window: 5, threshold: 3 } }, body));
    const ran = await home.uw(["run", "loops", "--json"]);
    expect(ran.json.output.last.content).toBe("ok ok error");
    expect(await callsIn(ledger)).toEqual(["a", "a"]);
  });

  test("GOV-50: a cap on all effects, and one on an effect", async () => {
    await using home = await TempHome.create();
    const ledger = await paying(home);
    await home.add("capped", paid({ maxEffects: 2 }, asking));
    await home.add("named", paid({ maxEffectsOf: { "pay/call@1": 1 } }, asking));
    const capped = await home.uw(["run", "capped", "--prompt", "a b c", "--json"]);
    expect(capped.json.output.last.content).toBe("ok ok WORKFLOW_BUDGET_EXCEEDED");
    const named = await home.uw(["run", "named", "--prompt", "d e", "--json"]);
    expect(named.json.output.last.content).toBe("ok WORKFLOW_BUDGET_EXCEEDED");
    expect(await callsIn(ledger)).toEqual(["a", "b", "d"]);
  });

  test("GOV-50: bad limits are refused by add, with the field named", async () => {
    await using home = await TempHome.create();
    for (const limits of [
      { maxCost: 0 },
      { loop: { window: 5 } },
      { loop: { window: 500, threshold: 3 } },
      { breaker: 0 },
    ]) {
      const file = await home.file("bad.esm.js", paid(limits, asking));
      const added = await home.uw(["add", "bad", file, "--json"]);
      expect([added.exitCode, added.json.error.message]).toEqual([
        10,
        expect.stringContaining(Object.keys(limits)[0] as string),
      ]);
    }
  });
});
