// One flow: a home, a repository to work in, and a workflow whose prompt lists the turns of one agent.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Ran, TempHome } from "../../tests/support/temp-home.ts";
import { binFolder, VERSIONS } from "./install.ts";
import type { Call, Mock } from "./mock.ts";
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
    const content = receipt.payload?.text ?? receipt.error?.message ?? "";
    yield { role: "turn", content, meta: session === undefined ? { receipt } : { session, receipt } };
  }
  return { returnCode: 0, summary: "turned" };
}
`;

const RECORDED = join(import.meta.dir, "../../packages/agents/test/recorded");

export class Rig implements AsyncDisposable {
  readonly work: string;
  readonly userHome: string;
  private readonly from: number;
  private readonly logged: number;
  private readonly extraEnv: Record<string, string> = {};

  private constructor(
    readonly name: string,
    readonly program: Program,
    readonly mock: Mock,
    private readonly home: TempHome,
    private readonly wanted: { isRecording: boolean; isShowing: boolean },
  ) {
    this.work = join(home.dir, "work");
    this.userHome = join(home.dir, "user");
    this.from = mock.calls().length;
    this.logged = mock.count();
  }

  static async create(name: string, program: Program, mock: Mock, wanted: Rig["wanted"]): Promise<Rig> {
    const rig = new Rig(name, program, mock, await TempHome.create(), wanted);
    mkdirSync(rig.work);
    mkdirSync(rig.userHome);
    mkdirSync(join(rig.home.dir, "bin"));
    mock.begin(() => readFileSync(join(rig.home.dir, "cwd"), "utf8").trim());
    rig.take(program);
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

  /** Its program is on the PATH, and its home knows the mock. */
  take(program: Program): void {
    writeHome(this.userHome, program.files?.(this.mock.url) ?? {});
    Object.assign(this.extraEnv, program.env(this.mock.url));
    this.wrapProgram(program);
  }

  /** Calls of models in this flow. Throws where the mock's own log has another number of them. */
  calls(): Call[] {
    const calls = this.mock.calls().slice(this.from);
    const logged = this.mock.count() - this.logged;
    if (calls.length !== logged) throw new Error(`${calls.length} calls were made, the log has ${logged}`);
    return calls;
  }

  /** What was said in the call that has this text, and the most besides: some ask for a title as well. */
  seen(text: string): string {
    const found = this.calls().filter((call) => plain(call.text).includes(plain(text)));
    return plain(found.sort((a, b) => b.text.length - a.text.length)[0]?.text ?? "");
  }

  private via() {
    return this.program.via === "acp" ? { via: "acp" } : {};
  }

  /** The prompt of a thread of these turns. */
  promptOf(turns: TurnParams[]): string {
    return JSON.stringify(
      turns.map((turn) => ({ agent: this.name, ...this.via(), ...this.program.params, ...turn })),
    );
  }

  async run(turns: TurnParams[], ...more: string[]) {
    const ran = await this.must(
      "run",
      "turns",
      "--prompt",
      this.promptOf(turns),
      "--workspace",
      this.work,
      ...more,
    );
    const id: string = ran.json.executionId;
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

  /** Also of turns that led to no step. */
  async allReceipts(id: string): Promise<Receipt[]> {
    return (await this.home.records(id)).filter(({ kind }) => kind === "receipt");
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

  /** As a person sees it. */
  async show(...args: string[]): Promise<void> {
    if (!this.wanted.isShowing) return;
    const { stdout } = await this.home.uw(args, { cwd: this.work, env: this.env() });
    console.log(`$ uncaged-workflow ${args.join(" ")}\n${stdout}`);
  }

  setEnv(more: Record<string, string>): void {
    Object.assign(this.extraEnv, more);
  }

  policy(text: string): void {
    writeFileSync(this.home.layout.policy, text);
  }

  crash(): Promise<void> {
    return this.home.crash();
  }

  /** Programs of this flow that run. */
  running(): number {
    const mark = `HOME=${this.userHome}\0`;
    return readdirSync("/proc").filter((pid) => {
      if (!/^\d+$/.test(pid)) return false;
      try {
        return `${readFileSync(`/proc/${pid}/environ`, "latin1")}\0`.includes(mark);
      } catch {
        return false;
      }
    }).length;
  }

  /** Files of the store that hold a text. */
  async holding(text: string): Promise<string[]> {
    await this.home.untilQuiet();
    const files = readdirSync(this.home.home, { recursive: true, encoding: "utf8" });
    return files.filter((name) => {
      const path = join(this.home.home, name);
      return statSync(path).isFile() && readFileSync(path).includes(text);
    });
  }

  /** What its programs were started with. */
  argv(): string {
    return readFileSync(join(this.home.dir, "argv"), "utf8");
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
      ...this.extraEnv,
    };
  }

  /** The program itself, where it was started, with what, and a copy of what it prints. */
  private wrapProgram({ bin, folder, via }: Program): void {
    const { dir } = this.home;
    const real = join(binFolder(folder), bin);
    const printed = `${dir}/printed-$(ls "${dir}" | grep -c printed-)`;
    const note = `pwd > "${dir}/cwd"; printf '%s\\n' "$*" >> "${dir}/argv"; PATH="${binFolder(folder)}:$PATH"`;
    const start = via === "acp" ? `exec "${real}" "$@"` : `"${real}" "$@" | tee "${printed}"`;
    const script = `#!/bin/bash\nset -o pipefail\n${note}\n${start}\n`;
    writeFileSync(join(dir, "bin", bin), script, { mode: 0o755 });
  }

  /** For the ordinary suite: what it printed in each turn, and how many calls the mock had served by then. */
  record(): void {
    if (!this.wanted.isRecording || this.program.via === "acp") return;
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

/** As the agents quote prompts: a mention gets a backslash, or a space. */
function plain(text: string): string {
  return text.replaceAll("\\", "").replaceAll("@ ", "@");
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
