// An agent of the Agent Client Protocol that does what a script says: `bun scripted-agent.ts <script.json>`.
//
// Its messages are those that opencode 1.18.33, qwen 0.15.10, copilot 1.0.102 and claude-agent-acp 0.49.0 were seen to send.
// A session is a file beside the script that counts its turns, so that another process can go on with it. What it is told
// goes to `<script>.log`, a line each.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { LineSplitter } from "@uncaged/workflow/executor";

export type Step =
  | { say: string }
  | { sayMuch: number }
  | { think: string }
  /** Asks; when it may, it changes the file itself, as most do. */
  | { ask: Asked; mayNot?: string }
  /** Changes the file without a word. */
  | { does: Asked }
  | { write: { path: string; content: string } }
  | { read: string }
  | { raw: string }
  | { costUsd: number }
  | { child: string }
  | { hang: true }
  | { exit: number }
  | { fail: string }
  | { stop: string };

export type Asked = {
  tool: string;
  kind: string;
  path?: string;
  content?: string;
  command?: string;
  options?: string[];
};

export type Script = {
  turns: Step[][];
  /** What it can do with a session: all of these unless said. */
  can?: ("load" | "resume" | "fork" | "nothing")[];
  modes?: string[];
  usage?: { [name: string]: number };
  version?: number;
  /** Words on standard output before anything else. */
  chatter?: string;
  login?: true;
};

type Message = {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: unknown;
};

const [, , scriptPath = ""] = process.argv;
const script = JSON.parse(readFileSync(scriptPath, "utf8")) as Script;
const can = script.can ?? ["load"];
const waiting = new Map<number, (message: Message) => void>();
let lastId = -1;
let isCancelled = false;

const send = (message: object): void => {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
};
const note = (what: string) => appendFileSync(`${scriptPath}.log`, `${what}\n`);
const stateOf = (session: string) => `${scriptPath}.${session}`;

function ask(method: string, params: object): Promise<Message> {
  lastId += 1;
  send({ id: lastId, method, params });
  return new Promise((resolve) => waiting.set(lastId, resolve));
}

async function answer({ id, method, params = {} }: Message): Promise<void> {
  const ok = (result: unknown) => send({ id, result });
  const session = String(params.sessionId ?? "");
  switch (method) {
    case "initialize":
      return ok({
        protocolVersion: script.version ?? 1,
        agentCapabilities: {
          loadSession: can.includes("load"),
          sessionCapabilities: Object.fromEntries(
            can.filter((one) => one !== "load").map((one) => [one, {}]),
          ),
        },
        authMethods: script.login ? [{ id: "key", name: "Key", description: "Set THE_KEY" }] : [],
        agentInfo: { name: "scripted", version: "1.0" },
      });
    case "session/new":
      if (script.login) return send({ id, error: { code: -32000, message: "Authentication required" } });
      if ((params.mcpServers as unknown[]).length > 0) note(`mcp ${JSON.stringify(params.mcpServers)}`);
      return ok({ sessionId: begin(0), ...modes() });
    case "session/fork":
      return ok({ sessionId: begin(Number(readFileSync(stateOf(session), "utf8"))), ...modes() });
    case "session/load":
      if (!existsSync(stateOf(session)))
        return send({ id, error: { code: -32002, message: "Resource not found" } });
      update(session, {
        sessionUpdate: "user_message_chunk",
        content: { type: "text", text: "what you said" },
      });
      update(session, {
        sessionUpdate: "agent_message_chunk",
        content: { type: "text", text: "AN OLD ANSWER" },
      });
      return ok({ ...modes() });
    case "session/resume":
      return ok({ ...modes() });
    case "session/set_mode":
      note(`mode ${params.modeId}`);
      return ok({});
    case "session/prompt":
      return prompt(id, session, params);
    default:
      return send({ id, error: { code: -32601, message: `no ${method}` } });
  }
}

function begin(turn: number): string {
  const session = `ses_${Bun.randomUUIDv7().slice(-12)}`;
  writeFileSync(stateOf(session), String(turn));
  return session;
}

function modes(): object {
  if (script.modes === undefined) return {};
  return {
    modes: { currentModeId: script.modes[0], availableModes: script.modes.map((id) => ({ id, name: id })) },
  };
}

async function prompt(
  id: number | undefined,
  session: string,
  params: Record<string, unknown>,
): Promise<void> {
  const turn = Number(readFileSync(stateOf(session), "utf8"));
  writeFileSync(stateOf(session), String(turn + 1));
  const [{ text = "" } = {}] = params.prompt as { text?: string }[];
  note(`prompt ${turn} ${JSON.stringify(text)}`);
  isCancelled = false;
  let stopReason = "end_turn";
  for (const step of script.turns[turn] ?? [{ say: "nothing left to do" }]) {
    if ("fail" in step)
      return send({ id, error: { code: -32603, message: "Internal error", data: { details: step.fail } } });
    if ("stop" in step) stopReason = step.stop;
    else await play(session, step);
    if (isCancelled) {
      note("cancelled");
      return send({ id, result: { stopReason: "cancelled" } });
    }
  }
  const { usage } = script;
  send({ id, result: { stopReason, ...(usage === undefined ? {} : { usage }) } });
}

function update(sessionId: string, told: object): void {
  send({ method: "session/update", params: { sessionId, update: told } });
}

function say(session: string, text: string): void {
  update(session, { sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
}

async function play(
  session: string,
  step: Exclude<Step, { fail: string } | { stop: string }>,
): Promise<void> {
  if ("say" in step) say(session, step.say);
  else if ("sayMuch" in step) say(session, "x".repeat(step.sayMuch));
  else if ("think" in step)
    update(session, { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: step.think } });
  else if ("raw" in step) process.stdout.write(`${step.raw}\n`);
  else if ("costUsd" in step)
    update(session, {
      sessionUpdate: "usage_update",
      used: 1,
      size: 10,
      cost: { amount: step.costUsd, currency: "USD" },
    });
  else if ("child" in step)
    Bun.spawn(["setsid", "sleep", step.child], { stdio: ["ignore", "ignore", "ignore"] });
  else if ("hang" in step) {
    note("hangs");
    await new Promise(() => setInterval(() => {}, 1000));
  } else if ("exit" in step) {
    process.stderr.write("it broke down\n");
    process.exit(step.exit);
  } else if ("write" in step) {
    const { error } = await ask("fs/write_text_file", { sessionId: session, ...step.write });
    note(`write ${error === undefined ? "done" : JSON.stringify(error)}`);
  } else if ("read" in step) {
    const { result, error } = await ask("fs/read_text_file", { sessionId: session, path: step.read });
    say(
      session,
      error === undefined ? String((result as { content: string }).content) : JSON.stringify(error),
    );
  } else if ("does" in step) tell(session, step.does, () => perform(step.does));
  else await leave(session, step.ask, step.mayNot);
}

let calls = 0;

function tell(session: string, asked: Asked, run: () => void): void {
  const call = toolCall(asked);
  update(session, { sessionUpdate: "tool_call", ...call, status: "pending" });
  run();
  update(session, { sessionUpdate: "tool_call_update", ...call, status: "completed" });
}

function toolCall({ tool, kind, path, content, command }: Asked) {
  calls += 1;
  return {
    toolCallId: `call_${calls}`,
    title: tool,
    kind,
    rawInput: {
      ...(path === undefined ? {} : { file_path: path, content }),
      ...(command === undefined ? {} : { command }),
    },
    locations: path === undefined ? [] : [{ path }],
    content:
      path === undefined || content === undefined
        ? []
        : [{ type: "diff", path, oldText: null, newText: content }],
  };
}

async function leave(session: string, asked: Asked, mayNot = "I may not."): Promise<void> {
  const call = toolCall(asked);
  const { options = ["allow_always", "allow_once", "reject_once"] } = asked;
  update(session, { sessionUpdate: "tool_call", ...call, status: "pending" });
  const { result } = await ask("session/request_permission", {
    sessionId: session,
    toolCall: { ...call, status: "pending" },
    options: options.map((kind) => ({ optionId: `o-${kind}`, name: kind, kind })),
  });
  const { outcome } = result as { outcome: { outcome: string; optionId?: string } };
  note(`outcome ${outcome.optionId ?? outcome.outcome}`);
  if (outcome.optionId?.startsWith("o-allow") !== true) {
    update(session, { sessionUpdate: "tool_call_update", toolCallId: call.toolCallId, status: "failed" });
    if (outcome.outcome !== "cancelled") say(session, mayNot);
    return;
  }
  perform(asked);
  update(session, { sessionUpdate: "tool_call_update", toolCallId: call.toolCallId, status: "completed" });
}

function perform({ path, content = "", command }: Asked): void {
  if (command !== undefined) Bun.spawnSync(["sh", "-c", command]);
  if (path === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

if (script.chatter !== undefined) process.stdout.write(script.chatter);
process.stdin.on("end", () => process.exit(0));
const lines = new LineSplitter(64 * 1024 * 1024);
process.stdin.on("data", (chunk: Uint8Array) => {
  lines.add(chunk, (line) => {
    const message = JSON.parse(line) as Message;
    if (message.method === undefined) waiting.get(message.id ?? -1)?.(message);
    else if (message.method === "session/cancel") isCancelled = true;
    else void answer(message);
  });
});
