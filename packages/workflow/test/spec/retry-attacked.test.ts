// What somebody met who wanted a retry to lose, repeat or forge something.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { cli } from "../../../../tests/support/in-process.ts";
import { installProbe } from "../../../../tests/support/probe.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

const MODES = ["steps", "strict"] as const;
type Mode = (typeof MODES)[number];

const EFFECTS = ["sys/exec@1", "t/keyed@1", "t/once@1"];

function flow(mode: Mode, body: string): string {
  return `export const descriptor = ${JSON.stringify({ description: "d", roles: {}, effects: EFFECTS, determinism: mode })};
const sh = (id, script) => ({ do: "effect", id, effect: "sys/exec@1", params: { argv: ["sh", "-c", script] } });
const put = (kind, id, more = {}) => ({ do: "effect", id, effect: "t/" + kind + "@1", params: { id, ...more } });
const must = (receipt) => { if (receipt.status !== "ok") throw new Error(receipt.status); return receipt.payload; };
export default async function* ({ prompt, steps, variables }) {
  const at = ${mode === "strict" ? "0" : "steps.length"};
${body}
  return { returnCode: 0, summary: "done" };
}
`;
}

const uw = (home: TempHome, ...args: string[]) => cli(home, [...args, "--json"]);

const PROBES = {
  "t/keyed@1": { class: "idempotent", receipt: { type: "object", required: ["ok"] } },
  "t/once@1": { class: "once", risk: "financial", receipt: { type: "object", required: ["ok"] } },
};

async function keysOf(probe: Awaited<ReturnType<typeof installProbe>>, id: string): Promise<string[]> {
  return (await probe.calls())
    .filter(({ params }) => params.id === id)
    .map(({ idempotencyKey }) => idempotencyKey);
}

const gateAll = (home: TempHome) =>
  Bun.write(home.layout.policy, "risks: { write: approve, financial: approve }\n");

const logOf = (home: TempHome) =>
  existsSync(join(home.dir, "log")) ? readFileSync(join(home.dir, "log"), "utf8").trim().split("\n") : [];

describe.each(MODES)("%s", (mode) => {
  test("E3: an effect that needs a yes is sent with the key it had, after another yes", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, PROBES);
    await gateAll(home);
    const ask = `must(yield { ...put("keyed", "a", { gate: "go", say: { ok: 1 } }), retry: false, timeoutMs: 300 });`;
    await home.add("flow", flow(mode, ask));
    const id = (await uw(home, "run", "flow")).json.executionId;
    expect((await uw(home, "approve", id)).json.status).toBe("failed");
    await probe.open("go");
    const retried = (await uw(home, "retry", id)).json;
    expect(retried.status).toBe("needs_approval");
    expect((await uw(home, "approve", retried.executionId)).json.status).toBe("ok");
    const keys = await keysOf(probe, "a");
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test("E3: what failed and was told of in a step, and what answered badly, is sent with the key it had", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, PROBES);
    const told = `const r = yield { ...put("keyed", "a", { gate: "go", say: { ok: 1 } }), retry: false, timeoutMs: 300 };
      yield { role: "r", content: r.status, meta: {} };
      if (r.status !== "ok") return { returnCode: 1, summary: "no" };`;
    await home.add("told", flow(mode, told));
    const first = (await uw(home, "run", "told")).json.executionId;
    await probe.open("go");
    expect((await uw(home, "retry", first)).json.status).toBe("ok");
    expect(new Set(await keysOf(probe, "a")).size).toBe(1);
    await home.add("bad", flow(mode, `must(yield put("keyed", "b", { say: {} }));`));
    const second = (await uw(home, "run", "bad")).json;
    expect(second.error.code).toBe("RECEIPT_FAULT");
    await uw(home, "retry", second.executionId);
    const keys = await keysOf(probe, "b");
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test("PROMISE-1: the key of an effect names the work: another key is other work", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, PROBES);
    const body = `must(yield { ...put("keyed", "pay", { say: { ok: 1 } }), key: "order-" + variables.o });
      must(yield put("once", "late", { say: { ok: 1 }, error: { code: "NO", message: "no" }, failing: 1 }));`;
    await home.add("flow", flow(mode, body));
    const id = (await uw(home, "run", "flow", "--var", "o=1")).json.executionId;
    expect((await uw(home, "fork", id, "--var", "o=2")).json.status).toBe("ok");
    expect(await keysOf(probe, "pay")).toEqual(["order-1", "order-2"]);
  });

  test("H2: a doubt is settled before anything behind it is done again", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, PROBES);
    const body = `const { payload } = yield sh("now", "date +%s%N");
      must(yield put("once", "pay", { q: payload.stdout, gate: "go", say: { ok: 1 } }));`;
    await home.add("flow", flow(mode, body));
    const id = await home.start("flow", "--workspace", home.dir);
    await until(async () => ((await probe.ids()).includes("pay") ? true : null), "the call");
    await home.crash();
    await uw(home, "kill", id);
    for (const redo of ["now", "pay"]) {
      const { error } = (await uw(home, "retry", id, "--redo", redo)).json;
      expect([error.code, error.hint]).toEqual(["STATE_INVALID", `uncaged-workflow retry ${id}`]);
    }
    const plan = (await uw(home, "fork", id, "--from-step", "now", "--plan")).json;
    expect(plan.runs).toMatchObject([{ stepId: "pay", why: expect.stringContaining("nobody knows") }]);
    expect((await uw(home, "retry", id)).json.status).toBe("waiting");
    expect(await probe.ids()).toEqual(["pay"]);
  });

  test("C38: a yes behind a failure that the workflow went on from is kept, with what it let happen", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, PROBES);
    const body = `const late = yield put("once", "late", { error: { code: "NO", message: "no" } });
      yield { do: "approve", id: "ok", prompt: "pay?" };
      must(yield put("once", "pay", { say: { ok: 1 } }));
      yield { role: "r", content: late.status, meta: {} };
      return { returnCode: late.status === "ok" ? 0 : 1, summary: "" };`;
    await home.add("flow", flow(mode, body));
    const id = (await uw(home, "run", "flow")).json.executionId;
    await uw(home, "approve", id);
    expect((await uw(home, "retry", id)).json.status).toBe("failed");
    expect(await probe.ids()).toEqual(["late", "pay"]);
  });

  test("A5: an effect in doubt that had its yes waits for word of its outcome, not for another yes", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, PROBES);
    await gateAll(home);
    await home.add("flow", flow(mode, `must(yield put("once", "pay", { gate: "go", say: { ok: 1 } }));`));
    const asked = (await uw(home, "run", "flow")).json;
    const { resumeToken } = asked.requiresApproval;
    await home.uw(["approve", asked.executionId, "--token", resumeToken, "--detach"]);
    await until(async () => ((await probe.ids()).includes("pay") ? true : null), "the call");
    await home.crash();
    await uw(home, "kill", asked.executionId);
    const { executionId, status } = (await uw(home, "retry", asked.executionId)).json;
    expect(status).toBe("waiting");
    const [open] = (await uw(home, "approvals")).json.approvals;
    expect(open).toMatchObject({ threadId: executionId, kind: "reconcile" });
    expect((await uw(home, "approve", executionId, "--token", resumeToken)).exitCode).not.toBe(0);
    expect(await probe.ids()).toEqual(["pay"]);
  });

  test("E1: what was done and could not be told is not done again without a person's word", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, PROBES);
    for (const [name, more] of [
      ["mute", { raw: "" }],
      ["babble", { raw: "no receipt" }],
      ["misfit", { say: {} }],
    ] as const) {
      await home.add(name, flow(mode, `must(yield put("once", "${name}", ${JSON.stringify(more)}));`));
      const ended = (await uw(home, "run", name)).json;
      expect([name, ended.status]).toEqual([name, "failed"]);
      const plan = (await uw(home, "retry", ended.executionId, "--plan")).json;
      expect(plan).toMatchObject({ runs: [], waits: [{ stepId: name }] });
      const retried = (await uw(home, "retry", ended.executionId)).json;
      expect([name, retried.status]).toEqual([name, "waiting"]);
      expect((await uw(home, "reconcile", retried.executionId, "--ok", '{"ok":1}')).json.status).toBe("ok");
    }
    expect(await probe.ids()).toEqual(["mute", "babble", "misfit"]);
  });

  test("H10: a yes for one folder is none for another", async () => {
    await using home = await TempHome.create();
    await installProbe(home, PROBES);
    for (const name of ["a", "b"]) await mkdir(join(home.dir, name));
    const body = `yield { do: "approve", id: "ok", prompt: "Empty the folder?" };
      const { payload } = yield sh("empty", "echo emptied >> log; test -e ok");
      if (payload.exitCode !== 0) throw new Error("no");`;
    await home.add("flow", flow(mode, body));
    const id = (await uw(home, "run", "flow", "--workspace", join(home.dir, "a"))).json.executionId;
    await uw(home, "approve", id);
    const there = (await uw(home, "retry", id, "--workspace", join(home.dir, "b"))).json;
    expect([there.status, existsSync(join(home.dir, "b/log"))]).toEqual(["needs_approval", false]);
  });

  test("WORKTREE-2: a retry in a worktree keeps its files when its origin is deleted", async () => {
    await using home = await TempHome.create();
    await installProbe(home, PROBES);
    const repo = join(home.dir, "repo");
    await mkdir(repo);
    const git = (...args: string[]) =>
      Bun.spawnSync(["git", "-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: repo });
    git("init", "--quiet");
    git("commit", "--quiet", "--allow-empty", "-m", "one");
    const body = `if (at < 1) { yield sh("write", "echo paid > a.txt"); yield { role: "a", content: "1", meta: {} }; }
      const { payload } = yield sh("read", "cat a.txt; test -e '" + prompt + "/fixed'");
      if (payload.exitCode !== 0) throw new Error("no");
      yield { role: "b", content: payload.stdout, meta: {} };`;
    await home.add("flow", flow(mode, body));
    const args = ["run", "flow", "--prompt", home.dir, "--workspace", repo, "--worktree"];
    const id = (await uw(home, ...args)).json.executionId;
    await home.file("fixed", "");
    const retry = (await uw(home, "retry", id)).json.executionId;
    await home.untilQuiet();
    await uw(home, "gc", "--older-than", "0");
    await uw(home, "thread", "rm", id);
    await uw(home, "gc", "--older-than", "0");
    git("gc", "--quiet", "--prune=now");
    expect(git("for-each-ref", "refs/uncaged").stdout.toString()).toContain(retry);
    const forked = await uw(home, "fork", retry, "--from-step", "1");
    expect([forked.json.status, forked.json.output.last?.content]).toEqual(["ok", "paid\n"]);
  });
});

test("A1: a name that a caller gave does not hide the thread whose id ends so", async () => {
  await using home = await TempHome.create();
  await installProbe(home, PROBES);
  await home.add("good", flow("strict", `yield { do: "approve", id: "ok", prompt: "send?" };`));
  const id = (await uw(home, "run", "good")).json.executionId as string;
  const end = id.slice(-6);
  const hash = (await uw(home, "show", "good")).json.sha256;
  const request = JSON.stringify({ workflow: "good", runtime: { idempotencyKey: "k" } });
  const given = ["run", "--execution-id", end, "--workflow-hash", `sha256:${hash}`, "--workspace", home.dir];
  await home.uw(given, { stdin: request });
  const { error } = (await uw(home, "approve", end)).json;
  expect([error.code, error.details.candidates]).toEqual(["USAGE", expect.arrayContaining([id])]);
  expect(logOf(home)).toEqual([]);
});
