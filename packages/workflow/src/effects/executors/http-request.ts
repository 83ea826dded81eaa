// One request, from the params of an effect or from a redirect.
import type { Json } from "#contract/command.ts";
import { Refusal } from "../refusal.ts";
import {
  isSecretReference,
  resolveSecrets,
  type SecretReference,
  type Secrets,
  secretText,
} from "../secrets.ts";
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
  /** Headers that are for this origin only. */
  confidential: ReadonlySet<string>;
};

/** How a message is framed and where it goes is not for a workflow to say. */
const OURS =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/;
const CONFIDENTIAL = ["authorization", "cookie"];
const OF_THE_BODY = ["content-type", "content-encoding", "content-language", "content-location"];

export function openRequest(params: HttpParams, idempotencyKey: string, secrets: Secrets): HttpRequest {
  const url = checkUrl(params.url);
  const given = Object.entries(params.headers ?? {});
  const headers = new Map<string, string>();
  for (const [name, value] of given) {
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
  const secret = given.filter(([, value]) => isSecretReference(value)).map(([name]) => name.toLowerCase());
  return { method: params.method, url, headers, body, confidential: new Set([...CONFIDENTIAL, ...secret]) };
}

/** The request a redirect asks for, or null when the response is the answer. */
export function nextRequest(request: HttpRequest, response: Response): HttpRequest | null {
  const location = response.headers.get("location");
  if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return null;
  const url = checkUrl(location, request.url);
  const headers = new Map(request.headers);
  if (url.origin !== request.url.origin) for (const name of request.confidential) headers.delete(name);
  const { status } = response;
  const asGet = (status === 303 && request.method !== "HEAD") || (status < 303 && request.method === "POST");
  if (!asGet) return { ...request, url, headers };
  for (const name of OF_THE_BODY) headers.delete(name);
  return { ...request, method: "GET", url, headers, body: null };
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
