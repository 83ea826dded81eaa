// The independent mock (@copilotkit/aimock). Every call is 1,000 tokens in and 50 out. What the last message of the user
// asks for by DO-WRITE <file> or DO-SHELL <command> is asked of the agent as a use of its tool; anything else is answered.
import { join } from "node:path";

type Message = { role: string; content: string | { text?: string }[] | null };
type Request = {
  model?: string;
  messages?: Message[];
  tools?: { function?: { name: string } }[];
};
type Entry = { path: string; body: Request | null; response: { status: number } };
type Library = {
  LLMock: new (options: {
    port: number;
    host: string;
  }) => {
    url: string;
    addFixture(fixture: unknown): void;
    start(): Promise<unknown>;
    stop(): Promise<void>;
    getRequests(): Entry[];
    clearRequests?(): void;
  };
};

export type Mock = AsyncDisposable & { url: string; calls(): Entry[]; count(): number };

export const TOKENS = { in: 1000, out: 50 };
const USAGE = {
  prompt_tokens: TOKENS.in,
  completion_tokens: TOKENS.out,
  input_tokens: TOKENS.in,
  output_tokens: TOKENS.out,
  promptTokenCount: TOKENS.in,
  candidatesTokenCount: TOKENS.out,
};

const WRITES: Record<string, (path: string) => object> = {
  Write: (path) => ({ file_path: path, content: "written\n" }),
  write_file: (path) => ({ file_path: path, content: "written\n" }),
  write: (path) => ({ filePath: path, content: "written\n" }),
  create: (path) => ({ path, file_text: "written\n" }),
};
const SHELLS: Record<string, (command: string) => object> = {
  Bash: (command) => ({ command, description: "d" }),
  exec_command: (cmd) => ({ cmd }),
  shell_command: (command) => ({ command }),
  run_shell_command: (command) => ({ command, is_background: false, description: "d" }),
  bash: (command) => ({ command, description: "d" }),
};

export async function startMock(folder: string): Promise<Mock> {
  const entry = join(folder, "node_modules", "@copilotkit", "aimock", "dist", "index.js");
  const { LLMock } = (await import(entry)) as Library;
  const mock = new LLMock({ port: 0, host: "127.0.0.1" });
  for (const [word, tools] of [
    ["DO-WRITE", WRITES],
    // codex has no tool for that.
    ["DO-WRITE", { exec_command: (path: string) => ({ cmd: `echo written > ${path}` }) }],
    ["DO-SHELL", SHELLS],
  ] as const)
    mock.addFixture({
      match: { predicate: (request: Request) => use(request, word, tools) !== null },
      response: (request: Request) => use(request, word, tools),
    });
  mock.addFixture({
    match: { predicate: () => true },
    response: () => ({ content: "All done.", usage: USAGE }),
  });
  await mock.start();
  // No calls of a model: probes without a body, and codex warming up its connection, where nobody asks anything.
  const calls = () =>
    mock.getRequests().filter(({ body }) => body?.messages?.some(({ role }) => role === "user") === true);
  return { url: mock.url, calls, count: () => calls().length, [Symbol.asyncDispose]: () => mock.stop() };
}

function use(request: Request, word: string, tools: Record<string, (value: string) => object>) {
  const messages = request.messages ?? [];
  if (messages.at(-1)?.role === "tool") return null;
  const asked = new RegExp(`${word} ([^\\n<"]+)`).exec(
    textOf(messages.findLast(({ role }) => role === "user")),
  )?.[1];
  const named = (request.tools ?? []).map((tool) => tool.function?.name ?? "");
  const name = Object.keys(tools).find((one) => named.includes(one));
  if (asked === undefined || name === undefined) return null;
  return {
    toolCalls: [{ name, arguments: JSON.stringify(tools[name]?.(asked.trim())) }],
    usage: USAGE,
  };
}

export function textOf(message: Message | undefined): string {
  const { content = "" } = message ?? {};
  return typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("\n");
}
