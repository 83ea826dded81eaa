// sys/llm.generate@1.
//
// LLM-1. One request for each attempt: what is sent again, and when, is the engine's to say.
// LLM-2. An answer that was paid for is never thrown away: one that does not fit its schema, was cut or was withheld is
//     an error with its payload, and one that is too large for a receipt is kept as a blob.
// LLM-3. The key is looked up as a secret, so nothing that is told holds it.
// LLM-4. Half an answer is never a whole one: what ended at a limit or at a filter is an error.
// LLM-5. What nobody said is not 0: no tokens are told for an answer without usage, and no cost where one of the two is
//     missing.
import {
  aborted,
  type Executor,
  type ExecutorCall,
  type ExecutorPorts,
  type KnownPrice,
  openPrices,
  priceOf,
  timedOut,
} from "@uncaged/workflow/executor";
import { streamText } from "ai";
import { type Endpoint, findEndpoint, type WireProtocol } from "./endpoints.ts";
import { explainFailure, UNKNOWN_USAGE } from "./explain-failure.ts";
import { protocolOf } from "./model-names.ts";
import { oneRequest, openModel } from "./open-model.ts";
import { type Answer, readAnswer } from "./read-answer.ts";
import { reportAnswer, unpricedRefusal } from "./report-answer.ts";
import { type LlmParams, toRequest } from "./to-request.ts";

export function llmExecutor(ports: ExecutorPorts): Executor {
  return async (call) => {
    const params = call.params as LlmParams;
    const found = findEndpoint(params.model, ports);
    const endpoint = { ...found, protocol: protocolOf(params.protocol, found) };
    const priceFor = pricesOf(ports, endpoint);
    if (ports.mustKnowCost === true && priceFor(null) === null) throw unpricedRefusal(params.model);
    const sent = { hasBegun: false };
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), call.timeoutMs);
    const signal = AbortSignal.any([call.signal, deadline.signal]);
    try {
      const answer = await ask(params, endpoint, call, signal, sent);
      return reportAnswer({ params, endpoint, answer, price: priceFor(answer.model) }, call, ports);
    } catch (error) {
      if (call.signal.aborted) return aborted();
      // The model works on, and somebody pays for it.
      if (deadline.signal.aborted) return timedOut(call, UNKNOWN_USAGE);
      throw explainFailure(error, params.model, sent.hasBegun);
    } finally {
      clearTimeout(timer);
      deadline.abort();
    }
  };
}

/** By the name that was asked for, else by the one the model gives itself. */
function pricesOf(
  { prices, priceTable }: ExecutorPorts,
  { provider, model }: Endpoint,
): (calledItself: string | null) => KnownPrice | null {
  const known = openPrices(prices, priceTable);
  return (calledItself) =>
    priceOf(known, `${provider}/${model}`) ?? priceOf(known, `${provider}/${calledItself}`);
}

async function ask(
  params: LlmParams,
  endpoint: Endpoint & { protocol: WireProtocol },
  call: ExecutorCall,
  signal: AbortSignal,
  sent: { hasBegun: boolean },
): Promise<Answer> {
  const begun = () => {
    sent.hasBegun = true;
  };
  let incomplete: string | null = null;
  const send = oneRequest(call.idempotencyKey, begun);
  const model = await openModel(endpoint, send, params.stream, (reason) => {
    incomplete = reason;
  });
  const { stream } = streamText({
    ...toRequest(params, endpoint),
    model,
    abortSignal: signal,
    maxRetries: 0,
    // Without it the library prints the error.
    onError: () => {},
  });
  return { ...(await readAnswer(stream, call.progress)), incomplete };
}
