// What a turn leaves: its receipt, whatever way it ended.
import {
  aborted,
  type Executed,
  type ExecutorCall,
  type ExecutorPorts,
  type Json,
  type JsonSchema,
  timedOut,
  tooLarge,
} from "@uncaged/workflow/executor";
import { readObject } from "../common/read-object.ts";
import type { Turn } from "../turns/turn-cost.ts";
import type { Told } from "./read-events.ts";

export type Ended = {
  why: "exit" | "timeout" | "abort" | "stopped";
  exitCode: number;
  told: Told;
  turn: Turn;
  stderr: string;
  folder: string;
  continued: "branch" | "session" | "transcript" | null;
  discarded: string[];
};

export function reportTurn(ended: Ended, call: ExecutorCall, ports: ExecutorPorts): Executed {
  const { why, exitCode, told, turn, stderr } = ended;
  const cost = turn.costUsd === null ? {} : { costUsd: turn.costUsd };
  const facts = factsOf(ended);
  const { session, ...rest } = facts;
  const known = { stderrTail: stderr, ...(session === null ? {} : { session }), ...rest };
  if (why === "timeout") return { ...timedOut(call, known), ...cost };
  if (why === "abort") return { ...withDetails(aborted(), known), ...cost };
  if (why === "stopped") return { ...tooLarge(call.maxOutputBytes, known), ...cost };
  const payload: { [key: string]: Json } = { text: told.text ?? "", exitCode, ...facts };
  const { schema } = call.params as { schema?: JsonSchema };
  if (exitCode === 0 && told.failed === null) {
    const read: { object?: Json } | { problem: string } =
      schema === undefined ? {} : readObject(told.text ?? "", schema);
    const object = "object" in read && read.object !== undefined ? { object: read.object } : {};
    const sized = fitText({ ...payload, ...object }, call, ports);
    if (!("problem" in read)) return { status: "ok", payload: sized, ...cost };
    const error = { code: "AGENT_OUTPUT_INVALID", message: read.problem, retryable: false };
    return { status: "error", error, payload: sized, ...cost };
  }
  const said = told.failed ?? (stderr === "" ? (told.text ?? "") : stderr);
  const message = `the agent ended with exit code ${exitCode}${said === "" ? "" : `: ${said}`}`;
  const details = { exitCode, ...known };
  const error = { code: "AGENT_FAILED", message, retryable: false, details };
  return { status: "error", error, payload: fitText(payload, call, ports), ...cost };
}

function factsOf({ told, turn, folder, continued, discarded }: Ended) {
  const { usage, total } = turn;
  const { cachedInputTokens = 0, inputTokens = 0, outputTokens = 0 } = usage ?? {};
  const sums = { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
  return {
    session: told.session,
    folder,
    ...(usage === null
      ? {}
      : { usage: { ...sums, ...(cachedInputTokens === 0 ? {} : { cachedInputTokens }) } }),
    ...(told.model === null ? {} : { model: told.model }),
    ...(continued === null ? {} : { continued }),
    ...(total === null ? {} : { sessionTotal: total as { [key: string]: Json } }),
    ...(told.denied.size === 0 ? {} : { denied: [...told.denied] }),
    ...(discarded.length === 0 ? {} : { discarded }),
  };
}

const GIST_CHARS = 2_000;

/** It was paid for: what does not fit in a receipt is kept as a blob, and the receipt says where. */
function fitText(payload: { [key: string]: Json }, call: ExecutorCall, ports: ExecutorPorts): Json {
  const text = String(payload.text);
  if (Buffer.byteLength(JSON.stringify(payload)) <= call.maxOutputBytes - SPARE_BYTES) return payload;
  const bytes = Buffer.from(ports.secrets.redact(text));
  const textBlob = { sha256: ports.blobs.put(bytes), bytes: bytes.length };
  return { ...payload, text: text.slice(0, GIST_CHARS).toWellFormed(), textBlob };
}

/** Redaction may make a text longer. */
const SPARE_BYTES = 1_024;

function withDetails(executed: Executed, details: { [key: string]: Json }): Executed {
  return executed.status === "ok" ? executed : { ...executed, error: { ...executed.error, details } };
}
