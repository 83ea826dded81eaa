// One request, from the params of an effect or from a redirect.
import type { SecretReference } from "#codec/secret-reference.ts";
import type { Json } from "#contract/command.ts";
import { Refusal } from "../refusal.ts";
import { resolveSecrets, type Secrets, secretText } from "../secrets.ts";
import type { Encoding } from "./content.ts";

export type HttpParams = {
  method: string;
  url: string;
  headers?: Record<string, string | SecretReference>;
  body?: Json;
  encoding?: Encoding;
};

export type HttpRequest = {
  method: string;
  url: URL;
  /** Names in lower case. */
  headers: Map<string, string>;
  body: string | null;
};

/** How a message is framed and where it goes is not for a workflow to say. */
const OURS =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/;
/** Headers that say nothing about who asks: these follow to another origin, all others were meant for the first. */
const FOR_ANYBODY = new Set(["accept", "accept-language", "accept-encoding", "user-agent"]);
const OF_THE_BODY = ["content-type", "content-encoding", "content-language", "content-location"];

export function openRequest(params: HttpParams, idempotencyKey: string, secrets: Secrets): HttpRequest {
  const url = checkUrl(params.url);
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(params.headers ?? {})) {
    const text = secretText(value, secrets);
    checkHeader(name.toLowerCase(), text, headers);
    headers.set(name.toLowerCase(), text);
  }
  const body = bodyOf(params, secrets);
  const defaults: Record<string, string> = {
    "idempotency-key": idempotencyKey,
    "user-agent": "uncaged-workflow",
    ...(body === null || typeof params.body === "string" ? {} : { "content-type": "application/json" }),
  };
  for (const [name, value] of Object.entries(defaults)) if (!headers.has(name)) headers.set(name, value);
  return { method: params.method, url, headers, body };
}

/** The request a redirect asks for, or null when the response is the answer. `redact` knows the secrets. */
export function nextRequest(
  request: HttpRequest,
  response: Response,
  redact: Secrets["redact"],
): HttpRequest | null {
  const location = response.headers.get("location");
  if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return null;
  const url = checkUrl(location, request.url);
  const next = followed(request, response.status, url);
  return url.origin === request.url.origin ? next : elsewhere(next, response.status, redact);
}

function followed(request: HttpRequest, status: number, url: URL): HttpRequest {
  const headers = new Map(request.headers);
  const asGet = (status === 303 && request.method !== "HEAD") || (status < 303 && request.method === "POST");
  if (!asGet) return { ...request, url, headers };
  for (const name of OF_THE_BODY) headers.delete(name);
  return { ...request, method: "GET", url, headers, body: null };
}

/** Another scheme, host or port is another origin. What was meant for the first does not go there (HTTP-2). */
function elsewhere(next: HttpRequest, status: number, redact: Secrets["redact"]): HttpRequest {
  const { url, body } = next;
  const what =
    body !== null
      ? "a body"
      : redact(decoded(url)) === decoded(url)
        ? null
        : "an address with a secret in it";
  if (what !== null)
    throw new Refusal(
      "HTTP_REDIRECT_REFUSED",
      `the server answered ${status} and sends the request on to ${redact(url.origin)}: ${what} does not follow to another origin`,
      { retryable: false, details: { status, to: url.origin } },
    );
  const headers = new Map([...next.headers].filter(([name]) => FOR_ANYBODY.has(name)));
  return { ...next, headers };
}

/** As it is, and as it reads without its escapes. */
function decoded({ href }: URL): string {
  try {
    return `${href} ${decodeURIComponent(href)}`;
  } catch {
    return href;
  }
}

function checkUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new Refusal("HTTP_URL_INVALID", `not a URL: ${text}`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new Refusal("HTTP_URL_INVALID", `only http: and https: are spoken here, not ${url.protocol}`);
  if (url.username !== "" || url.password !== "")
    throw new Refusal(
      "HTTP_URL_INVALID",
      'a URL may not carry credentials, for it is kept in the journal; use a header with {"$secret": "NAME"}',
    );
  return url;
}

function checkHeader(name: string, value: string, present: Map<string, string>): void {
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw invalidHeader(name, "is no name of a header");
  if (OURS.test(name)) throw invalidHeader(name, "is set by the engine");
  if (present.has(name)) throw invalidHeader(name, "is given twice");
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw invalidHeader(name, "holds a character no header can carry");
}

function invalidHeader(name: string, problem: string): Refusal {
  return new Refusal("HTTP_HEADER_INVALID", `the header ${JSON.stringify(name)} ${problem}`);
}

function bodyOf({ method, body }: HttpParams, secrets: Secrets): string | null {
  if (body === undefined) return null;
  if (method === "GET" || method === "HEAD")
    throw new Refusal("HTTP_BODY_NOT_ALLOWED", `a ${method} request has no body`);
  const resolved = resolveSecrets(body, secrets);
  return typeof resolved === "string" ? resolved : JSON.stringify(resolved);
}
