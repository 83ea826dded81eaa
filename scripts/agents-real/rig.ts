// One flow: a home, a repository to work in, and a workflow whose prompt lists the turns of one agent.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Ran, TempHome } from "../../tests/support/temp-home.ts";
import { binFolder, VERSIONS } from "./install.ts";
import type { Mock } from "./mock.ts";
import { type Program, writeHome } from "./programs.ts";

export type TurnParams = { prompt: string; access?: "read" | "edit"; goOn?: boolean };
export type Receipt = {
  status: string;
  costUsd?: number;
  payload?: {
    text: string;
    session: string | null;
    continued?: string;
    discarded?: string[];
    usage?: { inputTokens: number; outputTokens: number };
  };
  error?: { code: string; message: string };
};

const TURNS = `
export const descriptor = { description: "turns of an agent", roles: { turn: { description: "one" } }, effects: ["sys/agent.run@1"] };
export default async function* ({ prompt, steps, variables = {} }) {
  const turns = JSON.parse(prompt);
  let session = steps.at(-1)?.meta.session;
  for (let n = steps.length; n < turns.length; n++) {
    const { goOn, ...params } = turns[n];
    if (variables["prompt" + n] !== undefined) params.prompt = variables["prompt" + n];
    if (goOn && session) params.session = session;
    const receipt = yield { do: "effect", effect: "sys/agent.run@1", params };
    session = receipt.payload?.session ?? undefined;
    yield { role: "turn", content: receipt.payload?.text ?? receipt.error?.message ?? "", meta: { session, receipt } };
  }
  return { returnCode: 0, summary: "turned" };
}
`;

const RECORDED = join(import.meta.dir, "../../packages/agents/test/recorded");

export class Rig implements AsyncDisposable {
  readonly work: string;
  readonly userHome: string;
  private readonly from: number;

  private constructor(
    readonly name: string,
    readonly program: Program,
    readonly mock: Mock,
    private readonly home: TempHome,
    private readonly isRecording: boolean,
  ) {
    this.work = join(home.dir, "work");
    this.userHome = join(home.dir, "user");
    this.from = mock.count();
  }

  static async create(name: string, program: Program, mock: Mock, isRecording: boolean): Promise<Rig> {
    const rig = new Rig(name, program, mock, await TempHome.create(), isRecording);
    mkdirSync(rig.work);
    mkdirSync(rig.userHome);
    writeHome(rig.userHome, program.files?.(mock.url) ?? {});
    rig.wrapProgram();
    writeFileSync(join(rig.work, "Makefile"), "test:\n\t@test -f made.txt\n");
    rig.git("init", "-q");
    rig.git("config", "user.name", "t");
    rig.git("config", "user.email", "t@example.org");
    rig.git("add", ".");
    rig.git("commit", "-qm", "begin");
    const bundle = join(rig.home.dir, "turns.esm.js");
    writeFileSync(bundle, TURNS);
    mkdirSync(dirname(rig.home.layout.config), { recursive: true, mode: 0o700 });
    if (program.prices !== undefined)
      writeFileSync(rig.home.layout.config, JSON.stringify({ prices: program.prices }));
    await rig.must("add", "turns", bundle);
    return rig;
  }

  /** Calls of models in this flow. */
  calls() {
    return this.mock.calls().slice(this.from);
  }

  async run(turns: TurnParams[], ...more: string[]) {
    const all = turns.map((turn) => ({ agent: this.name, ...this.program.params, ...turn }));
    const ran = await this.must(
      "run",
      "turns",
      "--prompt",
      JSON.stringify(all),
      "--workspace",
      this.work,
      ...more,
    );
    const id = ran.json.executionId as string;
    return { id, receipts: await this.receipts(id) };
  }

  async fork(id: string, ...args: string[]) {
    const { json } = await this.must("fork", id, ...args);
    const fork = (json.threadId ?? json.executionId ?? json.fork) as string;
    return { id: fork, receipts: await this.receipts(fork) };
  }

  async receipts(id: string): Promise<Receipt[]> {
    const { json } = await this.must("thread", id);
    return (json.steps as { meta: { receipt: Receipt } }[]).map(({ meta }) => meta.receipt);
  }

  async must(...args: string[]): Promise<Ran> {
    const ran = await this.uw(args[0] as string, args.slice(1));
    if (ran.exitCode !== 0)
      throw new Error(`${args.join(" ").slice(0, 300)} ended with ${ran.exitCode}: ${ran.stdout}`);
    return ran;
  }

  uw(verb: string, args: string[]): Promise<Ran> {
    return this.home.uw([verb, ...args, "--json"], { cwd: this.work, env: this.env() });
  }

  git(...args: string[]): string {
    return Bun.spawnSync(["git", ...args], { cwd: this.work })
      .stdout.toString()
      .trim();
  }

  files(): string[] {
    return readdirSync(this.work).filter((name) => name !== ".git" && name !== "Makefile");
  }

  homeText(file: string): string {
    const path = join(this.userHome, file);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  }

  private env(): Record<string, string> {
    return {
      HOME: this.userHome,
      PATH: `${join(this.home.dir, "bin")}:${process.env.PATH}`,
      ...this.program.env(this.mock.url),
    };
  }

  /** The program itself, and a copy of what it prints. */
  private wrapProgram(): void {
    const bin = join(this.home.dir, "bin");
    mkdirSync(bin);
    const real = join(binFolder(this.name), this.name);
    const printed = `${this.home.dir}/printed-$(ls "${this.home.dir}" | grep -c printed-)`;
    const script = `#!/bin/bash\nset -o pipefail\n"${real}" "$@" | tee "${printed}"\n`;
    writeFileSync(join(bin, this.name), script, { mode: 0o755 });
  }

  /** For the ordinary suite: what it printed in each turn, and how many calls the mock had served by then. */
  record(): void {
    if (!this.isRecording) return;
    mkdirSync(RECORDED, { recursive: true });
    const { version = "" } = VERSIONS[this.name] ?? {};
    const { params, callUsd, prices = {} } = this.program;
    const facts = {
      agent: this.name,
      version,
      model: params.model,
      calls: this.calls().length,
      callUsd,
      prices,
    };
    const turns = [0, 1].map((turn) => this.printed(turn));
    const path = join(RECORDED, `${this.name}.json`);
    writeFileSync(path, JSON.stringify({ ...facts, turns }));
    Bun.spawnSync([join(import.meta.dir, "../../node_modules/.bin/biome"), "format", "--write", path]);
  }

  private printed(turn: number): unknown[] {
    const text = readFileSync(join(this.home.dir, `printed-${turn}`), "utf8");
    const shown = text.replaceAll(this.home.dir, "/tmp/flow").replaceAll(/-tmp-uw-\w+/g, "-tmp-flow");
    return shown
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map(shortened);
  }

  async [Symbol.asyncDispose]() {
    await this.home[Symbol.asyncDispose]();
  }
}

/** Lists of tools and commands say nothing of what is read here. */
function shortened(line: string): unknown {
  const event = JSON.parse(line) as Record<string, unknown>;
  for (const name of [
    "tools",
    "slash_commands",
    "skills",
    "agents",
    "plugins",
    "mcp_servers",
    "messaging_socket_path",
  ])
    delete event[name];
  return event;
}
