/// <reference lib="esnext.disposable" preserve="true" />
// A model that answers from a script: a real HTTP server on this machine, for tests, demos, and whoever has no key.
import { lineOf, type Protocol } from "./protocol.ts";
import { type Script, type ScriptedReply, type ScriptedRequest, ScriptRoll } from "./script.ts";
import { anthropic } from "./speak-anthropic.ts";
import { google } from "./speak-google.ts";
import { openAi } from "./speak-openai.ts";
import { responses } from "./speak-responses.ts";

export type ScriptedModel = AsyncDisposable & {
  /** For OPENAI_BASE_URL, and for `baseUrl` of a model in config.yaml: it ends in /v1. */
  readonly baseUrl: string;
  /** Everything that was asked, headers and all, in the order it came. */
  readonly requests: readonly ScriptedRequest[];
  /** One more reply, after those that are left. */
  add(reply: string | ScriptedReply): void;
  /** Resolves when this many requests have come. */
  asked(count: number): Promise<void>;
  /** Lets every reply that holds go on, those to come included. */
  release(): void;
  close(): Promise<void>;
};

const PROTOCOLS: readonly Protocol[] = [openAi, responses, anthropic, google];

export type ScriptedModelOptions = {
  /** Any free one without it. */
  port?: number;
  onRequest?(request: ScriptedRequest): void;
};

export function scriptedModel(script: Script, options: ScriptedModelOptions = {}): ScriptedModel {
  const { port = 0, onRequest } = options;
  const roll = new ScriptRoll(script);
  const requests: ScriptedRequest[] = [];
  const released = Promise.withResolvers<void>();
  let watchers: (() => void)[] = [];

  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    // A reply may be slow for as long as it likes.
    idleTimeout: 0,
    async fetch(request) {
      const url = new URL(request.url);
      if (request.method === "GET" && url.pathname.endsWith("/models")) return Response.json(modelList());
      const protocol = PROTOCOLS.find((one) => one.isFor(url.pathname));
      if (protocol === undefined)
        return Response.json({ error: { message: "no such path" } }, { status: 404 });
      const body = await request.json().catch(() => null);
      if (body === null) return Response.json(protocol.error(400, "the body is no JSON"), { status: 400 });
      const asked = protocol.read(body, url);
      const reply = roll.take(asked);
      const headers = Object.fromEntries(request.headers);
      const taken: ScriptedRequest = { path: url.pathname, headers, body, reply, ...asked };
      requests.push(taken);
      onRequest?.(taken);
      for (const watcher of watchers) watcher();
      if (reply === null) {
        const message = `the script has no answer left for: ${asked.prompt.slice(-200)}`;
        return Response.json(protocol.error(400, message), { status: 400 });
      }
      if (reply.hold === true) await released.promise;
      if (reply.delayMs !== undefined) await Bun.sleep(reply.delayMs);
      return respond(reply, protocol, asked);
    },
  });

  const close = () => server.stop(true);
  return {
    baseUrl: `http://127.0.0.1:${server.port}/v1`,
    requests,
    add: (reply) => roll.add(reply),
    async asked(count) {
      while (requests.length < count) await new Promise<void>((resolve) => watchers.push(resolve));
      watchers = [];
    },
    release: released.resolve,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function respond(reply: ScriptedReply, protocol: Protocol, asked: ReturnType<Protocol["read"]>): Response {
  const { status = 200, retryAfter, error } = reply;
  if (status !== 200) {
    const after = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
    const headers = { ...after, ...reply.headers };
    return Response.json(protocol.error(status, error ?? `scripted ${status}`, reply), { status, headers });
  }
  if (asked.isStream) return streamed(reply, protocol, asked);
  const text = JSON.stringify(protocol.whole(reply, asked));
  const body = reply.broken === undefined ? text : text.slice(0, Math.floor(text.length / 2));
  return new Response(body, { headers: { "content-type": "application/json" } });
}

function streamed(reply: ScriptedReply, protocol: Protocol, asked: ReturnType<Protocol["read"]>): Response {
  const events = protocol.events(reply, asked);
  const middle = Math.floor(events.length / 2);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const [index, event] of events.entries()) {
        if (index === middle && reply.broken === "cut") return controller.close();
        if (index === middle && reply.broken === "json")
          controller.enqueue(encoder.encode('data: {"choices": [\n\n'));
        controller.enqueue(encoder.encode(lineOf(event)));
        if (event.isPiece === true && reply.chunkDelayMs !== undefined) await Bun.sleep(reply.chunkDelayMs);
      }
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function modelList(): object {
  return { object: "list", data: [{ id: "scripted", object: "model", created: 0, owned_by: "scripted" }] };
}
