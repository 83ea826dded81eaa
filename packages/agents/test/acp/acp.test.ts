import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnsweredEffect, Json } from "@uncaged/workflow/executor";
import { until } from "../../../../tests/support/temp-home.ts";
import { agentFiles } from "../../src/acp/files.ts";
import { perform, type RigOptions, tempFolder } from "../rig.ts";
import type { Script, Step } from "./scripted-agent.ts";

const AGENT = join(import.meta.dir, "scripted-agent.ts");

async function run(
  make: (workspace: string) => Script,
  params: { [key: string]: Json } = {},
  options: RigOptions = {},
  setUp: (workspace: string) => void = () => {},
) {
  using folder = tempFolder();
  const workspace = join(folder.path, "work");
  mkdirSync(workspace);
  setUp(workspace);
  const script = join(folder.path, "script.json");
  writeFileSync(script, JSON.stringify(make(workspace)));
  const command = [process.execPath, AGENT, script];
  const given = { command, via: "acp", prompt: "Do it", ...params };
  const env = { PATH: process.env.PATH, HOME: folder.path, ...options.env };
  const done = await perform("sys/agent.run@1", given, { workspace, ...options, env });
  const log = existsSync(`${script}.log`) ? readFileSync(`${script}.log`, "utf8") : "";
  const file = (name: string) =>
    existsSync(join(workspace, name)) ? readFileSync(join(workspace, name), "utf8") : null;
  const out = file("a.txt");
  return { ...done, log, out, outside: existsSync(join(folder.path, "outside.txt")), file, workspace };
}

const edit = (path: string, content = "new\n") => ({
  ask: { tool: "Write a.txt", kind: "edit", path, content },
});
// biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of many shapes
const payloadOf = (executed: object) => (executed as { payload: any }).payload;

describe("a turn", () => {
  test("its last word, session, tool calls, diff, tokens and cost are in the receipt", async () => {
    const { executed, frames, workspace } = await run(
      (ws) => ({
        turns: [
          [
            { think: "hm" },
            { say: "I begin." },
            { does: { tool: "Look", kind: "read", path: join(ws, "a.txt") } },
            edit(join(ws, "a.txt")),
            { costUsd: 0.25 },
            { say: "Done." },
          ],
        ],
        usage: { inputTokens: 1000, outputTokens: 50, totalTokens: 1050 },
      }),
      { permissions: [{ kind: ["edit"], rule: "allow" }] },
    );
    const payload = payloadOf(executed);
    expect(executed).toMatchObject({ status: "ok", costUsd: 0.25 });
    expect(payload).toMatchObject({
      text: "Done.",
      session: expect.stringMatching(/^ses_/),
      folder: workspace,
      program: "scripted 1.0",
      stopReason: "end_turn",
      usage: { inputTokens: 1000, outputTokens: 50, totalTokens: 1050 },
      diffs: [{ path: "a.txt", oldText: null, newText: "new\n" }],
    });
    expect(payload.toolCalls).toEqual([
      { tool: "Look", kind: "read", status: "completed", paths: ["a.txt"] },
      {
        tool: "Write a.txt",
        kind: "edit",
        status: "completed",
        paths: ["a.txt"],
        permission: "allowed",
        why: "the workflow",
      },
    ]);
    expect(frames).toContainEqual({ event: "thought", text: "hm" });
    expect(frames).toContainEqual({ event: "tool", text: "Write a.txt", status: "completed" });
  });

  test("what nobody told is not there: unknown is not zero", async () => {
    const { executed } = await run(() => ({ turns: [[{ say: "Done." }]] }));
    expect(executed).not.toHaveProperty("costUsd");
    expect(payloadOf(executed)).not.toHaveProperty("usage");
  });

  test("it goes on with a session, and what it said before is not said again", async () => {
    using folder = tempFolder();
    const script = join(folder.path, "script.json");
    writeFileSync(script, JSON.stringify({ turns: [[{ say: "One." }], [{ say: "Two." }]] }));
    const given = { command: [process.execPath, AGENT, script], via: "acp", prompt: "Go" };
    const options = { workspace: folder.path, env: { PATH: process.env.PATH } };
    const first = payloadOf((await perform("sys/agent.run@1", given, options)).executed);
    const next = { ...given, session: first.session };
    const second = payloadOf((await perform("sys/agent.run@1", next, options)).executed);
    expect([first.text, second.text]).toEqual(["One.", "Two."]);
    expect(second).toMatchObject({ session: first.session, continued: "session" });
  });

  test("where it can branch, the session of an earlier receipt stays as it is", async () => {
    using folder = tempFolder();
    const script = join(folder.path, "script.json");
    const turns = [[{ say: "One." }], [{ say: "Two." }]];
    writeFileSync(script, JSON.stringify({ turns, can: ["load", "fork"] }));
    const given = { command: [process.execPath, AGENT, script], via: "acp", prompt: "Go" };
    const options = { workspace: folder.path, env: { PATH: process.env.PATH } };
    const first = payloadOf((await perform("sys/agent.run@1", given, options)).executed);
    const next = { ...given, session: first.session };
    for (const _ of [1, 2]) {
      const other = payloadOf((await perform("sys/agent.run@1", next, options)).executed);
      expect(other).toMatchObject({ text: "Two.", continued: "branch" });
      expect(other.session).not.toBe(first.session);
    }
  });

  /** Turns of one agent whose session is a file beside its script; `thread` says whose turn it is. */
  function talks(script: Script & { turns: Step[][] }, options: RigOptions = {}) {
    const folder = tempFolder();
    const path = join(folder.path, "script.json");
    writeFileSync(path, JSON.stringify(script));
    const turns: AnsweredEffect[] = [];
    const work = join(folder.path, "work");
    mkdirSync(work);
    return {
      work,
      log: () => readFileSync(`${path}.log`, "utf8"),
      forget: (session: string) => rmSync(`${path}.${session}`),
      [Symbol.dispose]: () => folder[Symbol.dispose](),
      /** `kept`: how many of the turns the thread knows, as a fork does. */
      async turn(thread: string, params: { [key: string]: Json }, kept = turns.length) {
        const given = { agent: "mine", via: "acp", ...params };
        const ports = { thread: thread as never, answered: () => turns.slice(0, kept), ...options.ports };
        const acp = { argv: [process.execPath, AGENT, path], cost: "session", ...(options.agents as object) };
        const agents = { mine: { acp }, other: { acp } };
        const env = { PATH: process.env.PATH };
        const done = await perform("sys/agent.run@1", given, {
          ...options,
          workspace: work,
          env,
          ports,
          agents,
        });
        const payload = payloadOf(done.executed);
        if (payload !== undefined) turns.push({ params: done.params, payload, thread: thread as never });
        return { executed: done.executed, payload, frames: done.frames };
      },
    };
  }

  test.each([[["load"]], [["load", "fork"]]] as ("load" | "fork")[][][])(
    "SESSION-1, SESSION-2: a fork never goes on in the session of its origin (it can %p)",
    async (can) => {
      using it = talks({ can, turns: [[{ say: "Blue." }], [{ say: "Sure." }]] });
      const first = await it.turn("T1", { prompt: "Choose a colour" });
      await it.turn("T1", { prompt: "Are you sure?", session: first.payload.session });
      const fork = await it.turn("T2", { prompt: "Paint it", session: first.payload.session }, 1);
      const canBranch = can.includes("fork");
      expect(fork.payload).toMatchObject({ continued: canBranch ? "branch" : "transcript" });
      expect(fork.payload.session).not.toBe(first.payload.session);
      const told = it.log().trim().split("\n").at(-1) ?? "";
      expect(told.includes("Choose a colour") && told.includes("Blue.")).toBe(!canBranch);
      expect(told).not.toContain("Are you sure?");
      expect(told).toContain("Paint it");
    },
  );

  test("SESSION-4: another agent is told the turns: a session belongs to the agent that made it", async () => {
    using it = talks({ can: ["load", "fork"], turns: [[{ say: "Blue." }]] });
    const first = await it.turn("T1", { prompt: "Choose a colour" });
    const next = await it.turn("T1", { agent: "other", prompt: "Paint it", session: first.payload.session });
    expect(next.payload).toMatchObject({ continued: "transcript" });
    expect(it.log()).toContain("Choose a colour");
  });

  test("SESSION-5: where the agent does not have the session any more, it is told the turns", async () => {
    using it = talks({ turns: [[{ say: "Blue." }]] });
    const first = await it.turn("T1", { prompt: "Choose a colour" });
    it.forget(first.payload.session);
    const next = await it.turn("T1", { prompt: "Paint it", session: first.payload.session });
    expect(next.payload).toMatchObject({ continued: "transcript" });
    expect(it.log()).toMatch(/Choose a colour.*Blue.*Paint it/);
    const stranger = await it.turn("T1", { prompt: "Paint it", session: "ses_none" });
    expect(stranger.executed).toMatchObject({ error: { code: "AGENT_SESSION" } });
  });

  test("SESSION-3: a session goes on in its own folder only", async () => {
    using it = talks({ turns: [[{ say: "Blue." }]] });
    mkdirSync(join(it.work, "sub"));
    const first = await it.turn("T1", { prompt: "Choose a colour" });
    const next = await it.turn("T1", { prompt: "p", cwd: "sub", session: first.payload.session });
    expect(next.executed).toMatchObject({ error: { code: "AGENT_SESSION_ELSEWHERE" } });
  });

  test("COST-2: the cost of a session is counted once, turn by turn", async () => {
    const turns = [
      [{ costUsd: 0.25 }, { say: "One." }],
      [{ costUsd: 0.4 }, { say: "Two." }],
    ];
    using it = talks({ turns });
    const first = await it.turn("T1", { prompt: "p" });
    const second = await it.turn("T1", { prompt: "q", session: first.payload.session });
    expect([first.executed.costUsd, second.executed.costUsd]).toEqual([0.25, 0.15]);
    expect(second.payload.sessionTotal).toEqual({ costUsd: 0.4 });
  });

  test("COST-2: a cost that each process counts from nothing is the cost of the turn", async () => {
    const turns = [
      [{ costUsd: 0.25 }, { say: "One." }],
      [{ costUsd: 0.25 }, { say: "Two." }],
    ];
    using it = talks({ turns }, { agents: { cost: "process" } });
    const first = await it.turn("T1", { prompt: "p" });
    const second = await it.turn("T1", { prompt: "q", session: first.payload.session });
    expect([first.executed.costUsd, second.executed.costUsd]).toEqual([0.25, 0.25]);
  });

  test("COST-1: tokens have the price of the model; a partial count, and no price, is unknown, and no budget lets it start", async () => {
    const usage = { inputTokens: 1000, outputTokens: 50, totalTokens: 1050 };
    const script = { turns: [[{ say: "One." }]], usage };
    const priced = { cost: undefined, prices: "openai", model: ["--model", "{model}"] };
    using known = talks(script, { agents: priced });
    expect((await known.turn("T1", { prompt: "p", model: "gpt-5" })).executed.costUsd).toBe(0.00175);
    expect((await known.turn("T1", { prompt: "p" })).executed).not.toHaveProperty("costUsd");
    const budget = { ports: { mustKnowCost: true } };
    for (const agents of [priced, { ...priced, usage: "last-call" }]) {
      using held = talks(script, { agents, ...budget });
      const model = "usage" in agents ? { model: "gpt-5" } : {};
      const { executed } = await held.turn("T1", { prompt: "p", ...model });
      expect(executed).toMatchObject({ status: "error", error: { code: "AGENT_UNPRICED" } });
    }
  });

  test("VIEW-1: with read access it works on a copy: what it changes without asking is discarded and told", async () => {
    const write = { tool: "Silent", kind: "edit", path: "new.txt", content: "x" };
    using it = talks({ turns: [[{ does: write }, { say: "Done." }]] });
    const { payload } = await it.turn("T1", { prompt: "p", access: "read" });
    expect(payload).toMatchObject({ text: "Done.", discarded: ["new.txt"] });
    expect(existsSync(join(it.work, "new.txt"))).toBe(false);
    expect(payload.folder).not.toBe(it.work);
  });

  test("the session is told as soon as it is open", async () => {
    using it = talks({ turns: [[{ say: "One." }]] });
    const { frames, payload } = await it.turn("T1", { prompt: "p" });
    expect(frames[0]).toEqual({ event: "session", session: payload.session, folder: it.work });
  });

  test("a prompt is data: it begins with no command, and names no file to send", async () => {
    const { log } = await run(() => ({ turns: [[{ say: "ok" }]] }), { prompt: "/config @/etc/passwd a@b.c" });
    expect(log).toContain(JSON.stringify("The task:\n\n/config @ /etc/passwd a@b.c"));
  });

  test("a cut, a refused and a failed turn are errors with what was said", async () => {
    const ends = [
      [{ stop: "max_tokens" }, "AGENT_CUT"],
      [{ stop: "refusal" }, "AGENT_REFUSED"],
      [{ fail: "no credit left" }, "AGENT_FAILED"],
    ] as const;
    for (const [end, code] of ends) {
      const { executed } = await run(() => ({ turns: [[{ say: "Half" }, end]] }));
      expect(executed).toMatchObject({ status: "error", error: { code }, payload: { text: "Half" } });
      if ("fail" in end) expect(JSON.stringify(executed)).toContain("no credit left");
    }
  });

  test("a schema holds, as with a command line", async () => {
    const schema = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };
    const good = await run(() => ({ turns: [[{ say: '{"ok":true}' }]] }), { schema });
    expect(payloadOf(good.executed).object).toEqual({ ok: true });
    const bad = await run(() => ({ turns: [[{ say: "yes" }]] }), { schema });
    expect(bad.executed).toMatchObject({ status: "error", error: { code: "AGENT_OUTPUT_INVALID" } });
  });
});

describe("permissions", () => {
  test("TURN-1: without a rule and without an answer nothing is granted: the turn ends, and the receipt says what is asked", async () => {
    const { executed, out, log } = await run((ws) => ({
      turns: [[edit(join(ws, "a.txt")), { say: "Done." }]],
    }));
    expect(out).toBeNull();
    expect(log).toContain("outcome cancelled");
    expect(executed).toMatchObject({ status: "error", error: { code: "AGENT_NEEDS_PERMISSION" } });
    expect(payloadOf(executed).asks).toEqual([
      {
        request: expect.stringMatching(/^[0-9a-f]{64}$/),
        tool: "Write a.txt",
        kind: "edit",
        paths: ["a.txt"],
        diffs: [{ path: "a.txt", oldText: null, newText: "new\n" }],
      },
    ]);
    expect(payloadOf(executed).session).toMatch(/^ses_/);
  });

  test("an answer is bound to the tool, the paths and the diff; it is given once, never for always", async () => {
    const turns = (ws: string, content?: string) => ({
      turns: [[edit(join(ws, "a.txt"), content), { say: "Done." }]],
    });
    const asked = payloadOf((await run(turns)).executed).asks[0].request;
    const answers = [{ request: asked, decision: "allow" }];
    const granted = await run(turns, { answers });
    expect(granted.executed).toMatchObject({ status: "ok" });
    expect(granted.log).toContain("outcome o-allow_once");
    const other = await run((ws) => turns(ws, "something else\n"), { answers });
    expect(other.out).toBeNull();
    expect(other.executed).toMatchObject({ error: { code: "AGENT_NEEDS_PERMISSION" } });
    const denied = await run(turns, { answers: [{ request: asked, decision: "deny" }] });
    expect(denied.log).toContain("outcome o-reject_once");
    expect(payloadOf(denied.executed)).toMatchObject({ denied: ["Write a.txt"], text: "I may not.Done." });
  });

  test("TURN-4: a yes is for one request: the same again in the turn is asked again", async () => {
    const deploy = { ask: { tool: "Deploy", kind: "execute", command: "./deploy.sh" } };
    const once = () => ({ turns: [[deploy, { say: "Done." }]] });
    const { request } = payloadOf((await run(once)).executed).asks[0];
    const allow = { request, decision: "allow" };
    expect((await run(once, { answers: [allow] })).executed).toMatchObject({ status: "ok" });
    const twice = () => ({ turns: [[deploy, deploy, { say: "Done." }]] });
    const again = await run(twice, { answers: [allow] });
    expect(again.executed).toMatchObject({ error: { code: "AGENT_NEEDS_PERMISSION" } });
    expect(payloadOf(again.executed).asks).toMatchObject([{ request }]);
    expect(again.log.match(/outcome o-allow_once/g)).toHaveLength(1);
    expect((await run(twice, { answers: [allow, allow] })).executed).toMatchObject({ status: "ok" });
    const denied = await run(twice, { answers: [{ request, decision: "deny" }] });
    expect(denied.log.match(/outcome o-reject_once/g)).toHaveLength(2);
  });

  test("the rules of the store come before the author's; the first that fits counts", async () => {
    const own = [{ kind: ["edit"], rule: "allow" }];
    const permissions = [{ path: ["a.*"], rule: "deny" as const }];
    const denied = await run(
      (ws) => ({ turns: [[edit(join(ws, "a.txt"))]] }),
      { permissions: own },
      { permissions },
    );
    expect(denied.out).toBeNull();
    expect(payloadOf(denied.executed).toolCalls[0]).toMatchObject({
      permission: "denied",
      why: "policy.yaml",
    });
    const other = await run(
      (ws) => ({ turns: [[edit(join(ws, "b.txt")), { say: "ok" }]] }),
      { permissions: own },
      { permissions },
    );
    expect(other.executed).toMatchObject({ status: "ok" });
  });

  describe("HELD-1: an agent whose session no other process could load waits in memory", () => {
    async function waits(decision: "allow" | "deny") {
      using folder = tempFolder();
      const script = join(folder.path, "script.json");
      const path = join(folder.path, "a.txt");
      const turns = [[edit(path), edit(join(folder.path, "b.txt")), { say: "Done." }]];
      writeFileSync(script, JSON.stringify({ can: [], turns } satisfies Script));
      const given = { command: [process.execPath, AGENT, script], via: "acp", prompt: "Go" };
      const options = { workspace: folder.path, env: { PATH: process.env.PATH } };
      const stays: Promise<unknown>[] = [];
      const ports = { stayFor: (work: Promise<unknown>) => void stays.push(work) };
      const turn = async (more: { [key: string]: Json }) =>
        (await perform("sys/agent.run@1", { ...given, ...more }, { ...options, ports })).executed;
      let executed = await turn({});
      const asked: string[] = [];
      const answers: Json[] = [];
      while (payloadOf(executed).asks !== undefined) {
        expect(executed).toMatchObject({ error: { code: "AGENT_NEEDS_PERMISSION" } });
        const { session, asks, waitsMs } = payloadOf(executed);
        expect([session.startsWith("held-"), waitsMs]).toEqual([true, 600_000]);
        asked.push(...asks.map((ask: { paths: string[] }) => ask.paths.join()));
        expect(existsSync(path)).toBe(decision === "allow" && asked.length > 1);
        answers.push(...asks.map(({ request }: { request: string }) => ({ request, decision })));
        executed = await turn({ session, answers });
      }
      await Promise.all(stays);
      const prompts = readFileSync(`${script}.log`, "utf8").match(/^prompt/gm)?.length;
      return { executed, asked, prompts, stays: stays.length, isWritten: existsSync(path) };
    }

    test("an answer goes to the turn that waits, which is one turn for the agent", async () => {
      const { executed, ...rest } = await waits("allow");
      expect(executed).toMatchObject({ status: "ok", payload: { text: "Done.", session: null } });
      expect(rest).toEqual({ asked: ["a.txt", "b.txt"], prompts: 1, stays: 2, isWritten: true });
    });

    test("a no is told to it, and it goes on without", async () => {
      const { executed, isWritten } = await waits("deny");
      expect(executed).toMatchObject({ status: "ok", payload: { denied: ["Write a.txt", "Write a.txt"] } });
      expect(isWritten).toBe(false);
    });

    test("when its time is over it is ended, and nothing was granted", async () => {
      const stays: Promise<unknown>[] = [];
      const ports = { stayFor: (work: Promise<unknown>) => void stays.push(work) };
      const mark = `4${process.pid}.25`;
      const { executed, out } = await run(
        (ws) => ({ can: [], turns: [[{ child: mark }, edit(join(ws, "a.txt")), { say: "Done." }]] }),
        { waitMs: 300 },
        { ports },
      );
      expect(payloadOf(executed)).toMatchObject({ waitsMs: 300 });
      await Promise.all(stays);
      expect(out).toBeNull();
      await until(
        async () => (Bun.spawnSync(["pgrep", "-f", `sleep ${mark}`]).stdout.length === 0 ? true : null),
        "what it started to be ended",
      );
      const { session } = payloadOf(executed);
      const late = await run(() => ({ can: [], turns: [] }), { session });
      expect(late.executed).toMatchObject({ error: { code: "AGENT_SESSION" } });
    });
  });

  test("what can only be allowed for always is denied", async () => {
    const ask = {
      tool: "Run",
      kind: "execute",
      command: "touch a.txt",
      options: ["allow_always", "reject_once"],
    };
    const { out, log } = await run(() => ({ turns: [[{ ask }]] }), { permissions: [{ rule: "allow" }] });
    expect(out).toBeNull();
    expect(log).toContain("outcome o-reject_once");
  });

  test("no rule allows a path outside the workspace, git's own files, or another mode of asking", async () => {
    const permissions = [{ rule: "allow" }];
    for (const path of ["../outside.txt", ".git/hooks/pre-commit", "link/outside.txt"]) {
      const { executed, outside } = await run(
        (ws) => ({
          turns: [[{ ask: { tool: "Write", kind: "edit", path: `${ws}/${path}`, content: "x" } }]],
        }),
        { permissions },
        {},
        (ws) => symlinkSync("..", join(ws, "link")),
      );
      expect(outside).toBe(false);
      expect(payloadOf(executed).denied).toEqual(["Write"]);
    }
    const mode = await run(() => ({ turns: [[{ ask: { tool: "Leave plan mode", kind: "switch_mode" } }]] }), {
      permissions,
    });
    expect(payloadOf(mode.executed).denied).toEqual(["Leave plan mode"]);
  });

  test("access read: no change is granted, by whatever rule", async () => {
    for (const kind of ["edit", "delete", "move", "execute", "other"]) {
      const { executed } = await run(
        // Relative: it works in a copy, so a path of the workspace itself would be refused as one outside.
        () => ({ turns: [[{ ask: { tool: "T", kind, path: "a.txt", content: "x" } }]] }),
        { access: "read", permissions: [{ rule: "allow" }] },
      );
      expect(payloadOf(executed).denied).toEqual(["T"]);
    }
  });

  test("what it changes without asking is told", async () => {
    const { executed } = await run((ws) => ({
      turns: [
        [{ does: { tool: "Silent", kind: "edit", path: join(ws, "a.txt"), content: "x" } }, { say: "Done." }],
      ],
    }));
    expect(payloadOf(executed)).toMatchObject({
      unasked: ["Silent"],
      warnings: [expect.stringContaining("may not")],
    });
  });
});

describe("files it asks us for", () => {
  test("are read from the workspace, and from nowhere else", async () => {
    const setUp = (ws: string) => {
      writeFileSync(join(ws, "in.txt"), "inside");
      writeFileSync(join(ws, "../secret.txt"), "planted");
      symlinkSync("../secret.txt", join(ws, "link.txt"));
    };
    const inside = await run((ws) => ({ turns: [[{ read: join(ws, "in.txt") }]] }), {}, {}, setUp);
    expect(payloadOf(inside.executed).text).toBe("inside");
    for (const path of ["../secret.txt", "link.txt"]) {
      const { executed } = await run((ws) => ({ turns: [[{ read: `${ws}/${path}` }]] }), {}, {}, setUp);
      expect(JSON.stringify(executed)).not.toContain("planted");
    }
    const missing = await run((ws) => ({ turns: [[{ read: join(ws, "none.txt") }]] }));
    expect(payloadOf(missing.executed).text).toContain("Resource not found");
  });

  test("are written under the same rules: outside, .git, read access and an unanswered question write nothing", async () => {
    const allow = { permissions: [{ rule: "allow" }] };
    const written = await run(
      (ws) => ({ turns: [[{ write: { path: join(ws, "a.txt"), content: "x" } }]] }),
      allow,
    );
    expect(written.log).toContain("write done");
    expect(payloadOf(written.executed).diffs).toEqual([{ path: "a.txt", oldText: null, newText: "x" }]);
    for (const path of ["../outside.txt", ".git/config"]) {
      const { outside, log, executed } = await run(
        (ws) => ({ turns: [[{ write: { path: `${ws}/${path}`, content: "x" } }]] }),
        allow,
      );
      expect(outside).toBe(false);
      expect(log).toContain("denied");
      expect(payloadOf(executed).denied).toEqual(["fs/write_text_file"]);
    }
    const look = await run((ws) => ({ turns: [[{ write: { path: join(ws, "a.txt"), content: "x" } }]] }), {
      ...allow,
      access: "read",
    });
    expect(look.out).toBeNull();
    const asked = await run((ws) => ({ turns: [[{ write: { path: join(ws, "a.txt"), content: "x" } }]] }));
    expect(asked.out).toBeNull();
    expect(asked.executed).toMatchObject({ error: { code: "AGENT_NEEDS_PERMISSION" } });
  });
});

test("the file rules hold by themselves, whoever let a write through", async () => {
  using folder = tempFolder();
  mkdirSync(join(folder.path, "work"));
  const call = { workspace: () => join(folder.path, "work"), params: {} } as never;
  const files = agentFiles({ secrets: { redact: (text: string) => text } } as never, call);
  await expect(files.write(join(folder.path, "outside.txt"), "x")).rejects.toThrow("outside the workspace");
  await expect(files.write(".git/config", "x")).rejects.toThrow("git's own");
  expect(existsSync(join(folder.path, "outside.txt"))).toBe(false);
});

describe("an agent that goes wrong", () => {
  test("a crash in a turn is an error with its exit code and its last words", async () => {
    const { executed } = await run(() => ({ turns: [[{ say: "Half" }, { exit: 7 }]] }));
    expect(executed).toMatchObject({
      status: "error",
      error: { code: "AGENT_FAILED" },
      payload: { text: "Half" },
    });
    expect(JSON.stringify(executed)).toMatch(/exit code 7.*it broke down/);
  });

  test("one that hangs is ended at its timeout, with what it started", async () => {
    const mark = `1${process.pid}.25`;
    const { executed } = await run(
      () => ({ turns: [[{ child: mark }, { hang: true }]] }),
      {},
      { timeoutMs: 1500 },
    );
    expect(executed).toMatchObject({
      status: "timeout",
      error: { details: { session: expect.stringMatching(/^ses_/) } },
    });
    expect(Bun.spawnSync(["pgrep", "-f", `sleep ${mark}`]).stdout.toString()).toBe("");
  });

  test("an abort tells the agent, then ends it", async () => {
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 800);
    const { executed } = await run(() => ({ turns: [[{ hang: true }]] }), {}, { signal: stopping.signal });
    expect(executed).toMatchObject({ status: "error", error: { code: "ABORTED" } });
  });

  test("words on standard output are passed over; a message that is not JSON ends it", async () => {
    const fine = await run(() => ({
      chatter: "Welcome!\n[info] {x\n",
      turns: [[{ raw: "{oops" }, { say: "Done." }]],
    }));
    expect(fine.executed).toMatchObject({ status: "ok", payload: { text: "Done." } });
    const broken = await run(() => ({ turns: [[{ raw: '{"jsonrpc":"2.0","id":3,' }, { hang: true }]] }));
    expect(broken.executed).toMatchObject({ status: "error", error: { code: "AGENT_PROTOCOL" } });
  });

  test("a huge answer is kept as a blob; a line without end is refused", async () => {
    const kept: Uint8Array[] = [];
    const put = (bytes: Uint8Array) => {
      kept.push(bytes);
      return "f".repeat(64);
    };
    const blobs = { put, get: () => null };
    const { executed } = await run(() => ({ turns: [[{ sayMuch: 1_000_000 }]] }), {}, { blobs });
    expect(executed).toMatchObject({ status: "ok", payload: { textBlob: { bytes: 1_000_000 } } });
    expect(kept[0]?.length).toBe(1_000_000);
    const endless = await run(() => ({ turns: [[{ sayMuch: 17 * 1024 * 1024 }, { hang: true }]] }));
    expect(endless.executed).toMatchObject({ status: "error", error: { code: "AGENT_PROTOCOL" } });
  });

  test("a login that is missing, another version and a name nobody knows are said", async () => {
    const login = await run(() => ({ login: true, turns: [] }));
    expect(login.executed).toMatchObject({
      error: { code: "AGENT_LOGIN", message: expect.stringContaining("Set THE_KEY") },
    });
    const version = await run(() => ({ version: 7, turns: [] }));
    expect(version.executed).toMatchObject({ error: { code: "AGENT_PROTOCOL" } });
    const { executed } = await perform("sys/agent.run@1", { agent: "nobody", via: "acp", prompt: "x" });
    expect(executed).toMatchObject({
      error: { code: "AGENT_NO_ACP", message: expect.stringContaining("opencode") },
    });
  });
});

test("MCP servers that a role names are handed to the agent; a command line is refused them", async () => {
  const mcpServers = [{ name: "tickets", command: "tickets-mcp", args: ["--read"] }];
  const { log } = await run(() => ({ turns: [[{ say: "ok" }]] }), { mcpServers });
  expect(log).toContain('mcp [{"name":"tickets","command":"tickets-mcp","args":["--read"],"env":[]}]');
  const { executed } = await run(() => ({ turns: [] }), { via: "cli", mcpServers });
  expect(executed).toMatchObject({ error: { code: "AGENT_NO_MCP" } });
});

describe("the registry", () => {
  test("an agent gets over the protocol what its command line gets of the environment", async () => {
    using folder = tempFolder();
    const script = join(folder.path, "claude-agent-acp");
    writeFileSync(script, `#!/bin/sh\nenv > "${folder.path}/env"\n`, { mode: 0o755 });
    const env = {
      PATH: `${folder.path}:/usr/bin:/bin`,
      HTTPS_PROXY: "http://proxy:3128",
      ANTHROPIC_CUSTOM_HEADERS: "x: y",
      CLAUDE_CODE_USE_VERTEX: "1",
      CLOUD_ML_REGION: "r",
      AWS_REGION: "r",
      MINE: "1",
      OTHER: "1",
    };
    const agents = { claude: { env: ["MINE"] } };
    const given = { agent: "claude", via: "acp", prompt: "x" };
    await perform("sys/agent.run@1", given, { workspace: folder.path, env, agents });
    const seen = readFileSync(join(folder.path, "env"), "utf8");
    for (const name of ["HTTPS_PROXY", "ANTHROPIC_CUSTOM_HEADERS", "CLOUD_ML_REGION", "MINE"])
      expect(seen).toContain(`${name}=`);
    expect(seen).not.toMatch(/^(AWS_REGION|OTHER)=/m);
  });

  test("N9: the admitted params have the argv; a program that is missing says how it is installed", async () => {
    const given = { agent: "gemini", via: "acp", prompt: "x", model: "gemini-3-pro" };
    const { executed, params } = await perform("sys/agent.run@1", given, { env: { PATH: "/nowhere" } });
    expect((params as { argv: string[] }).argv).toEqual([
      "gemini",
      "--acp",
      "--skip-trust",
      "--model",
      "gemini-3-pro",
    ]);
    expect(executed).toMatchObject({
      error: { code: "AGENT_NOT_INSTALLED", message: expect.stringContaining("@google/gemini-cli@") },
    });
  });

  test("config.yaml adds an agent, with the mode in which it asks", async () => {
    using folder = tempFolder();
    const script = join(folder.path, "script.json");
    writeFileSync(script, JSON.stringify({ modes: ["free", "careful"], turns: [[{ say: "Done." }]] }));
    const acp = { argv: [process.execPath, AGENT, script], edit: { mode: "careful" } };
    const options = { workspace: folder.path, env: { PATH: process.env.PATH }, agents: { mine: { acp } } };
    const { executed } = await perform(
      "sys/agent.run@1",
      { agent: "mine", via: "acp", prompt: "x" },
      options,
    );
    expect(payloadOf(executed)).not.toHaveProperty("warnings");
    expect(readFileSync(`${script}.log`, "utf8")).toContain("mode careful");
    const wrong = { ...options, agents: { mine: { acp: { ...acp, edit: { mood: "careful" } } } } };
    const { executed: refused } = await perform(
      "sys/agent.run@1",
      { agent: "mine", via: "acp", prompt: "x" },
      wrong,
    );
    expect(refused).toMatchObject({
      error: { code: "SCHEMA_INVALID", message: expect.stringContaining("agents.mine.acp.edit.mood") },
    });
  });
});
