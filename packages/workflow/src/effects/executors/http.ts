// sys/http.request@1.
//
// HTTP-1. A host is resolved once per hop; its addresses are judged (net-rules.ts), and the connection goes to the very
//     address that was judged. A name that resolves differently the next moment gains nothing.
// HTTP-2. A redirect is a new request: its address is judged again, and what was meant for one origin (a body,
//     credentials, headers of the workflow, an address with a secret) does not go to another.
// HTTP-3. No proxy, no connection of an earlier request, no other protocol.
import type { Executed, Executor, ExecutorCall } from "#contract/effect.ts";
import type { ExecutorPorts } from "../executors.ts";
import { aborted, Refusal, timedOut, tooLarge } from "../refusal.ts";
import { retryAfterMs } from "../retry-after.ts";
import { type Encoding, encodeContent } from "./content.ts";
import { type HttpParams, type HttpRequest, nextRequest, openRequest } from "./http-request.ts";
import { pinnedAddresses } from "./pin-host.ts";
import { readBody } from "./read-body.ts";

const REDIRECTS_MAX = 5;

export function httpExecutor(ports: ExecutorPorts): Executor {
  return async (call) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), call.timeoutMs);
    const signal = AbortSignal.any([call.signal, deadline.signal]);
    try {
      return await untilAborted(exchange(call, ports, signal), signal);
    } catch (error) {
      if (call.signal.aborted) return aborted();
      if (deadline.signal.aborted) return timedOut(call);
      throw error instanceof Refusal ? error : unreachable(error);
    } finally {
      clearTimeout(timer);
      // Whatever is still under way, a lookup or half a body, has nobody left to hear it.
      deadline.abort();
    }
  };
}

async function exchange(call: ExecutorCall, ports: ExecutorPorts, signal: AbortSignal): Promise<Executed> {
  const params = call.params as HttpParams;
  let request = openRequest(params, call.idempotencyKey, ports.secrets);
  for (let redirects = 0; ; redirects++) {
    const response = await send(request, ports, signal);
    const next = nextRequest(request, response, ports.secrets.redact);
    if (next === null) return await receive(response, request, params.encoding, call, ports);
    await response.body?.cancel();
    if (redirects === REDIRECTS_MAX)
      throw new Refusal(
        "HTTP_REDIRECTS",
        `more than ${REDIRECTS_MAX} redirects, the last to ${next.url.origin}`,
      );
    request = next;
  }
}

/** Another address of the host is tried only when nobody listened at the one before: nothing was sent to that. */
async function send(request: HttpRequest, ports: ExecutorPorts, signal: AbortSignal): Promise<Response> {
  const addresses = await pinnedAddresses(request.url, ports);
  for (const [index, address] of addresses.entries()) {
    try {
      return await sendTo(address, request, ports, signal);
    } catch (error) {
      if (index === addresses.length - 1 || codeOf(error) !== "ECONNREFUSED" || signal.aborted) throw error;
    }
  }
  throw new Refusal("HTTP_DNS", `${request.url.hostname} has no address`, { retryable: true });
}

function sendTo(
  address: string,
  { method, url, headers, body }: HttpRequest,
  { ca }: ExecutorPorts,
  signal: AbortSignal,
): Promise<Response> {
  const pinned = new URL(url);
  pinned.hostname = address.includes(":") ? `[${address}]` : address;
  const name = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return fetch(pinned, {
    method,
    headers: [...headers, ["host", url.host]],
    redirect: "manual",
    // A connection that another request left open may be closed under this one, which fetch would then send again.
    keepalive: false,
    signal,
    // The certificate must be the one of the name, not of the address.
    tls: { serverName: name, ...(ca === undefined ? {} : { ca }) },
    // Only `false` keeps HTTP_PROXY and its kin out; the types do not know it.
    proxy: false as unknown as string,
    ...(body === null ? {} : { body }),
  });
}

async function receive(
  response: Response,
  { method }: HttpRequest,
  encoding: Encoding | undefined,
  call: ExecutorCall,
  { secrets }: ExecutorPorts,
): Promise<Executed> {
  const bytes = method === "HEAD" ? new Uint8Array() : await readBody(response, call.maxOutputBytes);
  const { status } = response;
  if (bytes === null)
    return status < 400 ? tooLarge(call.maxOutputBytes) : { status: "error", error: refused(response) };
  const payload = {
    status,
    headers: headersOf(response.headers),
    body: encodeContent(bytes, encoding, secrets.redact),
  };
  return status < 400 ? { status: "ok", payload } : { status: "error", error: refused(response), payload };
}

function refused({ status, headers }: Response) {
  const retryAfter = headers.get("retry-after");
  const afterMs = retryAfterMs(retryAfter, Date.now());
  return {
    code: "HTTP_STATUS",
    message: `the server answered ${status}`,
    retryable: status >= 500 || status === 429,
    ...(afterMs === undefined ? {} : { retryAfterMs: afterMs }),
    details: { status, ...(retryAfter === null ? {} : { retryAfter }) },
  };
}

/** Lower-case names. Cookies are a list: a comma may be part of one. */
function headersOf(headers: Headers): Record<string, string | string[]> {
  const cookies = headers.getSetCookie();
  const plain = [...headers].filter(([name]) => name !== "set-cookie");
  return Object.fromEntries(cookies.length === 0 ? plain : [...plain, ["set-cookie", cookies]]);
}

/** Lookups cannot be called off, so they are left behind. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([work, promise]).finally(() => {
    signal.removeEventListener("abort", onAbort);
    work.catch(() => {});
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

/** The network: it may be there again in a moment. A certificate will not. */
function unreachable(error: unknown): Refusal {
  const code = codeOf(error);
  const said = error instanceof Error ? error.message.replace(/ fetching ".*$/s, "") : String(error);
  if (/CERT|TLS|SSL|SIGNATURE|SELF_SIGNED/.test(code))
    return new Refusal("HTTP_TLS", `the server is not who it should be: ${said}`, { retryable: false });
  return new Refusal("HTTP_UNREACHABLE", `the request did not get through: ${said}`, {
    retryable: true,
    details: { errno: code },
  });
}
