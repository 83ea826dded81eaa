// What a call to a model that failed means: whether it may be tried again, and when (OPS-92).
import { Refusal } from "@uncaged/workflow/executor";
import { APICallError } from "ai";
import { retryHint } from "./retry-hint.ts";

/** `hasBegun`: the server had answered 200, and sent what came of it. */
export function explainFailure(error: unknown, model: string, hasBegun: boolean): Refusal {
  if (error instanceof Refusal) return error;
  const call = APICallError.isInstance(error) ? error : null;
  if (call !== null && call.statusCode !== undefined && call.statusCode >= 400)
    return explainStatus(call, call.statusCode, model);
  if (call !== null && call.statusCode === undefined && !hasBegun)
    return new Refusal("LLM_UNREACHABLE", `${model} was not reached: ${call.message}`, { retryable: true });
  const said = error instanceof Error ? error.message : String(error);
  const isCut = (call !== null && call.statusCode === undefined) || isEndOfStream(error);
  // An answer that broke off, or that is none: the next may be whole. Somebody has paid for it, nobody knows how much.
  const [code, what] = isCut
    ? ["LLM_CUT_OFF", "broke off in the middle of its answer"]
    : ["LLM_BAD_ANSWER", "sent no answer that can be read"];
  return new Refusal(code, `${model} ${what}: ${said}`, { retryable: true, details: UNKNOWN_USAGE });
}

/** What is counted as a call whose cost nobody knows (replay/read-usage.ts). */
export const UNKNOWN_USAGE = { usage: "unknown" };

/** The stream ended before the answer did. */
export class BrokenOff extends Error {}

/** Itself or in what caused it: the library says only that it could not process the response. */
function isEndOfStream(error: unknown): boolean {
  if (error instanceof BrokenOff) return true;
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown };
  return LOST.test(String(code)) || (cause !== undefined && cause !== error && isEndOfStream(cause));
}

const LOST =
  /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ConnectionClosed|ERR_STREAM_PREMATURE_CLOSE|InvalidHTTPResponse)$/;

function explainStatus(error: APICallError, status: number, model: string): Refusal {
  const { responseHeaders, responseBody, message } = error;
  const after = retryHint(status, responseHeaders, responseBody, Date.now());
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
