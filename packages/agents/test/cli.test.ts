import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "@uncaged/workflow/executor";
import { PRESETS } from "../src/definitions/presets.ts";
import { perform, type RigOptions, tempFolder } from "./rig.ts";

const EFFECT = "sys/agent.run@1";
const KEY = "sk-planted-0123456789abcdef";

/** A program of this name on the PATH: a shell script that notes how it was called, then runs `body`. */
function fake(folder: string, name: string, body: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  const path = join(bin, name);
  const note = `printf '%s\\n' "$@" > "${folder}/argv"; env > "${folder}/env"; pwd > "${folder}/cwd"`;
  writeFileSync(path, `#!/bin/sh\n${note}\n${body}\n`);
  chmodSync(path, 0o755);
  return `${bin}:/usr/bin:/bin`;
}

async function run(name: string, body: string, params: { [key: string]: Json }, options: RigOptions = {}) {
  using folder = tempFolder();
  const workspace = join(folder.path, "work");
  mkdirSync(workspace);
  const env = { PATH: fake(folder.path, name, body), HOME: folder.path, ...options.env };
  const done = await perform(EFFECT, { prompt: "Fix the test", ...params }, { workspace, ...options, env });
  const noted = (file: string) =>
    existsSync(join(folder.path, file)) ? readFileSync(join(folder.path, file), "utf8") : "";
  const stdin = noted("stdin");
  return {
    ...done,
    argv: noted("argv").split("\n").slice(0, -1),
    env: noted("env"),
    cwd: noted("cwd"),
    stdin,
    files: readdirSync(workspace),
  };
}

const CLAUDE = [
  `cat > "$HOME/stdin"`,
  `echo '{"type":"system","subtype":"init","session_id":"s-1"}'`,
  `echo '{"type":"assistant","message":{"content":[{"type":"text","text":"looking"}]}}'`,
  "touch fixed.txt",
  `echo '{"type":"result","subtype":"success","is_error":false,"result":"Done.","session_id":"s-1","total_cost_usd":0.0123456,"usage":{"input_tokens":100,"cache_read_input_tokens":900,"output_tokens":20}}'`,
].join("\n");

describe("claude", () => {
  test("its answer, session, tokens and cost are in the receipt; it works in the workspace", async () => {
    const { executed, files, frames, argv } = await run("claude", CLAUDE, { agent: "claude" });
    expect(executed).toEqual({
      status: "ok",
      payload: {
        text: "Done.",
        session: "s-1",
        folder: expect.stringMatching(/work$/),
        exitCode: 0,
        usage: { inputTokens: 1000, outputTokens: 20, totalTokens: 1020, cachedInputTokens: 900 },
        sessionTotal: { costUsd: 0.0123456 },
      },
      costUsd: 0.012346,
    });
    expect(files).toEqual(["fixed.txt"]);
    expect(frames).toContainEqual({ event: "assistant", text: "looking" });
    expect(argv).toEqual([
      "-p",
      "--output-format",
      "stream-json",
      "--verbose",
      "--disable-slash-commands",
      "--permission-mode",
      "acceptEdits",
    ]);
  });

  test("N9: the admitted params have the very argv that is executed", async () => {
    const more = { model: "opus", session: "s-9", access: "read", args: ["--max-turns", "3"] };
    const { params, argv } = await run("claude", CLAUDE, { agent: "claude", ...more });
    expect((params as { argv: string[] }).argv).toEqual(["claude", ...argv]);
    expect(argv.slice(5)).toEqual([
      "--permission-mode",
      "plan",
      "--disallowedTools",
      "Bash,Edit,Write,NotebookEdit",
      "--model",
      "opus",
      "--max-turns",
      "3",
      "--resume",
      "s-9",
      "--fork-session",
    ]);
  });

  test("N13: the prompt goes in by standard input, and is in no argument", async () => {
    const { stdin, argv } = await run("claude", CLAUDE, {
      agent: "claude",
      system: "Be brief.",
      prompt: "--help $(x)",
    });
    expect(stdin).toBe("Be brief.\n\n--help $(x)");
    expect(argv.join(" ")).not.toContain("help");
  });

  test("N13: it gets the keys it needs and nothing else of ours; what it prints of them is redacted", async () => {
    const env = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: "sk-other-000000", SECRET_OF_MINE: "hidden" };
    const body = `${CLAUDE}\necho "key $ANTHROPIC_API_KEY" >&2; exit 3`;
    const { executed, env: seen, argv } = await run("claude", body, { agent: "claude" }, { env });
    expect(seen).toContain(`ANTHROPIC_API_KEY=${KEY}`);
    expect(seen).not.toContain("sk-other");
    expect(seen).not.toContain("hidden");
    expect(argv.join(" ")).not.toContain(KEY);
    expect(JSON.stringify(executed)).not.toContain(KEY);
    expect(executed).toMatchObject({
      status: "error",
      error: { code: "AGENT_FAILED", message: "the agent ended with exit code 3: key [ANTHROPIC_API_KEY]" },
      costUsd: 0.012346,
    });
  });

  test("what it calls an error is one, with exit code 0 too", async () => {
    const body = `echo '{"type":"result","is_error":true,"result":"Credit balance is too low","session_id":"s-1","total_cost_usd":0}'`;
    const { executed } = await run("claude", body, { agent: "claude" });
    expect(executed).toMatchObject({
      status: "error",
      error: { code: "AGENT_FAILED", retryable: false },
      payload: { session: "s-1" },
    });
    expect(executed.status === "error" && executed.error.message).toContain("Credit balance is too low");
  });

  test("one JSON document serves as well as a line for each event", async () => {
    const body = `printf '{\\n "type": "result",\\n "result": "Done.",\\n "session_id": "s-2"\\n}\\n'`;
    const { executed } = await run("claude", body, { agent: "claude" });
    expect(executed).toMatchObject({ status: "ok", payload: { text: "Done.", session: "s-2" } });
  });

  test("a timeout ends it and all it started, and tells the session", async () => {
    const body = `echo '{"type":"system","session_id":"s-3"}'; sleep 600 & echo $! > "$HOME/work/child"; wait`;
    using folder = tempFolder();
    const workspace = join(folder.path, "work");
    mkdirSync(workspace);
    const env = { PATH: fake(folder.path, "claude", body), HOME: folder.path };
    const { executed } = await perform(
      EFFECT,
      { agent: "claude", prompt: "p" },
      { env, workspace, timeoutMs: 700 },
    );
    expect(executed).toMatchObject({ status: "timeout", error: { details: { session: "s-3" } } });
    const child = Number(readFileSync(join(workspace, "child"), "utf8"));
    expect(isRunning(child)).toBe(false);
  });

  test.each(Object.entries(PRESETS))(
    "%s that is not installed: the error says how to install it",
    async (agent, preset) => {
      const { executed } = await perform(EFFECT, { agent, prompt: "p" }, { env: { PATH: "/nowhere" } });
      expect(executed).toMatchObject({
        status: "error",
        error: { code: "AGENT_NOT_INSTALLED", retryable: false },
      });
      expect(executed.status === "error" && executed.error.message).toContain(preset.install);
    },
  );
});

describe("the others", () => {
  test("codex: the last message of the agent, its thread and its tokens", async () => {
    const body = [
      `cat > "$HOME/stdin"`,
      `echo '{"type":"thread.started","thread_id":"t-1"}'`,
      `echo '{"type":"item.completed","item":{"id":"0","type":"reasoning","text":"hm"}}'`,
      `echo '{"type":"item.completed","item":{"id":"1","type":"agent_message","text":"Done."}}'`,
      `echo '{"type":"turn.completed","usage":{"input_tokens":50,"cached_input_tokens":40,"output_tokens":5}}'`,
    ].join("\n");
    const { executed, argv, stdin } = await run("codex", body, {
      agent: "codex",
      session: "t-1",
      model: "gpt-5",
    });
    expect(executed).toMatchObject({
      status: "ok",
      payload: { text: "Done.", session: "t-1", sessionTotal: { inputTokens: 50, outputTokens: 5 } },
    });
    expect(argv.join(" ")).toBe(
      "exec --json --skip-git-repo-check --sandbox workspace-write --model gpt-5 fork t-1 -",
    );
    expect(stdin).toBe("Fix the test");
  });

  test("codex: a turn that failed is an error", async () => {
    const body = `echo '{"type":"turn.failed","error":{"message":"no credit"}}'; exit 1`;
    const { executed } = await run("codex", body, { agent: "codex" });
    expect(executed).toMatchObject({ error: { message: "the agent ended with exit code 1: no credit" } });
  });

  test("gemini: one document, tokens of all its models", async () => {
    const stats = {
      models: { a: { tokens: { prompt: 10, candidates: 1 } }, b: { tokens: { prompt: 5, candidates: 2 } } },
    };
    const body = `cat >/dev/null; echo '${JSON.stringify({ response: "Hi", stats })}'`;
    const { executed } = await run("gemini", body, { agent: "gemini" });
    expect(executed).toMatchObject({ payload: { text: "Hi", usage: { inputTokens: 15, outputTokens: 3 } } });
  });

  test("opencode: the cost of its steps adds up", async () => {
    const step = `{"type":"step_finish","sessionID":"ses_1","part":{"cost":0.01,"tokens":{"input":10,"output":2}}}`;
    const body = `cat >/dev/null; echo '${step}'; echo '{"type":"text","sessionID":"ses_1","part":{"text":"Hi"}}'; echo '${step}'`;
    const { executed } = await run("opencode", body, { agent: "opencode" });
    expect(executed).toMatchObject({
      costUsd: 0.02,
      payload: { text: "Hi", session: "ses_1", usage: { inputTokens: 20, outputTokens: 4 } },
    });
  });

  test("aider: the prompt is in a file that is gone afterwards", async () => {
    const body = `cat "$2"; echo; ls -l "$2" | cut -c1-10; echo "$2" > "$HOME/where"`;
    using folder = tempFolder();
    const env = { PATH: fake(folder.path, "aider", body), HOME: folder.path };
    const { executed } = await perform(
      EFFECT,
      { agent: "aider", prompt: "Fix it" },
      { env, workspace: folder.path },
    );
    expect(executed).toMatchObject({ status: "ok", payload: { text: "Fix it\n-rw-------" } });
    expect(existsSync(readFileSync(join(folder.path, "where"), "utf8").trim())).toBe(false);
  });

  test("any other, by a template and rules of its own", async () => {
    const body = `echo '{"answer":{"say":"Hi '"$3"'"},"id":"x1","usd":0.5}'`;
    const { executed, argv } = await run("mine", body, {
      command: ["mine", "ask", "--", "{prompt}", "--model={model}"],
      prompt: "-rf $HOME",
      model: "big",
      rules: [{ text: "answer.say", session: "id", costUsd: "usd" }],
    });
    expect(argv).toEqual(["ask", "--", "-rf $HOME", "--model=big"]);
    expect(executed).toMatchObject({ payload: { text: "Hi -rf $HOME", session: "x1" }, costUsd: 0.5 });
  });

  test("N9: a prompt with a dash does not become an option", async () => {
    const { executed, argv } = await run("mine", "true", { command: ["mine", "{prompt}"], prompt: "--yes" });
    expect(executed).toMatchObject({ status: "error", error: { code: "ARGV_INVALID" } });
    expect(argv).toEqual([]);
  });

  test.each([
    [["mine", "--", "{prompt}", "-x", "{prompt}"]],
    [["mine", "--ask={prompt}", "{prompt}"]],
    [["mine", "{prompt}{session}"]],
    [["mine", "--{prompt}"]],
    [["{prompt}"]],
  ])("N9: every word of %p that the prompt begins is looked at", async (command) => {
    const { executed, argv } = await run("mine", "true", { command, prompt: "--yes" });
    expect(executed).toMatchObject({ status: "error", error: { code: "ARGV_INVALID" } });
    expect(argv).toEqual([]);
  });

  test("N9: after -- any number of prompts may stand", async () => {
    const command = ["mine", "--", "{prompt}", "{prompt}"];
    const { argv } = await run("mine", "true", { command, prompt: "--yes" });
    expect(argv).toEqual(["--", "--yes", "--yes"]);
  });

  test.each([
    ["neither agent nor command", {}],
    ["both", { agent: "claude", command: ["x"] }],
    ["an argv of its own", { agent: "claude", argv: ["rm"] }],
    ["a session that is an option", { agent: "claude", session: "--dangerously" }],
    ["a model that is an option", { agent: "claude", model: "-x" }],
  ])("AOS-88: %s is refused before anything runs", async (_, params) => {
    await expect(perform(EFFECT, { prompt: "p", ...params })).rejects.toThrow();
  });

  test("AOS-88: an agent nobody knows is refused, and the error names those that are known", async () => {
    const { executed } = await perform(EFFECT, { prompt: "p", agent: "clod" });
    expect(executed).toMatchObject({ status: "error", error: { code: "AGENT_UNKNOWN" } });
    expect(executed.status === "error" && executed.error.message).toContain("claude, codex, gemini");
  });

  test("more output than anybody reads ends it", async () => {
    const { executed } = await run("mine", "yes", { command: ["mine"] }, { maxOutputBytes: 10_000 });
    expect(executed).toMatchObject({ status: "error", error: { code: "MAX_OUTPUT_BYTES" } });
  });
});

/** One that ended and that nobody asked about is still listed. */
function isRunning(pid: number): boolean {
  const { stdout } = Bun.spawnSync(["ps", "-o", "stat=", "-p", String(pid)]);
  return /^[^Z\s]/.test(stdout.toString().trim());
}
