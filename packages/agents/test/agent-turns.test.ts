// Sessions, cost, access and prompts of coding agents, with stand-ins that print what the real programs printed.
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { AnsweredEffect, Json } from "@uncaged/workflow/executor";
import { perform as performIn, type RigOptions, tempFolder } from "./rig.ts";

const EFFECT = "sys/agent.run@1";
type Map = { [key: string]: Json };

/** A workspace with a program of that name before it. What the program was told is in `argv` and `stdin`. */
class Store implements Disposable {
  private readonly folder = tempFolder();
  readonly work = join(this.folder.path, "work");
  readonly turns: AnsweredEffect[] = [];
  thread = "T1";

  constructor(
    readonly agent: string,
    body: string,
  ) {
    const bin = join(this.folder.path, "bin");
    mkdirSync(bin);
    mkdirSync(this.work);
    const note = `printf '%s\\n' "$@" > "${this.folder.path}/argv"; env > "${this.folder.path}/env"; cat > "${this.folder.path}/stdin"`;
    writeFileSync(join(bin, agent), `#!/bin/sh\n${note}\n${body}\n`);
    chmodSync(join(bin, agent), 0o755);
  }

  async run(params: Map, { ports, env, ...options }: RigOptions = {}) {
    const {
      executed,
      frames,
      params: admitted,
    } = await performIn(
      EFFECT,
      { agent: this.agent, prompt: "Go on", ...params },
      {
        workspace: this.work,
        env: { PATH: `${this.folder.path}/bin:/usr/bin:/bin`, HOME: this.folder.path, ...env },
        ports: {
          thread: this.thread as never,
          answered: () => this.turns,
          scratch: () => this.scratch(),
          ...ports,
        },
        ...options,
      },
    );
    const payload = ("payload" in executed ? executed.payload : undefined) as Map | undefined;
    if (payload !== undefined) this.turns.push({ params: admitted, payload, thread: this.thread as never });
    return { executed, payload, frames };
  }

  noted(file: "argv" | "stdin" | "env"): string {
    const path = join(this.folder.path, file);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  }

  git(...args: string[]): string {
    const { stdout } = Bun.spawnSync(
      ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", ...args],
      {
        cwd: this.work,
      },
    );
    return stdout.toString();
  }

  private scratch(): string {
    const path = join(this.folder.path, "scratch");
    mkdirSync(path, { recursive: true });
    return path;
  }

  [Symbol.dispose]() {
    this.folder[Symbol.dispose]();
  }
}

/** 2.1.326 counts the session, also of the one it was branched from; each call is 1,000 tokens in and 50 out. */
const since = (calls: number) =>
  `"model_usage_since_last_result":{"claude-opus-5-5":{"inputTokens":${calls * 1000},"outputTokens":${calls * 50},"cacheReadInputTokens":0,"cacheCreationInputTokens":0,"costUSD":${calls * 0.005}}}`;
const result = (session: string, total: number, more = "") =>
  `echo '{"type":"result","session_id":"${session}","total_cost_usd":${total},"usage":{"input_tokens":1000,"output_tokens":50},"is_error":false,"result":"OK"${more}}'`;

describe("cost of a turn", () => {
  test("COST-2: claude, whose cost is of the whole session, is counted once", async () => {
    using store = new Store(
      "claude",
      `case "$*" in *s-1*) ${result("s-2", 0.015)};; *) ${result("s-1", 0.01)};; esac`,
    );
    const first = await store.run({});
    expect(first.executed.costUsd).toBe(0.01);
    const second = await store.run({ session: "s-1" });
    expect(second.executed.costUsd).toBe(0.005);
    expect(second.payload?.sessionTotal).toEqual({ costUsd: 0.015 });
  });

  test("a claude that tells the turn itself: helpers counted, several results added up", async () => {
    const body = `${result("s-1", 0.01, `,${since(2)}`)}; ${result("s-1", 0.015, `,${since(1)}`)}`;
    using store = new Store("claude", body);
    const { executed, payload } = await store.run({ session: "of-somebody" });
    expect(executed.costUsd).toBe(0.015);
    expect(payload?.usage).toEqual({ inputTokens: 3000, outputTokens: 150, totalTokens: 3150 });
  });

  test("several results without that member: the last total counts", async () => {
    using store = new Store("claude", `${result("s-1", 0.01)}; ${result("s-1", 0.015)}`);
    expect((await store.run({})).executed.costUsd).toBe(0.015);
  });

  const CODEX = (id: string, calls: number) =>
    `echo '{"type":"thread.started","thread_id":"${id}"}'; echo '{"type":"turn.completed","usage":{"input_tokens":${calls * 1000},"cached_input_tokens":0,"output_tokens":${calls * 50}}}'`;

  test("COST-2: codex, whose tokens are of the whole session, is counted once, at the price of its model", async () => {
    using store = new Store("codex", `case "$*" in *t-1*) ${CODEX("t-2", 3)};; *) ${CODEX("t-1", 2)};; esac`);
    const first = await store.run({ model: "gpt-5" });
    expect(first.payload?.usage).toEqual({ inputTokens: 2000, outputTokens: 100, totalTokens: 2100 });
    expect(first.executed.costUsd).toBe(0.0035);
    const second = await store.run({ model: "gpt-5", session: "t-1" });
    expect(second.payload?.usage).toEqual({ inputTokens: 1000, outputTokens: 50, totalTokens: 1050 });
    expect(second.executed.costUsd).toBe(0.00175);
  });

  test("COST-1: nobody knows what it cost: there is no cost, not 0", async () => {
    using store = new Store("codex", CODEX("t-1", 2));
    const { executed } = await store.run({});
    expect(executed).toMatchObject({ status: "ok" });
    expect("costUsd" in executed).toBe(false);
  });

  test("COST-3: opencode without a price for its model says 0, which is no cost", async () => {
    const step = `{"type":"step_finish","sessionID":"ses_1","part":{"cost":0,"tokens":{"input":1000,"output":50,"reasoning":7,"cache":{"read":10,"write":5}}}}`;
    using store = new Store("opencode", `echo '${step}'`);
    const { executed, payload } = await store.run({ model: "mock/m1" });
    expect("costUsd" in executed).toBe(false);
    expect(payload?.usage).toMatchObject({ inputTokens: 1015, outputTokens: 57 });
    const priced = await store.run({ model: "mock/m1" }, { prices: { "mock/m1": { input: 2, output: 10 } } });
    expect(priced.executed.costUsd).toBe(0.0026);
  });

  test("gemini: its thoughts are output, its helpers' models have their own price", async () => {
    const models = {
      "gemini-2.5-pro": { input_tokens: 1000, output_tokens: 50, total_tokens: 1150, cached: 0 },
      "gemini-2.5-flash": { input_tokens: 1000, output_tokens: 50, total_tokens: 1050, cached: 0 },
    };
    const body = [
      `echo '{"type":"init","session_id":"g-1","model":"gemini-2.5-pro"}'`,
      `echo '{"type":"message","role":"assistant","content":"Let me see","delta":true}'`,
      `echo '{"type":"tool_use","tool_name":"read_file"}'`,
      `echo '{"type":"message","role":"assistant","content":"All ","delta":true}'`,
      `echo '{"type":"message","role":"assistant","content":"done.","delta":true}'`,
      `echo '{"type":"result","status":"success","stats":{"models":${JSON.stringify(models)}}}'`,
    ].join("\n");
    using store = new Store("gemini", body);
    const { executed, payload } = await store.run({});
    expect(payload).toMatchObject({ text: "All done.", session: "g-1", model: "gemini-2.5-pro" });
    expect(payload?.usage).toEqual({ inputTokens: 2000, outputTokens: 200, totalTokens: 2200 });
    expect(executed.costUsd).toBe(0.003175);
  });

  test("a timeout keeps what the stream had told: each call once, at its price", async () => {
    const call = `{"type":"assistant","parent_tool_use_id":null,"session_id":"s-1","message":{"id":"m-1","model":"claude-sonnet-4-5","usage":{"input_tokens":1000,"output_tokens":50}}}`;
    using store = new Store(
      "claude",
      `echo '{"type":"system","session_id":"s-1"}'; echo '${call}'; echo '${call}'; sleep 60`,
    );
    const { executed } = await store.run({}, { timeoutMs: 700 });
    expect(executed).toMatchObject({
      status: "timeout",
      costUsd: 0.00375,
      error: { details: { session: "s-1", usage: { inputTokens: 1000, outputTokens: 50 } } },
    });
  });

  test("COST-1: with a budget, an agent whose cost nobody could know does not start; a price or a yes lets it", async () => {
    using store = new Store("codex", CODEX("t-1", 1));
    const ports = { mustKnowCost: true };
    const refused = await store.run({}, { ports });
    expect(refused.executed).toMatchObject({ status: "error", error: { code: "AGENT_UNPRICED" } });
    expect(store.noted("argv")).toBe("");
    expect((await store.run({ model: "gpt-5" }, { ports })).executed.status).toBe("ok");
    expect((await store.run({}, { ports: { mustKnowCost: false } })).executed.status).toBe("ok");
  });

  test("maxCostUsd is the agent's own limit, and is refused for one that has none", async () => {
    using claude = new Store("claude", result("s-1", 0.01));
    await claude.run({ maxCostUsd: 0.5 });
    expect(claude.noted("argv")).toContain("--max-budget-usd\n0.5\n");
    using codex = new Store("codex", CODEX("t-1", 1));
    expect((await codex.run({ maxCostUsd: 0.5 })).executed).toMatchObject({
      error: { code: "AGENT_NO_CAP" },
    });
  });
});

describe("sessions", () => {
  test("SESSION-1: going on leaves the session of the earlier step as it is", async () => {
    using store = new Store(
      "claude",
      `case "$*" in *fork-session*) ${result("s-2", 0.02)};; *) ${result("s-1", 0.01)};; esac`,
    );
    await store.run({});
    const { payload } = await store.run({ session: "s-1" });
    expect(payload).toMatchObject({ session: "s-2", continued: "branch", folder: store.work });
  });

  const GEMINI = `echo '{"type":"init","session_id":"g-1"}'; echo '{"type":"message","role":"assistant","content":"I chose blue."}'; echo '{"type":"result","stats":{}}'`;

  test("the session is told as soon as it is known: before the program says anything where it goes on in it", async () => {
    using copilot = new Store("copilot", "true");
    const { frames } = await copilot.run({ session: "c-1" });
    expect(frames).toEqual([{ event: "session", session: "c-1", folder: copilot.work }]);
    using claude = new Store("claude", `echo '{"type":"system","session_id":"s-1"}'; ${result("s-1", 0.01)}`);
    const told = (await claude.run({})).frames.filter((one) => (one as Map).event === "session");
    expect(told).toEqual([{ event: "session", session: "s-1", folder: claude.work }]);
  });

  test("SESSION-2: a fork of an agent that cannot branch is told the kept turns, in a session of its own", async () => {
    using store = new Store("gemini", GEMINI);
    await store.run({ prompt: "Choose a colour" });
    await store.run({ prompt: "Are you sure?", session: "g-1" });
    expect(store.noted("argv")).toContain("--resume\ng-1\n");
    store.thread = "T2";
    const { payload } = await store.run({ prompt: "Paint it", session: "g-1" });
    expect(payload).toMatchObject({ continued: "transcript" });
    expect(store.noted("argv")).not.toContain("--resume");
    for (const said of ["Choose a colour", "I chose blue.", "Are you sure?"])
      expect(store.noted("stdin")).toContain(said);
    expect(store.noted("stdin")).toEndWith("Paint it");
  });

  test("SESSION-2: a fork in another folder is told the kept turns, also by an agent that can branch", async () => {
    using store = new Store("claude", result("s-1", 0.01));
    await store.run({ prompt: "Choose a colour" });
    store.thread = "T2";
    mkdirSync(join(store.work, "other"));
    const { payload } = await store.run({ session: "s-1" }, { workspace: join(store.work, "other") });
    expect(payload).toMatchObject({ continued: "transcript" });
    expect(store.noted("argv")).not.toContain("s-1");
  });

  test("SESSION-3: a session goes on in its own folder only", async () => {
    using store = new Store("claude", result("s-1", 0.01));
    mkdirSync(join(store.work, "other"));
    await store.run({});
    const { executed } = await store.run({ session: "s-1", cwd: "other" });
    expect(executed).toMatchObject({
      status: "error",
      error: { code: "AGENT_SESSION_ELSEWHERE", details: { session: "s-1", folder: store.work } },
    });
  });
});

describe("prompts are data", () => {
  test.each([
    ["claude", "/config theme=dark"],
    ["codex", "/init"],
    ["gemini", "/memory show"],
    ["opencode", "!rm -rf ."],
    ["qwen", "  /memory show"],
    ["copilot", "/login"],
  ])("PRESET-2: %s gets %p as a text, not as a command", async (agent, prompt) => {
    using store = new Store(agent, "true");
    await store.run({ prompt });
    expect(store.noted("stdin")).toBe(`The request is the following text:\n\n${prompt}`);
  });

  test("PRESET-2: aider gets its prompt in a file, as a text and not as a command", async () => {
    using store = new Store("aider", 'cat "$2"');
    const { payload } = await store.run({ prompt: "/run rm -rf ." });
    expect(payload?.text).toBe("The request is the following text:\n\n/run rm -rf .");
    expect(store.noted("argv")).not.toContain("rm -rf");
  });

  test.each(["gemini", "qwen", "copilot"])(
    "PRESET-2: %s sends no file along that a prompt names",
    async (agent) => {
      using store = new Store(agent, "true");
      await store.run({ prompt: "@/etc/passwd and (@src) but me@example.org" });
      expect(store.noted("stdin")).toBe("\\@/etc/passwd and (\\@src) but me@example.org");
    },
  );

  test("PRESET-2: claude has a switch for that, and its prompt stays as it is", async () => {
    using store = new Store("claude", "true");
    await store.run({ prompt: "see @/etc/passwd" }, {});
    expect(store.noted("stdin")).toBe("see @/etc/passwd");
    expect(store.noted("env")).toContain("CLAUDE_CODE_DISABLE_FILE_MENTIONS=1");
    expect(store.noted("argv")).toContain("--disable-slash-commands");
  });
});

describe("access: read", () => {
  test("VIEW-1: what it writes is discarded and told; the workspace stays as it is", async () => {
    using store = new Store(
      "opencode",
      `echo changed > a.txt; echo new > b.txt; echo '{"type":"text","part":{"text":"Done"}}'`,
    );
    writeFileSync(join(store.work, "a.txt"), "as it was\n");
    const { payload } = await store.run({ access: "read" });
    expect(payload).toMatchObject({ text: "Done", discarded: ["a.txt", "b.txt"] });
    expect(readFileSync(join(store.work, "a.txt"), "utf8")).toBe("as it was\n");
    expect(existsSync(join(store.work, "b.txt"))).toBe(false);
    expect(existsSync(String(payload?.folder))).toBe(false);
  });

  test("VIEW-1: a link back into the workspace leads into the copy, whatever way it goes", async () => {
    using store = new Store(
      "opencode",
      "for one in whole near deep/up folder/a.txt; do echo changed > $one; done",
    );
    writeFileSync(join(store.work, "a.txt"), "as it was\n");
    mkdirSync(join(store.work, "deep"));
    symlinkSync(join(store.work, "a.txt"), join(store.work, "whole"));
    symlinkSync("a.txt", join(store.work, "near"));
    symlinkSync(`../../${basename(store.work)}/a.txt`, join(store.work, "deep/up"));
    symlinkSync(store.work, join(store.work, "folder"));
    const { payload } = await store.run({ access: "read" });
    expect(payload).toMatchObject({ discarded: ["a.txt"] });
    expect(readFileSync(join(store.work, "a.txt"), "utf8")).toBe("as it was\n");
  });

  test("VIEW-2: it sees the changes and new files that git sees, and what git ignores is not there", async () => {
    using store = new Store("mine", `git status --short; git log --format=%s; ls -A; git commit -qam x 2>&1`);
    store.git("init", "-q");
    writeFileSync(join(store.work, ".gitignore"), ".env\n");
    writeFileSync(join(store.work, "a.txt"), "one\n");
    store.git("add", ".");
    store.git("commit", "-qm", "begin");
    writeFileSync(join(store.work, "a.txt"), "two\n");
    writeFileSync(join(store.work, "new.txt"), "new\n");
    writeFileSync(join(store.work, ".env"), "KEY=1\n");
    const { payload } = await store.run({ access: "read" }, { agents: { mine: { argv: ["mine"] } } });
    const lines = String(payload?.text).split("\n");
    for (const line of [" M a.txt", "?? new.txt", "begin", ".git"])
      expect(lines.map((l) => l.replace(/^M/, " M"))).toContain(line);
    expect(lines).not.toContain(".env");
    expect(store.git("log", "--format=%s").trim()).toBe("begin");
  });

  test("opencode is denied bash and edits by its own rules, which a bundle cannot take back", async () => {
    using store = new Store("opencode", "true");
    await store.run({ access: "read", env: { OPENCODE_PERMISSION: "{}" } });
    expect(store.noted("env")).toMatch(/OPENCODE_PERMISSION=.*"bash":"deny"/);
  });

  test("tools it was denied are in the receipt", async () => {
    const denied = `,"permission_denials":[{"tool_name":"Write","tool_input":{}},{"tool_name":"Bash"},{"tool_name":"Write"}]`;
    using store = new Store("claude", result("s-1", 0.01, denied));
    expect((await store.run({ access: "read" })).payload?.denied).toEqual(["Write", "Bash"]);
  });
});

describe("what it gets and says", () => {
  test("proxies, certificates and base URLs reach it; keys of a cloud only where that cloud is used", async () => {
    using store = new Store("claude", "true");
    const env = {
      HTTPS_PROXY: "http://proxy:3128",
      NODE_EXTRA_CA_CERTS: "/ca.pem",
      ANTHROPIC_BASE_URL: "http://gw",
      AWS_SECRET_ACCESS_KEY: "aws-secret-0123456789",
      MINE: "1",
    };
    await store.run({}, { env });
    for (const name of ["HTTPS_PROXY", "NODE_EXTRA_CA_CERTS", "ANTHROPIC_BASE_URL"])
      expect(store.noted("env")).toContain(`${name}=`);
    expect(store.noted("env")).not.toMatch(/AWS_|MINE=/);
    await store.run(
      {},
      { env: { ...env, CLAUDE_CODE_USE_BEDROCK: "1" }, agents: { claude: { env: ["MINE"] } } },
    );
    expect(store.noted("env")).toContain("AWS_SECRET_ACCESS_KEY=");
    expect(store.noted("env")).toContain("MINE=1");
  });

  test.each([
    ["codex", ["CODEX_API_KEY", "CODEX_HOME", "OPENAI_BASE_URL"]],
    ["gemini", ["GOOGLE_GEMINI_BASE_URL", "GOOGLE_CLOUD_PROJECT", "GOOGLE_GENAI_USE_VERTEXAI"]],
    ["opencode", ["OPENCODE_CONFIG", "OPENROUTER_API_KEY"]],
    ["qwen", ["OPENAI_BASE_URL", "DASHSCOPE_API_KEY"]],
    ["copilot", ["GH_TOKEN", "COPILOT_PROVIDER_BASE_URL"]],
    ["aider", ["AIDER_MODEL", "OPENAI_API_BASE"]],
  ])("%s gets what its documents name, and no more", async (agent, names) => {
    using store = new Store(agent, "true");
    const all = [...names, "XDG_CONFIG_HOME", "SSL_CERT_FILE", "no_proxy", "DEPLOY_TOKEN", "AWS_PROFILE"];
    await store.run({}, { env: Object.fromEntries(all.map((name) => [name, `value-of-${name}`])) });
    const seen = store.noted("env");
    expect(all.filter((name) => seen.includes(`${name}=value-of-`))).toEqual(all.slice(0, -2));
  });

  test("gemini works in a folder it has not seen before", async () => {
    using store = new Store("gemini", "true");
    await store.run({});
    expect(store.noted("argv")).toContain("--skip-trust");
  });

  test("an agent of the store is described in the same words, and its secrets by name only", async () => {
    const agents: { mine: Map } = {
      mine: {
        argv: ["mine", "ask"],
        session: ["--on", "{session}"],
        rules: [{ text: "say", session: "id", costUsd: "usd" }],
      },
    };
    using store = new Store("mine", `echo '{"say":"Hi","id":"m-1","usd":0.5}'`);
    const { executed } = await store.run({ session: "m-0" }, { agents });
    expect(executed).toMatchObject({ costUsd: 0.5, payload: { text: "Hi", session: "m-1" } });
    expect(store.noted("argv")).toBe("ask\n--on\nm-0\n");
    agents.mine.set = { MY_API_KEY: "sk-1234567890" };
    const refused = await store.run({}, { agents });
    expect(refused.executed).toMatchObject({ error: { code: "SCHEMA_INVALID" } });
  });

  test("an unset {session} leaves neither an empty argument nor its option", async () => {
    using _store = new Store("mine", "true");
    const { params } = await performIn(EFFECT, {
      command: ["mine", "run", "--resume", "{session}", "--model={model}", "{prompt}"],
      prompt: "p",
    });
    expect((params as { argv: string[] }).argv).toEqual(["mine", "run", "--model=", "p"]);
  });

  test("opencode's error text is told", async () => {
    const event = `{"type":"error","sessionID":"ses_1","error":{"name":"UnknownError","data":{"message":"Model not found: x"}}}`;
    using store = new Store("opencode", `echo '${event}'; exit 1`);
    const { executed } = await store.run({});
    expect(executed).toMatchObject({
      error: { message: "the agent ended with exit code 1: Model not found: x" },
    });
  });

  test("a model may have its window in brackets", async () => {
    using store = new Store("claude", result("s-1", 0.01));
    await store.run({ model: "sonnet[1m]" });
    expect(store.noted("argv")).toContain("--model\nsonnet[1m]\n");
  });

  test("an answer that is too large for a receipt is a blob", async () => {
    using store = new Store(
      "claude",
      `printf '{"type":"result","session_id":"s-1","total_cost_usd":1,"result":"'; head -c 20000 /dev/zero | tr '\\0' x; echo '"}'`,
    );
    const kept: number[] = [];
    const blobs = { put: (bytes: Uint8Array) => "f".repeat(kept.push(bytes.length) * 64), get: () => null };
    const { executed, payload } = await store.run(
      {},
      { maxOutputBytes: 10_000, ports: { blobs: blobs as never } },
    );
    expect(executed).toMatchObject({ status: "ok", costUsd: 1 });
    expect(payload).toMatchObject({ textBlob: { sha256: "f".repeat(64), bytes: 20_000 } });
    expect(kept).toEqual([20_000]);
  });
});
