// How a turn ended, as a receipt.
//
// REPORT-1. What nobody told is left out: unknown is not zero.
// REPORT-2. An agent that may not have asked is said to: `unasked` names what it changed without a word.
import {
  aborted,
  type Executed,
  type ExecutorCall,
  type ExecutorPorts,
  type Json,
  type JsonSchema,
  Refusal,
  timedOut,
} from "@uncaged/workflow/executor";
import { readObject } from "../common/read-object.ts";
import type { AcpAgent } from "../definitions/acp-registry.ts";
import type { Turn as Spent } from "../turns/turn-cost.ts";
import type { AcpParams } from "./acp-executor.ts";
import type { TextDiff } from "./ask.ts";
import { mapOf, type RpcFailure, textOf } from "./json-rpc.ts";
import type { Session } from "./session.ts";
import type { Turn } from "./turn.ts";
import type { ToolCall, TurnLog } from "./turn-log.ts";

export type Ended = {
  why: "exit" | "timeout" | "abort" | "stopped";
  exitCode: number;
  broken: string | null;
  /** What `session/prompt` came back with; null: it never did. */
  answer: Json | null;
  failure: RpcFailure | Refusal | null;
  session: Session | null;
  stderr: string;
};

export type Told = {
  call: ExecutorCall;
  params: AcpParams;
  entry: AcpAgent;
  log: TurnLog;
  turn: Turn;
  spent: Spent;
  folder: string;
  /** What it changed in the copy it was given to look at. */
  discarded: string[];
  blobs: ExecutorPorts["blobs"];
};

export function report(ended: Ended, told: Told): Executed {
  const { call, turn } = told;
  const cost = told.spent.costUsd === null ? {} : { costUsd: told.spent.costUsd };
  const payload = payloadOf(ended, told);
  const known = {
    stderrTail: ended.stderr,
    ...(ended.session === null ? {} : { session: ended.session.id, folder: told.folder }),
  };
  if (ended.why === "timeout") return { ...timedOut(call, known), ...cost };
  if (ended.why === "abort") return { ...aborted(), ...cost };
  const failed = (code: string, message: string): Executed => ({
    status: "error",
    error: { code, message, retryable: false, details: known },
    payload,
    ...cost,
  });
  if (ended.broken !== null) return failed("AGENT_PROTOCOL", ended.broken);
  if (ended.failure instanceof Refusal) return { status: "error", error: ended.failure.report, ...cost };
  // Its turn may break off when it is asked to end: what it asked stands.
  if (turn.asks.length > 0) return failed("AGENT_NEEDS_PERMISSION", needs(turn));
  if (ended.failure !== null) return failed("AGENT_FAILED", failureText(ended, ended.failure));
  const { stopReason } = mapOf(ended.answer);
  if (stopReason !== "end_turn") return failed(...stopped(textOf(stopReason), payload.denied));
  return answered(payload, told, cost, failed);
}

/** Of a turn that waits in memory: `name` is what to go on with. */
export function reportWait(told: Told, session: Session | null, name: string, waitsMs: number): Executed {
  const payload = payloadOf({ answer: null, session }, told);
  return {
    status: "error",
    error: { code: "AGENT_NEEDS_PERMISSION", message: needs(told.turn), retryable: false },
    payload: { ...payload, session: name, waitsMs },
  };
}

function needs({ asks }: Turn): string {
  const what = asks.map(({ tool, kind }) => `${tool} (${kind})`).join(", ");
  return `it asks for permission: ${what}`;
}

function failureText({ stderr }: Ended, failure: RpcFailure): string {
  const more = stderr === "" || failure.message.includes(stderr) ? "" : `: ${stderr}`;
  return `${failure.method}: ${failure.message}${more}`;
}

/** A cut answer is none, and so is a refused one. */
function stopped(reason: string | null, denied: Json | undefined): [code: string, message: string] {
  // To codex a no is an end.
  if (reason === "cancelled" && Array.isArray(denied))
    return ["AGENT_DENIED", `it gave up: it was denied ${denied.join(", ")}`];
  switch (reason) {
    case "max_tokens":
      return ["AGENT_CUT", "its answer was cut: the model may say no more at once"];
    case "max_turn_requests":
      return ["AGENT_CUT", "it was stopped: it asked its model too often in one turn"];
    case "refusal":
      return ["AGENT_REFUSED", "it refused to go on"];
    default:
      return ["AGENT_FAILED", `it ended its turn with ${reason ?? "no reason"}`];
  }
}

function answered(
  payload: { [key: string]: Json },
  { params }: Told,
  cost: { costUsd?: number },
  failed: (code: string, message: string) => Executed,
): Executed {
  const { schema } = params;
  if (schema === undefined) return { status: "ok", payload, ...cost };
  const read = readObject(String(payload.text), schema as JsonSchema);
  if ("object" in read) return { status: "ok", payload: { ...payload, object: read.object }, ...cost };
  return failed("AGENT_OUTPUT_INVALID", read.problem);
}

function payloadOf(
  { answer, session }: Pick<Ended, "answer" | "session">,
  told: Told,
): { [key: string]: Json } {
  const { log, turn, entry, spent, folder, discarded } = told;
  const toolCalls = log.toolCalls();
  const unasked = toolCalls.filter(isUnasked).map(({ tool }) => tool);
  const usage = log.usage(answer);
  const denied = toolCalls.filter(({ permission }) => permission === "denied").map(({ tool }) => tool);
  const warnings = session?.warnings ?? [];
  const stopReason = textOf(mapOf(answer).stopReason);
  return {
    ...shownText(told),
    session: session === null || !session.canContinue ? null : session.id,
    exitCode: 0,
    folder,
    ...(session?.agent == null ? {} : { program: session.agent }),
    ...(stopReason === null ? {} : { stopReason }),
    toolCalls: toolCalls.slice(-TOOL_CALLS_MAX) as Json,
    ...diffsOf([...log.diffs.values()]),
    ...(usage === null ? {} : { usage }),
    ...(usage !== null && entry.usage === "last-call" ? { usageIsPartial: true } : {}),
    ...(turn.asks.length === 0 ? {} : { asks: turn.asks as unknown as Json }),
    ...(denied.length === 0 ? {} : { denied: denied.slice(0, TOOL_CALLS_MAX) }),
    ...(session === null || session.way.how === "fresh" ? {} : { continued: session.way.how }),
    ...(spent.total === null ? {} : { sessionTotal: spent.total as { [key: string]: Json } }),
    ...(discarded.length === 0 ? {} : { discarded }),
    ...(unasked.length === 0 ? {} : { unasked: unasked.slice(0, TOOL_CALLS_MAX) }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

const TOOL_CALLS_MAX = 100;
const CHANGES = new Set(["edit", "delete", "move", "execute"]);

function isUnasked({ kind, status, permission }: ToolCall): boolean {
  return CHANGES.has(kind) && status === "completed" && permission === undefined;
}

/** A long answer was paid for: it is kept as a blob, and its beginning is here. */
function shownText({ log, call, blobs }: Told): { [key: string]: Json } {
  const { text } = log;
  const charsMax = Math.floor(call.maxOutputBytes / 4);
  if (text.length <= charsMax) return { text };
  const bytes = Buffer.from(text);
  return {
    text: text.slice(0, charsMax).toWellFormed(),
    textBlob: { sha256: blobs.put(bytes), bytes: bytes.length },
  };
}

const DIFF_BYTES_MAX = 48 * 1024;

/** As many as fit; of the others, the path. */
function diffsOf(diffs: readonly TextDiff[]): { diffs?: Json; diffsLeftOut?: string[] } {
  let left = DIFF_BYTES_MAX;
  const shown: TextDiff[] = [];
  const hidden: string[] = [];
  for (const diff of diffs) {
    const bytes = Buffer.byteLength(JSON.stringify(diff));
    if (bytes > left) hidden.push(diff.path);
    else {
      left -= bytes;
      shown.push(diff);
    }
  }
  return {
    ...(shown.length === 0 ? {} : { diffs: shown as unknown as Json }),
    ...(hidden.length === 0 ? {} : { diffsLeftOut: hidden.slice(0, TOOL_CALLS_MAX) }),
  };
}
