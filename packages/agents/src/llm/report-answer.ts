// One answer as a receipt: what it says, what it cost, and whether it is whole.
import {
  canonicalJson,
  costOf,
  type EffectError,
  type Executed,
  type ExecutorCall,
  type ExecutorPorts,
  type Json,
  type KnownPrice,
  Refusal,
} from "@uncaged/workflow/executor";
import { readObject } from "../common/read-object.ts";
import type { Endpoint } from "./endpoints.ts";
import type { Answer } from "./read-answer.ts";
import type { LlmParams } from "./to-request.ts";

type Asked = { params: LlmParams; endpoint: Endpoint; answer: Answer; price: KnownPrice | null };
type Payload = { [key: string]: Json };

export function reportAnswer(asked: Asked, call: ExecutorCall, ports: ExecutorPorts): Executed {
  const { params, endpoint, answer, price } = asked;
  const { text, toolCalls, finishReason, usage, warnings } = answer;
  const costUsd = price === null ? null : costOf(price, usage);
  const payload: Payload = {
    text,
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    finishReason,
    usage: { ...usage },
    model: answer.model ?? endpoint.model,
    provider: endpoint.provider,
    warnings: [...warnings, ...unknownOf(params.model, price, costUsd)],
  };
  const cost = costUsd === null ? {} : { costUsd };
  const cut = cutShort(asked);
  if (cut !== null) return { status: "error", error: cut, payload: fitting(payload, call, ports), ...cost };
  if (params.schema === undefined || toolCalls.length > 0)
    return { status: "ok", payload: fitting(payload, call, ports), ...cost };
  const read = readObject(text, params.schema);
  if ("object" in read)
    return { status: "ok", payload: fitting({ ...payload, object: read.object }, call, ports), ...cost };
  const error = {
    code: "LLM_OUTPUT_INVALID",
    message: read.problem,
    retryable: false,
    details: { finishReason },
  };
  return { status: "error", error, payload: fitting(payload, call, ports), ...cost };
}

/** Before anything is sent: a budget in dollars cannot be held with a model of which nobody knows what it costs. */
export function unpricedRefusal(model: string): Refusal {
  return new Refusal(
    "LLM_UNPRICED",
    `nobody knows what ${model} costs, and the thread has a budget in dollars: nothing was sent. Set it under prices in config.yaml, or start the thread with --allow-unpriced`,
    { retryable: false, details: { model } },
  );
}

/** The same question again would end the same way, so the engine does not ask it again by itself. */
function cutShort(asked: Asked): EffectError | null {
  const { params, answer } = asked;
  const { finishReason, usage } = answer;
  const said = usage.outputTokens === undefined ? {} : { outputTokens: usage.outputTokens };
  if (finishReason === "length") {
    const limit = params.maxTokens === undefined ? "the model's limit" : `maxTokens: ${params.maxTokens}`;
    return {
      code: "LLM_LENGTH",
      message: `the answer of ${params.model} ended at ${limit} before it was whole; ask again with a larger maxTokens`,
      retryable: false,
      details: { finishReason, retryWith: "maxTokens", ...said, ...present("maxTokens", params.maxTokens) },
    };
  }
  if (finishReason !== "content-filter") return incompleteOf(asked, said);
  return {
    code: "LLM_CONTENT_FILTER",
    message: `${params.model} or its provider withheld the answer, or a part of it (content filter)`,
    retryable: false,
    details: { finishReason, ...said },
  };
}

function incompleteOf({ params, answer }: Asked, said: { outputTokens?: number }): EffectError | null {
  const { incomplete, finishReason } = answer;
  if (incomplete === null) return null;
  const why = incomplete === "" ? "and does not say why" : `(${incomplete})`;
  return {
    code: "LLM_INCOMPLETE",
    message: `${params.model} says that its answer is not whole ${why}`,
    retryable: false,
    details: { finishReason, reason: incomplete === "" ? null : incomplete, ...said },
  };
}

function present(name: string, value: number | undefined): { [name: string]: number } {
  return value === undefined ? {} : { [name]: value };
}

function unknownOf(model: string, price: KnownPrice | null, costUsd: number | null): string[] {
  if (price === null)
    return [`nobody knows what ${model} costs: its cost is not counted; set it under prices in config.yaml`];
  if (costUsd === null) return [`${model} did not say how many tokens it used: what it cost is not known`];
  return [];
}

/**
 * An answer that is too large for a receipt is kept as a blob, its text or the JSON that was asked for. `text` is empty then:
 * a beginning would pass for the whole.
 */
function fitting(
  payload: Payload,
  { maxOutputBytes }: ExecutorCall,
  { blobs, secrets }: ExecutorPorts,
): Payload {
  if (Buffer.byteLength(canonicalJson(payload)) <= maxOutputBytes) return payload;
  const { object: _, ...rest } = payload;
  // Nothing behind this line looks into a blob.
  const bytes = Buffer.from(secrets.redact(String(payload.text).toWellFormed()));
  return { ...rest, text: "", blob: { sha256: blobs.put(bytes), bytes: bytes.length } };
}
