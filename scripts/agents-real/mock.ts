// The independent mock (@copilotkit/aimock). Every call is 1,000 tokens in and 50 out. The last message of the user says what the
// model does:
//
//   DO-WRITE <file>, DO-ASK <file>, DO-SHELL <command>   asks the agent to use its tool; DO-ASK so that it has to ask first
//   DO-WAIT                                              answers when release() is called, and at once after that
//   DO-SAY <text>                                        answers with that text
//   anything else                                        answers "All done."
//
// HERE in a file stands for the folder the agent was started in. The planner and the reviewer of bundles/solve-issue get what
// their schemas ask for: gpt-5-nano accepts a diff only with second.txt in it.
import { join } from "node:path";

type Message = { role: string; content: string | { text?: string }[] | null };
type Request = {
  model?: string;
  messages?: Message[];
  tools?: { function?: { name: string } }[];
};
type Entry = { path: string; body: (Request & { __aimock_truncated?: boolean }) | null };
type Library = {
  LLMock: new (options: {
    port: number;
    host: string;
    journalMaxEntries: number;
  }) => {
    url: string;
    addFixture(fixture: unknown): void;
    start(): Promise<unknown>;
    stop(): Promise<void>;
    getRequests(): Entry[];
  };
};

export type Call = { model: string; text: string };

export type Mock = AsyncDisposable & {
  url: string;
  /** Calls of models by the mock's own log. */
  count(): number;
  /** The same calls with everything that was said in them: the log leaves out large ones. */
  calls(): Call[];
  /** Calls that wait for release(). */
  held(): number;
  release(): void;
  /** A flow begins. `here`: where its agent was started. */
  begin(here: () => string): void;
};

export const TOKENS = { in: 1000, out: 50 };
const USAGE = {
  prompt_tokens: TOKENS.in,
  completion_tokens: TOKENS.out,
  total_tokens: TOKENS.in + TOKENS.out,
  input_tokens: TOKENS.in,
  output_tokens: TOKENS.out,
  promptTokenCount: TOKENS.in,
  candidatesTokenCount: TOKENS.out,
  totalTokenCount: TOKENS.in + TOKENS.out,
};

type Tools = Record<string, (value: string) => object>;

const WRITES: Tools = {
  Write: (path) => ({ file_path: path, content: "written\n" }),
  write_file: (path) => ({ file_path: path, content: "written\n" }),
  write: (path) => ({ filePath: path, content: "written\n" }),
  create: (path) => ({ path, file_text: "written\n" }),
  // codex has no tool for that.
  exec_command: (path) => ({ cmd: `echo written > ${path}` }),
};
const ESCALATED = { sandbox_permissions: "require_escalated", justification: "it is the task" };
const ASKS: Tools = {
  ...WRITES,
  exec_command: (path) => ({ cmd: `echo written > ${path}`, ...ESCALATED }),
};
const SHELLS: Tools = {
  Bash: (command) => ({ command, description: "d" }),
  exec_command: (cmd) => ({ cmd }),
  shell_command: (command) => ({ command }),
  run_shell_command: (command) => ({ command, is_background: false, description: "d" }),
  bash: (command) => ({ command, description: "d" }),
};

export async function startMock(folder: string): Promise<Mock> {
  const entry = join(folder, "node_modules", "@copilotkit", "aimock", "dist", "index.js");
  const { LLMock } = (await import(entry)) as Library;
  const server = new LLMock({ port: 0, host: "127.0.0.1", journalMaxEntries: 1_000_000 });
  const calls: Call[] = [];
  const waiting: (() => void)[] = [];
  let isReleased = false;
  let here = () => "";
  const mock: Mock = {
    url: "",
    count: () => server.getRequests().filter(({ body }) => isCall(body)).length,
    calls: () => calls,
    held: () => waiting.length,
    begin: (where) => {
      here = where;
      isReleased = false;
    },
    release: () => {
      isReleased = true;
      for (const go of waiting.splice(0)) go();
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
  const answer = async (request: Request) => {
    const text = textOf(request.messages?.findLast(({ role }) => role === "user"));
    const used = toolUse(request, text, here);
    if (used !== null) return { ...used, usage: USAGE };
    if (text.includes("DO-WAIT") && !isReleased) await new Promise<void>((resolve) => waiting.push(resolve));
    return { content: contentOf(request, text), usage: USAGE };
  };
  server.addFixture({
    match: {
      predicate: (request: Request) => {
        if (isCall(request))
          calls.push({
            model: request.model ?? "",
            text: (request.messages ?? []).map(textOf).join("\n"),
          });
        return true;
      },
    },
    response: answer,
  });
  await server.start();
  mock.url = server.url;
  return mock;
}

/** No calls of a model: probes without a body, and codex warming up its connection, where nobody asks anything. */
function isCall(body: Entry["body"]): boolean {
  return (
    body?.__aimock_truncated === true ||
    body?.messages?.some(({ role }) => role === "user" || role === "tool") === true
  );
}

/** Nothing was done since the user spoke. */
function isLast({ messages = [] }: Request): boolean {
  return messages.at(-1)?.role !== "tool";
}

function toolUse(request: Request, text: string, here: () => string) {
  if (!isLast(request)) return null;
  const granted = /It is granted/.test(text);
  const said = granted ? (request.messages ?? []).map(textOf).join("\n") : text;
  for (const [word, tools] of [
    ["DO-WRITE", WRITES],
    ["DO-ASK", ASKS],
    ["DO-SHELL", SHELLS],
  ] as const) {
    const asked = [...said.matchAll(new RegExp(`${word} ([^\\n<"]+)`, "g"))].at(-1)?.[1];
    const named = (request.tools ?? []).map((tool) => tool.function?.name ?? "");
    const name = Object.keys(tools).find((one) => named.includes(one));
    if (asked === undefined || name === undefined) continue;
    const value = asked.trim().replace("HERE", () => here());
    return { toolCalls: [{ name, arguments: JSON.stringify(tools[name]?.(value)) }] };
  }
  return null;
}

function contentOf({ model, messages = [] }: Request, text: string): string {
  const all = messages.map(textOf).join("\n");
  if (all.includes("You plan how to solve"))
    return JSON.stringify({ title: "Add what is missing", steps: ["write the file"] });
  if (all.includes("You review the diff")) {
    const isFine = model !== "gpt-5-nano" || all.includes("b/second.txt");
    return JSON.stringify({ accepted: isFine, problems: isFine ? [] : ["DO-WRITE HERE/second.txt"] });
  }
  return /DO-SAY ([^\n<"]+)/.exec(text)?.[1] ?? "All done.";
}

function textOf(message: Message | undefined): string {
  const { content = "" } = message ?? {};
  return typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("\n");
}
