// Where a model is asked, and with which key. The owner of the store says so, in the environment or in config.yaml; a
// bundle names a model and nothing else, so it cannot send a key to a place of its choice.
//
//   models:
//     local: { baseUrl: "http://127.0.0.1:11434/v1" }
//     work:  { kind: anthropic, baseUrl: "https://models.corp.example", apiKey: { $secret: WORK_KEY } }
//     azure: { kind: openai, protocol: responses, baseUrl: "https://corp.example/openai/v1", apiKey: { $secret: AZURE } }
import {
  type ExecutorPorts,
  invalid,
  isSecretReference,
  type Json,
  Refusal,
  readMap,
} from "@uncaged/workflow/executor";
import { baseUrlOf } from "./base-url.ts";

export type Kind = "openai" | "anthropic" | "google" | "openai-compatible";

/** How OpenAI is asked: by chat completions, or by its Responses. */
export type WireProtocol = "chat" | "responses";

export type Endpoint = {
  kind: Kind;
  /** Written in config.yaml; null: the model's name decides. */
  protocol: WireProtocol | null;
  /** As the model's name begins. */
  provider: string;
  model: string;
  baseUrl: string | null;
  apiKey: string | null;
};

type Ports = Pick<ExecutorPorts, "secrets" | "env" | "models">;

const FILE = "config.yaml";
const KINDS: readonly string[] = ["openai", "anthropic", "google", "openai-compatible"];
const PROTOCOLS: readonly string[] = ["chat", "responses"];

const BUILT_IN: Record<string, { kind: Kind; key: string; baseUrl: string }> = {
  openai: { kind: "openai", key: "OPENAI_API_KEY", baseUrl: "OPENAI_BASE_URL" },
  anthropic: { kind: "anthropic", key: "ANTHROPIC_API_KEY", baseUrl: "ANTHROPIC_BASE_URL" },
  google: {
    kind: "google",
    key: "GOOGLE_GENERATIVE_AI_API_KEY",
    baseUrl: "GOOGLE_GENERATIVE_AI_BASE_URL",
  },
};

export function findEndpoint(fullName: string, ports: Ports): Endpoint {
  const slash = fullName.indexOf("/");
  const provider = fullName.slice(0, slash);
  const model = fullName.slice(slash + 1);
  const own = ownEndpoints(ports.models);
  const written = own.get(provider);
  const known = Object.hasOwn(BUILT_IN, provider) ? BUILT_IN[provider] : undefined;
  if (written === undefined && known === undefined) throw unknownProvider(provider, [...own.keys()]);
  const kind = written?.kind ?? known?.kind ?? "openai-compatible";
  const baseUrl = written?.baseUrl ?? (known === undefined ? null : ports.env[known.baseUrl] || null);
  const keyName = written?.apiKey ?? known?.key ?? null;
  const apiKey = keyName === null ? null : ports.secrets.get(keyName);
  // A server of the owner's may want no key; the providers' own all do.
  if (apiKey === null && (baseUrl === null || written?.apiKey !== undefined))
    throw noKey(fullName, provider, keyName);
  return {
    kind,
    protocol: written?.protocol ?? null,
    provider,
    model,
    baseUrl: baseUrl === null ? null : baseUrlOf(baseUrl, kind, provider),
    apiKey,
  };
}

type Written = { kind?: Kind; protocol?: WireProtocol; baseUrl?: string; apiKey?: string };

function ownEndpoints(models: unknown): Map<string, Written> {
  if (models === undefined || models === null) return new Map();
  return new Map(
    Object.entries(readMap(models, FILE, "models")).map(([name, entry]) => [name, readEntry(name, entry)]),
  );
}

function readEntry(name: string, entry: unknown): Written {
  const path = `models.${name}`;
  const { kind, protocol, baseUrl, apiKey } = readMap(entry, FILE, path, [
    "kind",
    "protocol",
    "baseUrl",
    "apiKey",
  ]);
  if (!/^[A-Za-z0-9_-]+$/.test(name))
    throw invalid(FILE, path, "must be a name of letters, digits, _ and -", {
      hint: 'a model is then "name/model"',
    });
  if (kind !== undefined && !KINDS.includes(String(kind)))
    throw invalid(FILE, `${path}.kind`, `must be one of ${KINDS.join(", ")}`);
  if (protocol !== undefined && !PROTOCOLS.includes(String(protocol)))
    throw invalid(FILE, `${path}.protocol`, `must be one of ${PROTOCOLS.join(", ")}`);
  if (protocol === "responses" && (kind ?? BUILT_IN[name]?.kind) !== "openai")
    throw invalid(FILE, `${path}.protocol`, "can be responses only with kind: openai");
  if (baseUrl !== undefined && typeof baseUrl !== "string")
    throw invalid(FILE, `${path}.baseUrl`, "must be an address");
  if (
    baseUrl === undefined &&
    !Object.hasOwn(BUILT_IN, name) &&
    (kind === undefined || kind === "openai-compatible")
  )
    throw invalid(FILE, path, "must have a baseUrl", {
      hint: `write ${name}: { baseUrl: "http://127.0.0.1:11434/v1" }`,
    });
  if (apiKey !== undefined && !isSecretReference(apiKey as Json))
    throw invalid(FILE, `${path}.apiKey`, "must name a secret, not hold one", {
      hint: `write apiKey: { $secret: ${name.toUpperCase().replaceAll("-", "_")}_KEY }`,
    });
  return {
    ...(kind === undefined ? {} : { kind: kind as Kind }),
    ...(protocol === undefined ? {} : { protocol: protocol as WireProtocol }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey: (apiKey as { $secret: string }).$secret }),
  };
}

function unknownProvider(provider: string, own: string[]): Refusal {
  const known = [...Object.keys(BUILT_IN), ...own].sort().join(", ");
  return new Refusal(
    "LLM_PROVIDER_UNKNOWN",
    `nobody here knows the provider ${provider}; known are ${known}. Another is named under models in config.yaml: ${provider}: { baseUrl: "http://..." }`,
    { retryable: false, details: { provider } },
  );
}

function noKey(model: string, provider: string, keyName: string | null): Refusal {
  const name = keyName ?? "API_KEY";
  return new Refusal(
    "LLM_NO_KEY",
    `there is no key for ${model}: export ${name}=..., or name where it is in config.yaml: secrets: { ${name}: { file: /path } }`,
    { retryable: false, details: { provider, secret: name } },
  );
}
