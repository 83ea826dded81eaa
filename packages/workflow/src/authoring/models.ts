// Typed builders for the effects that ask a model or run a coding agent.
import type { Json } from "#contract/command.ts";
import { type EffectAsk, type EffectOptions, effect, type Secret } from "./effects.ts";
import { type Loose, withoutUndefined } from "./without-undefined.ts";

export const LLM_EFFECT = "sys/llm.generate@1";
export const AGENT_EFFECT = "sys/agent.run@1";

/** One question to a model. With a `schema`, an answer that does not fit it is an `error` receipt that keeps its text. */
export function generate<T = Json>(
  request: GenerateRequest,
  options?: EffectOptions,
): EffectAsk<Generated<T>> {
  return effect(LLM_EFFECT, withoutUndefined<{ [key: string]: Json }>(request as never), options);
}

export type GenerateRequest = {
  /** provider/name: openai/..., anthropic/..., google/..., or a name under `models` in config.yaml. */
  model: string;
} & ({ prompt: string } | { messages: ModelMessage[] }) &
  Loose<{
    prompt?: string;
    messages?: ModelMessage[];
    system?: string;
    /** JSON Schema of the answer. */
    schema?: { [key: string]: Json };
    tools?: { name: string; description?: string; parameters: { [key: string]: Json } }[];
    toolChoice?: "auto" | "required" | "none";
    /** 0 unless policy.yaml allows another. */
    temperature?: number;
    maxTokens?: number;
    seed?: number;
    /** false: for a server that does not stream. */
    stream?: boolean;
    /** How OpenAI is asked; without it, the model's name and where it is decide. */
    protocol?: "chat" | "responses";
    /** What only one provider knows, by its name. */
    options?: { [provider: string]: { [key: string]: Json } };
  }>;

export type ModelToolCall = { id: string; name: string; input: Json };

export type ModelMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; toolCalls?: ModelToolCall[] }
  | { role: "tool"; toolCallId: string; name: string; content: Json };

/** What nobody said is missing. */
export type ModelUsage = {
  inputTokens?: number;
  outputTokens?: number;
  totalTokens?: number;
  /** Both are part of the input. */
  cachedInputTokens?: number;
  cacheWriteTokens?: number;
  /** Part of the output. */
  reasoningTokens?: number;
};

export type AnswerBlob = { sha256: string; bytes: number };

export type Generated<T = Json> = {
  text: string;
  /** With a schema. */
  object?: T;
  toolCalls?: ModelToolCall[];
  finishReason: string;
  usage: ModelUsage;
  /** The answer is too large for a receipt: it is in this blob, and `text` is empty. */
  blob?: AnswerBlob;
  model: string;
  provider: string;
  warnings: string[];
};

/** A coding agent's command line, in the workspace of the thread. */
export function runAgent<T = Json>(
  request: AgentRequest,
  options?: EffectOptions,
): EffectAsk<AgentAnswer<T>> {
  return effect(AGENT_EFFECT, withoutUndefined<{ [key: string]: Json }>(request as never), options);
}

/** One we know, or a name under `agents` in config.yaml. */
export type AgentName =
  | "claude"
  | "codex"
  | "gemini"
  | "opencode"
  | "qwen"
  | "copilot"
  | "aider"
  | (string & Record<never, never>);

export type AgentRequest = (
  | { agent: AgentName }
  /** Any other: argv with {promptFile}, {prompt}, {model} and {session} in it. Without the first two, by standard input. */
  | { command: string[] }
) & { prompt: string } & Loose<{
    system?: string;
    model?: string;
    /** Of an earlier answer: goes on where that ended. */
    session?: string;
    /** `read`: it may look at files, not change them. */
    access?: "read" | "edit";
    /** Dollars that one turn may cost, by the agent's own limit. */
    maxCostUsd?: number;
    args?: string[];
    cwd?: string;
    env?: { [name: string]: string | Secret };
    schema?: { [key: string]: Json };
    /** acp: over the Agent Client Protocol, where it asks before it does something. */
    via?: "cli" | "acp";
    /** With acp: rules that come after those of policy.yaml. */
    permissions?: AgentPermission[];
    /** With acp: what people said to the `asks` of earlier answers. */
    answers?: { request: string; decision: "allow" | "deny" }[];
    /** With acp: programs that give it more tools. Whoever approves sees them. */
    mcpServers?: AgentMcpServer[];
    /** With acp: how long a turn waits in memory for a person, where its session could not be loaded. */
    waitMs?: number;
    /** Of `command`: where its JSON output has what; see docs/agents.md. */
    rules?: { [key: string]: Json }[];
  }>;

export type AgentMcpServer = { name: string; command: string; args?: string[] };

/** The first that fits counts: all its kinds and paths (globs in the workspace) are alternatives. */
export type AgentPermission = {
  agent?: string[];
  kind?: AgentToolKind[];
  path?: string[];
  rule: "allow" | "ask" | "deny";
};
export type AgentToolKind =
  | "read"
  | "edit"
  | "delete"
  | "move"
  | "search"
  | "execute"
  | "think"
  | "fetch"
  | "other";

/** What an agent wants to do, and somebody has to allow. `request` is the hash of the rest. */
export type AgentAsk = {
  request: string;
  tool: string;
  kind: string;
  paths: string[];
  diffs?: { path: string; oldText: string | null; newText: string }[];
  command?: string;
  input?: Json;
};

export type AgentAnswer<T = Json> = {
  text: string;
  object?: T;
  session: string | null;
  exitCode: number;
  /** Of this turn. */
  usage?: Pick<ModelUsage, "inputTokens" | "outputTokens" | "totalTokens" | "cachedInputTokens">;
  model?: string;
  /** The folder the session belongs to. */
  folder?: string;
  /** `transcript`: in a fresh session that was told the kept turns. */
  continued?: "branch" | "session" | "transcript";
  /** Tools it wanted and was denied. */
  denied?: string[];
  /** Files it changed although it was only to look: they were discarded. */
  discarded?: string[];
  /** All of a text that is too large for a receipt. */
  textBlob?: { sha256: string; bytes: number };
  /** With acp, and the error AGENT_NEEDS_PERMISSION. */
  asks?: AgentAsk[];
  /** It waits in memory for that long; then it is ended. */
  waitsMs?: number;
  /** With acp: what it changed without asking. */
  unasked?: string[];
};
