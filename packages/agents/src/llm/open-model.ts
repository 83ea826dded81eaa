// An endpoint as the `ai` library wants it. Each provider's library is loaded when it is first asked.

import { plainName } from "@uncaged/workflow/executor";
import { type LanguageModel, simulateStreamingMiddleware, wrapLanguageModel } from "ai";
import type { Endpoint, WireProtocol } from "./endpoints.ts";
import { watchIncomplete } from "./incomplete.ts";

type Fetch = typeof fetch;
type Model = Exclude<LanguageModel, string>;

export async function openModel(
  endpoint: Endpoint & { protocol: WireProtocol },
  send: Fetch,
  isStream: boolean,
  onIncomplete: (reason: string) => void,
): Promise<LanguageModel> {
  const opened = await providerModel(endpoint, send);
  const model = endpoint.protocol === "responses" ? watchIncomplete(opened, onIncomplete) : opened;
  if (isStream) return model;
  return wrapLanguageModel({ model: model as never, middleware: simulateStreamingMiddleware() });
}

async function providerModel(
  { kind, protocol, provider, model, baseUrl, apiKey }: Endpoint & { protocol: WireProtocol },
  send: Fetch,
): Promise<Model> {
  // A library without a key looks for one in the environment, which is not its business here.
  const common = { apiKey: apiKey ?? "none", fetch: send, ...(baseUrl === null ? {} : { baseURL: baseUrl }) };
  switch (kind) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const openai = createOpenAI({ baseURL: "https://api.openai.com/v1", ...common });
      return protocol === "responses" ? openai.responses(model) : openai.chat(model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ baseURL: "https://api.anthropic.com/v1", ...common })(plainName(model));
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI(common)(model);
    }
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const { apiKey: _none, ...rest } = common;
      return createOpenAICompatible({
        ...rest,
        ...(apiKey === null ? {} : { apiKey }),
        name: provider,
        baseURL: baseUrl ?? "",
        includeUsage: true,
        supportsStructuredOutputs: true,
      })(model);
    }
  }
}

/**
 * One request and no second: the engine decides what is sent again. A connection that another request left open may be
 * closed under this one, which fetch would then send again; and what was meant for one server does not follow a redirect.
 * `begun` is told when the server answers that it has done it.
 */
export function oneRequest(idempotencyKey: string, begun: () => void): Fetch {
  const send = async (url: Parameters<Fetch>[0], init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    headers.set("idempotency-key", idempotencyKey);
    const response = await fetch(url, { ...init, headers, redirect: "error", keepalive: false });
    if (response.ok) begun();
    return response;
  };
  return send as Fetch;
}
