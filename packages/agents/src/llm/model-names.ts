// What a model's name says about how it is asked.
import { plainName } from "@uncaged/workflow/executor";
import type { Endpoint, WireProtocol } from "./endpoints.ts";

/** Models of OpenAI that do not answer by chat completions. */
const ONLY_RESPONSES = /codex|deep-research|computer-use|^(gpt-5(\.\d+)?|o1|o3)-pro\b/;

/** What was asked for goes first. OpenAI itself has both; a server that calls itself compatible has chat completions. */
export function protocolOf(
  asked: WireProtocol | undefined,
  { protocol, kind, model, baseUrl }: Endpoint,
): WireProtocol {
  if (kind !== "openai") return "chat";
  const isOwn = baseUrl === null || URL.parse(baseUrl)?.hostname === "api.openai.com";
  return asked ?? protocol ?? (isOwn || ONLY_RESPONSES.test(model) ? "responses" : "chat");
}

const LONG_CONTEXT = /\[1m\]$/i;

/** Newer ones have the long context as they are. */
const LONG_BY_BETA = /claude-sonnet-4(-5)?(-\d{8}|-0)?$/;

/** What a provider has to be told besides, for such a name. */
export function betasOf({ kind, model }: Endpoint): string[] {
  const isBeta = kind === "anthropic" && LONG_CONTEXT.test(model) && LONG_BY_BETA.test(plainName(model));
  return isBeta ? ["context-1m-2025-08-07"] : [];
}

/** The most that any model of Anthropic's gives; their API wants a number, and the library knows none for other names. */
const ANTHROPIC_OUTPUT_MAX = 128_000;

/** Undefined: the provider, or its library, knows better. */
export function outputMaxOf({ kind, model }: Endpoint): number | undefined {
  return kind === "anthropic" && !model.includes("claude-") ? ANTHROPIC_OUTPUT_MAX : undefined;
}
