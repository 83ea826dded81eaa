// The real agents of the Agent Client Protocol, each against an independent mock of its provider (@copilotkit/aimock).
//
//   bun scripts/agents-real-acp.ts [opencode gemini ...]
//
// Programs and mock are installed from npm into a cache folder (UNCAGED_AGENTS_CACHE, else one under the system's temp
// folder). Homes are temporary, keys are dummies, only loopback is meant to be reached. The mock's own log is the judge:
// every call is 1,000 tokens in and 50 out.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const REPO = join(import.meta.dir, "..");
const BINARY = join(REPO, "packages/cli-workflow/bin/uncaged-workflow.js");
const CACHE = join(process.env.UNCAGED_AGENTS_CACHE ?? join(tmpdir(), "uw-agents-real"), "acp");
const BIN = join(CACHE, "node_modules", ".bin");
const KEY = "sk-dummy-0123456789";
const LIMIT_MS = 150_000;

const PACKS: Record<string, string> = {
  "@copilotkit/aimock": "1.43.0",
  "@agentclientprotocol/claude-agent-acp": "0.49.0",
  "@agentclientprotocol/codex-acp": "2.6.0",
  "opencode-ai": "1.18.33",
  "@google/gemini-cli": "0.61.0",
  "@qwen-code/qwen-code": "0.15.10",
  "@github/copilot": "1.0.102",
};

type Agent = {
  model?: string;
  env(url: string): Record<string, string>;
  files?(url: string): Record<string, string>;
  /** What its model has to call to write a file. */
  tool(path: string): { name: string; input: object };
  /** It tells of the last call of its model only. */
  isPartial?: true;
};

const AGENTS: Record<string, Agent> = {
  opencode: {
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" }),
    files: (url) => ({
      ".config/opencode/opencode.json": JSON.stringify({
        autoupdate: false,
        share: "disabled",
        model: "mock/m",
        small_model: "mock/m",
        provider: {
          mock: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${url}/v1`, apiKey: KEY },
            models: { m: { cost: { input: 2, output: 10 } } },
          },
        },
      }),
    }),
    tool: (path) => ({ name: "write", input: { filePath: path, content: "written\n" } }),
    isPartial: true,
  },
  gemini: {
    model: "gemini-2.5-flash",
    env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: KEY }),
    files: () => ({ ".gemini/settings.json": '{"security":{"auth":{"selectedType":"gemini-api-key"}}}' }),
    tool: (path) => ({ name: "write_file", input: { file_path: path, content: "written\n" } }),
  },
  qwen: {
    env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: KEY, OPENAI_MODEL: "gpt-5" }),
    tool: (path) => ({ name: "write_file", input: { file_path: path, content: "written\n" } }),
  },
  copilot: {
    model: "gpt-5",
    env: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_OFFLINE: "true",
    }),
    tool: (path) => ({ name: "create", input: { path, file_text: "written\n" } }),
  },
  claude: {
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
    tool: (path) => ({ name: "Write", input: { file_path: path, content: "written\n" } }),
  },
  codex: {
    env: () => ({ OPENAI_API_KEY: KEY, CODEX_API_KEY: KEY }),
    files: (url) => ({
      ".codex/config.toml": `model = "gpt-5"\nmodel_provider = "mock"\n[model_providers.mock]\nname = "mock"\nbase_url = "${url}/v1"\nenv_key = "OPENAI_API_KEY"\nwire_api = "responses"\n`,
    }),
    tool: (path) => ({
      name: "exec_command",
      input: {
        cmd: `echo written > ${path}`,
        sandbox_permissions: "require_escalated",
        justification: "it is the task",
      },
    }),
  },
};

type Message = { role: string; content: string | { text?: string }[] | null };
type Request = { messages?: Message[]; tools?: unknown[]; __aimock_truncated?: boolean };
type Mock = {
  url: string;
  addFixture(fixture: unknown): void;
  start(): Promise<unknown>;
  stop(): Promise<void>;
  getRequests(): { body: Request | null }[];
};

class Rig implements AsyncDisposable {
  readonly dir = mkdtempSync(join(tmpdir(), "uw-acp-"));
  readonly work = join(this.dir, "work");
  readonly target = join(this.work, "new.txt");

  /** What the model was sent. */
  readonly sent: string[] = [];

  private constructor(
    readonly name: string,
    readonly agent: Agent,
    readonly mock: Mock,
  ) {}

  static async create(name: string, agent: Agent): Promise<Rig> {
    const entry = join(CACHE, "node_modules/@copilotkit/aimock/dist/index.js");
    const { LLMock } = (await import(entry)) as { LLMock: new (options: object) => Mock };
    const rig = new Rig(name, agent, new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" }));
    await rig.prepare();
    return rig;
  }

  private async prepare(): Promise<void> {
    const { name, input } = this.agent.tool(this.target);
    const calls = [{ name, arguments: JSON.stringify(input) }];
    this.mock.addFixture({
      match: { predicate: (request: Request) => this.isAsked(request) },
      response: { toolCalls: calls, usage: USAGE },
    });
    this.mock.addFixture({
      match: { predicate: () => true },
      response: { content: "All done.", usage: USAGE },
    });
    await this.mock.start();
    mkdirSync(this.work);
    Bun.spawnSync(["git", "init", "-q"], { cwd: this.work });
    for (const [file, text] of Object.entries(this.agent.files?.(this.mock.url) ?? {})) {
      mkdirSync(dirname(join(this.dir, file)), { recursive: true });
      writeFileSync(join(this.dir, file), text);
    }
    const model = this.agent.model === undefined ? "" : `, model: ${JSON.stringify(this.agent.model)}`;
    const flow = `
import { agent, createRoleModerator, END } from "@uncaged/workflow";
export default createRoleModerator({
  roles: { coder: agent({ command: (ctx) => ctx.variables.agent as never, via: "acp"${model}, access: ACCESS }) },
  moderator: ({ steps }) => (steps.length === 0 ? "coder" : END),
});
export const descriptor = { description: "d", roles: { coder: { description: "c" } }, effects: ["sys/agent.run@1"] };
`;
    for (const access of ["edit", "read"]) {
      const path = join(this.dir, `${access}.ts`);
      writeFileSync(path, flow.replace("ACCESS", JSON.stringify(access)));
      await this.uw("add", access, path, "--json");
    }
  }

  private isAsked(request: Request): boolean {
    this.sent.push(JSON.stringify(request.messages));
    return isAsked(request);
  }

  // biome-ignore lint/suspicious/noExplicitAny: documents of many shapes
  async uw(...args: string[]): Promise<any> {
    const child = Bun.spawn([BINARY, ...args], {
      cwd: this.work,
      env: {
        PATH: `${BIN}:${process.env.PATH}`,
        HOME: this.dir,
        UNCAGED_HOME: join(this.dir, "store"),
        ...this.agent.env(this.mock.url),
      },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: LIMIT_MS,
    });
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    await child.exited;
    try {
      return JSON.parse(out);
    } catch {
      throw new Error(`${args.join(" ")}: ${out}${err}`.slice(0, 1000));
    }
  }

  run(flow: string, prompt: string) {
    return this.uw("run", flow, "--prompt", prompt, "--var", `agent=${this.name}`, "--json");
  }

  /** Payloads of the turns, oldest first. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  async turns(id: string): Promise<any[]> {
    const { commands } = await this.uw("thread", id, "--json");
    const records = readFileSync(await this.journal(id), "utf8")
      .trim()
      .split("\n");
    if (!Array.isArray(commands)) throw new Error("no commands");
    return records.map((line) => JSON.parse(line)).filter(({ kind }) => kind === "receipt");
  }

  private async journal(id: string): Promise<string> {
    for await (const path of new Bun.Glob(`**/${id}.data.jsonl`).scan({ cwd: join(this.dir, "store") }))
      return join(this.dir, "store", path);
    throw new Error(`no journal of ${id}`);
  }

  /** By the mock's own log. It cuts large bodies out of it; a body without a user is a probe, and no call. */
  calls(): number {
    const bodies = this.mock.getRequests().map(({ body }) => body);
    return bodies.filter(
      (body) =>
        body?.__aimock_truncated === true || body?.messages?.some(({ role }) => role === "user") === true,
    ).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.mock.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

const USAGE = {
  prompt_tokens: 1000,
  completion_tokens: 50,
  total_tokens: 1050,
  input_tokens: 1000,
  output_tokens: 50,
  promptTokenCount: 1000,
  candidatesTokenCount: 50,
  totalTokenCount: 1050,
};

/** The user asks, or says yes, and nothing has been done since. */
function isAsked({ messages = [], tools = [] }: Request): boolean {
  if (tools.length === 0 || messages.at(-1)?.role === "tool") return false;
  return /MAKE-IT|It is granted/.test(textOf(messages.findLast(({ role }) => role === "user")));
}

function textOf(message: Message | undefined): string {
  const { content = "" } = message ?? {};
  return typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("\n");
}

function hold(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

const FLOWS: Record<string, (rig: Rig) => Promise<void>> = {
  async "it asks, parks, and goes on after a yes; tokens are what was served"(rig) {
    const parked = await rig.run("edit", "MAKE-IT now");
    hold(parked.status === "needs_approval", `it did not park: ${JSON.stringify(parked).slice(0, 1500)}`);
    hold(!existsSync(rig.target), "it wrote before anybody said yes");
    const { approvals } = await rig.uw("approvals", "--json");
    hold(JSON.stringify(approvals[0].items).includes("written"), "the items do not show what is written");
    const done = await rig.uw("approve", parked.executionId, "--json");
    const turns = await rig.turns(parked.executionId);
    hold(done.status === "ok", `it did not end well: ${JSON.stringify(turns.at(-1)).slice(0, 2000)}`);
    hold(existsSync(rig.target), "it did not write after the yes");
    const told = turns.reduce((sum, { payload }) => sum + (payload?.usage?.totalTokens ?? 0), 0);
    const served = rig.calls() * 1050;
    const know = turns.map(({ payload }) => payload?.usage?.totalTokens ?? "?").join("+");
    console.log(
      `      ${turns.at(-1).payload.program}: told ${know} of ${served} tokens in ${rig.calls()} calls, cost ${turns.map(({ costUsd }) => costUsd ?? "?").join("+")}, continued by ${turns.at(-1).payload.continued}`,
    );
    const isWhole = !know.includes("?") && rig.agent.isPartial !== true;
    hold(isWhole ? told === served : told < served, `told ${told} tokens, served ${served}`);
  },
  async "policy denies without a person"(rig) {
    writeFileSync(join(rig.dir, "store/workflow/policy.yaml"), "agents: { permissions: [{ rule: deny }] }\n");
    const done = await rig.run("edit", "MAKE-IT now");
    // To codex a no is an end.
    const isEnd = done.status === "ok" || String(done.output?.summary).includes("AGENT_DENIED");
    hold(isEnd, `it did not end well: ${JSON.stringify(done).slice(0, 1500)}`);
    hold(!existsSync(rig.target), "it wrote what was denied");
  },
  async "read access writes nothing, whatever is allowed"(rig) {
    writeFileSync(
      join(rig.dir, "store/workflow/policy.yaml"),
      "agents: { permissions: [{ rule: allow }] }\n",
    );
    await rig.run("read", "MAKE-IT now");
    hold(!existsSync(rig.target), "it wrote with read access");
  },
  async "a prompt is data: no command of the agent runs, and no file is sent along"(rig) {
    const secret = join(rig.dir, "planted.txt");
    writeFileSync(secret, "PLANTED-7Q4Z");
    const before = rig.calls();
    const done = await rig.run("edit", `/help @${secret}`);
    hold(done.status === "ok", `it did not end well: ${JSON.stringify(done).slice(0, 1500)}`);
    hold(rig.calls() > before, "the model was not asked: a command of the agent ran");
    hold(!rig.sent.join("\n").includes("PLANTED-7Q4Z"), "the file went to the model");
  },
};

export async function agentsRealAcp(names: string[]): Promise<number> {
  await install();
  let failed = 0;
  for (const [name, agent] of Object.entries(AGENTS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    for (const [claim, flow] of Object.entries(FLOWS)) {
      try {
        await using rig = await Rig.create(name, agent);
        await flow(rig);
        console.log(`ok    ${name} by ACP: ${claim}`);
      } catch (error) {
        failed += 1;
        console.log(
          `FAIL  ${name} by ACP: ${claim}\n      ${error instanceof Error ? error.message : error}`,
        );
      }
    }
  }
  console.log(failed === 0 ? "agents by ACP: all green" : `agents by ACP: ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function install(): Promise<void> {
  const versionOf = (pack: string) => {
    const path = join(CACHE, "node_modules", pack, "package.json");
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version : null;
  };
  const missing = Object.entries(PACKS).filter(([pack, version]) => versionOf(pack) !== version);
  if (missing.length === 0) return;
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(join(CACHE, "package.json"), '{"private":true}');
  const wanted = Object.entries(PACKS).map(([pack, version]) => `${pack}@${version}`);
  const npm = Bun.spawn(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", ...wanted], {
    cwd: CACHE,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if ((await npm.exited) !== 0) throw new Error("npm install failed");
}

if (import.meta.main) process.exit(await agentsRealAcp(process.argv.slice(2)));
