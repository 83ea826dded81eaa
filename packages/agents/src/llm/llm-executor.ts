// sys/llm.generate@1.
//
// G1. One request for each attempt: what is sent again, and when, is the engine's to say.
// G2. An answer that was paid for is never thrown away: one that does not fit its schema is an error with its payload.
// G3. The key is looked up as a secret, so nothing that is told holds it.
import {
  aborted,
  type Executed,
  type Executor,
  type ExecutorCall,
  type ExecutorPorts,
  timedOut,
} from "@uncaged/workflow/executor";
import { streamText } from "ai";
import { readObject } from "../read-object.ts";
import { type Endpoint, findEndpoint } from "./endpoints.ts";
import { explainFailure } from "./explain-failure.ts";
import { oneRequest, openModel } from "./open-model.ts";
import { costOf, openPrices, type Prices, priceOf } from "./prices.ts";
import { type Answer, readAnswer } from "./read-answer.ts";
import { type LlmParams, toRequest } from "./to-request.ts";

export function llmExecutor(ports: ExecutorPorts): Executor {
  return async (call) => {
    const params = call.params as LlmParams;
    const endpoint = findEndpoint(params.model, ports);
    const prices = openPrices(ports.prices);
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), call.timeoutMs);
    const signal = AbortSignal.any([call.signal, deadline.signal]);
    try {
      return report(params, endpoint, await ask(params, endpoint, call, signal), prices);
    } catch (error) {
      if (call.signal.aborted) return aborted();
      if (deadline.signal.aborted) return timedOut(call);
      throw explainFailure(error, params.model);
    } finally {
      clearTimeout(timer);
      deadline.abort();
    }
  };
}

async function ask(
  params: LlmParams,
  endpoint: Endpoint,
  call: ExecutorCall,
  signal: AbortSignal,
): Promise<Answer> {
  const model = await openModel(endpoint, oneRequest(call.idempotencyKey), params.stream);
  const { stream } = streamText({
    ...toRequest(params),
    model,
    abortSignal: signal,
    maxRetries: 0,
    // Without it the library prints the error.
    onError: () => {},
  });
  return readAnswer(stream, call.progress);
}

function report(params: LlmParams, { provider, model }: Endpoint, answer: Answer, prices: Prices): Executed {
  const { text, toolCalls, finishReason, usage, warnings } = answer;
  const price = priceOf(prices, params.model) ?? priceOf(prices, `${provider}/${answer.model}`);
  const payload = {
    text,
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    finishReason,
    usage: { ...usage },
    model: answer.model ?? model,
    provider,
    warnings: price === null ? [...warnings, unpriced(params.model)] : warnings,
  };
  // No price is not a price of 0.
  const cost = price === null ? {} : { costUsd: costOf(price, usage) };
  if (params.schema === undefined || toolCalls.length > 0) return { status: "ok", payload, ...cost };
  const read = readObject(text, params.schema);
  if ("object" in read) return { status: "ok", payload: { ...payload, object: read.object }, ...cost };
  const error = {
    code: "LLM_OUTPUT_INVALID",
    message: read.problem,
    retryable: false,
    details: { finishReason },
  };
  return { status: "error", error, payload, ...cost };
}

function unpriced(model: string): string {
  return `nobody knows what ${model} costs: counted as 0; set it under prices in config.yaml`;
}
