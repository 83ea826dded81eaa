// A person's folders with a stranger's files in them, a store with threads in every state, and one call of every verb.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERBS } from "../../packages/cli-workflow/src/catalogue.ts";
import { commanding, telling, yielding } from "./bundles.ts";
import { HOSTILE_FILES, STRANGE_VARIABLE } from "./hostile-files.ts";
import { type Ran, TempHome } from "./temp-home.ts";

/** Where a file may lie: in the current folder, above it, in $HOME. */
export const PLACES = ["cwd", "above", "home"] as const;
export type Place = (typeof PLACES)[number];

const FLOW = yielding(
  `yield { role: "a", content: String(process.env.${STRANGE_VARIABLE}), meta: {} };
  return { returnCode: 0, summary: "done" };`,
);
const ENTRY = FLOW.replace("export const descriptor =", "export const descriptor: object =");
const COMPUTED = ENTRY.replace(/= (\{.*\});/, "= JSON.parse(JSON.stringify($1));");

const BUNDLES: Record<string, string> = {
  flow: FLOW,
  spare: FLOW,
  asking: commanding([`{ do: "approve", prompt: "?" }`]),
  question: commanding([`{ do: "input", prompt: "?", schema: {} }`]),
  effects: commanding(
    [
      `{ do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } }`,
      `{ do: "effect", effect: "sys/llm.generate@1", params: { model: "openai/x", prompt: "x" }, retry: false }`,
      `{ do: "effect", effect: "sys/agent.run@1", params: { agent: "claude", prompt: "x" }, retry: false }`,
    ],
    ["sys/exec@1", "sys/llm.generate@1", "sys/agent.run@1"],
  ),
  // Read back: what the generator saw of the environment.
  telling: telling(`process.env.${STRANGE_VARIABLE} ?? null`),
};

/** What a positional argument is called in the catalogue, and what it is given here. */
const GIVEN: Record<string, string> = {
  name: "flow",
  file: "entry.ts",
  entry: "entry.ts",
  bundle: "entry.ts",
  dir: "started",
  shell: "bash",
};
/** Arguments that are left out. */
const LEFT_OUT = ["input", "hash"];

const FLAGS: Record<string, string[]> = {
  run: ["--prompt", "x"],
  answer: ["--value", "1"],
  reconcile: ["--retry"],
  fork: ["--from-step", "0"],
  trace: ["--by", "name=flow"],
};

/** Positional arguments of verbs that would spoil what others need. */
const INSTEAD: Record<string, string[]> = { remove: ["spare"] };

/** More calls of a verb, for the other processes it starts. */
const MORE: Record<string, string[][]> = {
  run: [
    ["effects", "--prompt", "x", "--timeout-ms", "20000"],
    ["telling", "--prompt", "x", "--workspace", "."],
  ],
  build: [["computed.ts"]],
  add: [["computed", "computed.ts"]],
  validate: [["computed.ts"], ["--workflow-path", "flow.esm.js"]],
  sim: [["flow.esm.js"]],
  check: [["flow", "flow.esm.js"]],
};

/** Which bundle's thread a verb is given; `flow` has finished. */
const WAITING: Record<string, string> = {
  approve: "asking",
  deny: "asking",
  resume: "asking",
  kill: "asking",
  cancel: "asking",
  pause: "asking",
  follow: "asking",
  answer: "question",
};

export class StrangePlace implements AsyncDisposable {
  readonly canary: string;
  readonly folders: Record<Place, string>;

  private constructor(
    private readonly temp: TempHome,
    /** The words that start the program. */
    readonly program: string[],
  ) {
    this.canary = join(temp.dir, "canary");
    this.folders = {
      home: temp.dir,
      above: join(temp.dir, "above"),
      cwd: join(temp.dir, "above/cwd"),
    };
  }

  /** `$HOME` is where the temporary home's folder is, so that the store lies where a person's does. */
  static async create(program: string[], temp?: TempHome): Promise<StrangePlace> {
    const place = new StrangePlace(temp ?? (await TempHome.create()), program);
    const { cwd } = place.folders;
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(cwd, "entry.ts"), ENTRY);
    writeFileSync(join(cwd, "computed.ts"), COMPUTED);
    for (const [name, source] of Object.entries(BUNDLES)) {
      writeFileSync(join(cwd, `${name}.esm.js`), source);
      const ran = await place.call(["add", name, `${name}.esm.js`]);
      if (ran.exitCode !== 0) throw new Error(`add ${name}: ${ran.stdout}${ran.stderr}`);
    }
    return place;
  }

  /** Puts a stranger's files into folders. */
  plant(kinds: readonly string[], places: readonly Place[]): void {
    for (const place of places)
      for (const kind of kinds) HOSTILE_FILES[kind]?.(this.folders[place], this.canary);
  }

  /** One call of the verb, or several, each on a thread of its own. */
  async callsOf(verb: string): Promise<string[][]> {
    const { command } = await (VERBS.get(verb) as NonNullable<ReturnType<typeof VERBS.get>>).load();
    const words: string[] = [...(INSTEAD[verb] ?? [])];
    for (const [name, arg] of Object.entries(command.args)) {
      if (arg.type !== "positional" || LEFT_OUT.includes(name) || verb in INSTEAD) continue;
      words.push(GIVEN[name] ?? (await this.thread(WAITING[verb] ?? "flow")));
    }
    const calls = [[...words, ...(FLAGS[verb] ?? [])], ...(MORE[verb] ?? [])];
    return calls.map((call) => [...verb.split(" "), ...call]);
  }

  /** Runs the program in the strange folder, as a person would whose PATH names folders by relative paths too. */
  call(args: string[], how: "as JSON" | "as text" = "as JSON"): Promise<Ran> {
    return this.temp.uw(how === "as JSON" ? [...args, "--json"] : args, {
      program: this.program,
      cwd: this.folders.cwd,
      env: {
        HOME: this.folders.home,
        PATH: `.::node_modules/.bin:${process.env.PATH}`,
        OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
        OPENAI_API_KEY: "none",
      },
    });
  }

  /** What is wrong with a call: code that ran, a variable that came in, a verb that was not really called. */
  complaints(args: string[], ran: Ran): string[] {
    const problems = this.fired().map((line) => `a stranger's code ran: ${line}`);
    if (ran.stdout.includes('"content":"yes"') || ran.stdout.includes('"content":"\\"yes\\""'))
      problems.push("a stranger's .env set a variable");
    if (ran.stdout.includes('"code":"USAGE"') && !ran.stdout.includes("cannot build"))
      problems.push(`${args[0]} was not called: say in tests/support/strange-place.ts what it needs`);
    if (ran.stdout.includes('"code":"INTERNAL"') || ran.exitCode > 40)
      problems.push(`exit ${ran.exitCode}: ${ran.stdout}${ran.stderr}`);
    return problems;
  }

  /** What the canary says, once. */
  fired(): string[] {
    if (!existsSync(this.canary)) return [];
    const lines = readFileSync(this.canary, "utf8").trimEnd().split("\n");
    rmSync(this.canary);
    return lines;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.temp[Symbol.asyncDispose]();
  }

  private async thread(bundle: string): Promise<string> {
    const ran = await this.call(["run", bundle, "--prompt", "x"]);
    return ran.json.executionId;
  }
}
