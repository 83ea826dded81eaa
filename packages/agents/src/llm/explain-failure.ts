// What a call to a model that failed means: whether it may be tried again, and when (OPS-92).
import { Refusal, retryAfterMs } from "@uncaged/workflow/executor";
import { APICallError } from "ai";

export function explainFailure(error: unknown, model: string): Refusal {
  if (error instanceof Refusal) return error;
  if (APICallError.isInstance(error)) return explainCall(error, model);
  const said = error instanceof Error ? error.message : String(error);
  // An answer that broke off, or that is none: the next may be whole.
  return new Refusal("LLM_BAD_ANSWER", `${model} sent no answer that can be read: ${said}`, {
    retryable: true,
  });
}

function explainCall(error: APICallError, model: string): Refusal {
  const { statusCode: status, responseHeaders, message } = error;
  if (status === undefined)
    return new Refusal("LLM_UNREACHABLE", `${model} was not reached: ${message}`, { retryable: true });
  // The library says "Invalid JSON response" with the status of the answer, which was 200.
  if (status < 400)
    return new Refusal("LLM_BAD_ANSWER", `${model} sent no answer that can be read: ${message}`, {
      retryable: true,
    });
  const after = retryAfterMs(responseHeaders?.["retry-after"], Date.now());
  return new Refusal(codeOf(status), `${model} answered ${status}: ${message}`, {
    retryable: status === 408 || status === 409 || status === 429 || status >= 500,
    ...(after === undefined ? {} : { retryAfterMs: after }),
    details: { status },
  });
}

function codeOf(status: number): string {
  if (status === 429) return "LLM_RATE_LIMITED";
  if (status === 401 || status === 403) return "LLM_KEY_REFUSED";
  if (status === 404) return "LLM_MODEL_UNKNOWN";
  return status >= 500 ? "LLM_UNAVAILABLE" : "LLM_REFUSED";
}
