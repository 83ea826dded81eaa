// What an agent tells while it works: its words, its tool calls, its plan, what it spent.
import type { Json } from "@uncaged/workflow/executor";
import { type Ask, diffsIn, type Kind, kindOf, shortPath, type TextDiff } from "./ask.ts";
import { listOf, mapOf, type Params, textOf } from "./json-rpc.ts";

export type Usage = { inputTokens: number; outputTokens: number; totalTokens: number };

export type ToolCall = {
  tool: string;
  kind: Kind;
  status: string;
  paths: string[];
  /** How it was let through or held back; without it, nobody was asked. */
  permission?: "allowed" | "denied" | "asked";
  why?: string;
};

const GIST_CHARS = 200;
const TITLE_CHARS = 500;
/** An agent that never stops talking is cut, not kept. */
const TEXT_CHARS_MAX = 8 * 1024 * 1024;

export class TurnLog {
  /** Of the session, in dollars, as told last; null when nobody said. */
  costUsd: number | null = null;
  readonly diffs = new Map<string, TextDiff>();
  private readonly calls = new Map<string, Params>();
  private readonly marks = new Map<string, Pick<ToolCall, "permission" | "why">>();
  private readonly heldBack: ToolCall[] = [];
  private said = "";
  private saidBefore = "";
  private callUsage: Usage | null = null;

  constructor(
    private readonly root: string,
    private readonly progress: (frame: Json) => void,
  ) {}

  /** Its last word: what it said after it last used a tool, or before that if it was silent since. */
  get text(): string {
    return (this.said.trim() === "" ? this.saidBefore : this.said).trim();
  }

  /** What is known of a call, with what is told now over it. */
  merged(toolCall: Params): Params {
    const id = textOf(toolCall.toolCallId) ?? "";
    const known = this.calls.get(id) ?? {};
    const told = Object.fromEntries(
      Object.entries(toolCall).filter(([, value]) => value !== null && !isEmptyList(value)),
    );
    return { ...known, ...told };
  }

  mark(toolCall: Params, permission: NonNullable<ToolCall["permission"]>, why: string): void {
    const id = textOf(toolCall.toolCallId);
    if (id === null) return;
    this.calls.set(id, this.merged(toolCall));
    this.marks.set(id, { permission, why });
  }

  /** A file of ours that it was not given. */
  held({ tool, kind, paths }: Ask, why: string): void {
    this.heldBack.push({ tool, kind, status: "failed", paths, permission: "denied", why });
  }

  update(update: Params): void {
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        return this.spoken(update);
      case "agent_thought_chunk":
        return this.tell("thought", textOf(mapOf(update.content).text));
      case "tool_call":
      case "tool_call_update":
        return this.tool(update);
      case "plan":
        return this.tell(
          "plan",
          listOf(update.entries)
            .map((entry) => textOf(mapOf(entry).content) ?? "")
            .join("; "),
        );
      case "usage_update":
        return this.spent(update);
    }
  }

  toolCalls(): ToolCall[] {
    const told = [...this.calls].map(([id, call]) => ({
      tool: (textOf(call.title) ?? textOf(call.name) ?? "a tool without a name").slice(0, TITLE_CHARS),
      kind: kindOf(call.kind),
      status: textOf(call.status) ?? "pending",
      paths: listOf(call.locations)
        .flatMap((one) => textOf(mapOf(one).path) ?? [])
        .map((path) => shortPath(path, this.root)),
      ...this.marks.get(id),
    }));
    return [...told, ...this.heldBack];
  }

  /** Of the turn, as far as anybody told: `answer` is what `session/prompt` came back with. */
  usage(answer: Json | null): Usage | null {
    const told = mapOf(answer);
    const quota = mapOf(mapOf(mapOf(told._meta).quota).token_count);
    return usageOf(mapOf(told.usage)) ?? usageOf(quota) ?? this.callUsage;
  }

  private spoken(update: Params): void {
    const text = textOf(mapOf(update.content).text);
    if (text !== null && this.said.length < TEXT_CHARS_MAX) this.said += text;
    const usage = usageOf(mapOf(mapOf(update._meta).usage));
    if (usage !== null) this.callUsage = sum(this.callUsage, usage);
    if (text !== null) this.progress({ event: "message", text: text.slice(0, GIST_CHARS) });
  }

  private tool(update: Params): void {
    const id = textOf(update.toolCallId);
    if (id === null) return;
    const merged = this.merged(update);
    this.calls.set(id, merged);
    const isNews = update.sessionUpdate === "tool_call" || update.status !== undefined;
    if (isNews) {
      if (this.said.trim() !== "") this.saidBefore = this.said;
      this.said = "";
    }
    if (merged.status === "completed")
      for (const diff of diffsIn(merged, this.root)) this.diffs.set(diff.path, diff);
    const text = textOf(merged.title);
    if (isNews)
      this.progress({
        event: "tool",
        ...(text === null ? {} : { text: text.slice(0, GIST_CHARS) }),
        status: textOf(merged.status) ?? "pending",
      });
  }

  private spent(update: Params): void {
    const { amount, currency } = mapOf(update.cost);
    if (typeof amount === "number" && Number.isFinite(amount) && amount >= 0 && currency === "USD")
      this.costUsd = amount;
  }

  private tell(event: string, text: string | null): void {
    if (text !== null && text !== "") this.progress({ event, text: text.slice(0, GIST_CHARS) });
  }
}

/** Missing is not known, and not nothing. */
function usageOf(told: Params): Usage | null {
  const input = amount(told.inputTokens ?? told.input_tokens);
  const output = amount(told.outputTokens ?? told.output_tokens);
  // A turn that was asked to end tells zeros where it does not know (opencode).
  if (input === null || output === null || input + output === 0) return null;
  const cached = (amount(told.cachedReadTokens) ?? 0) + (amount(told.cachedWriteTokens) ?? 0);
  const total = amount(told.totalTokens) ?? input + output;
  // Some count what came from the cache beside the input, and some in it: the total tells.
  const inputTokens = total >= input + output + cached ? input + cached : input;
  return { inputTokens, outputTokens: output, totalTokens: Math.max(total, inputTokens + output) };
}

function sum(one: Usage | null, other: Usage): Usage {
  if (one === null) return other;
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    totalTokens: one.totalTokens + other.totalTokens,
  };
}

function amount(value: Json | undefined): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.round(value) : null;
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}
