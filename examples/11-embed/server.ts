// A server of your own with the engine in it: it starts threads, streams them, and takes the approval.
//
//   POST /threads                  {"prompt": "..."}          -> {"threadId": "..."}
//   GET  /threads/<id>/events                                 -> server-sent events
//   POST /threads/<id>/decision    {"decision": "approve"}    -> {"threadId": "..."}
import { createClient, type Decision, WorkflowError } from "@uncaged/workflow/client";

const client = createClient();

/** On this machine only: it asks nobody who they are. */
export function serve(port: number): Bun.Server<undefined> {
  return Bun.serve({
    hostname: "127.0.0.1",
    port,
    routes: {
      "/threads": {
        GET: async () => Response.json(await client.list({ name: "letter", limit: 20 })),
        POST: async (request) => {
          const { prompt, requestId } = await bodyOf(request);
          return Response.json(await client.start("letter", { prompt, requestId }), { status: 201 });
        },
      },
      "/threads/:id": { GET: async ({ params }) => Response.json(await client.read(params.id)) },
      "/threads/:id/events": (request, server) => {
        // A thread may think for longer than Bun lets a connection be silent.
        server.timeout(request, 0);
        return stream(request.params.id, request);
      },
      "/threads/:id/decision": {
        POST: async (request) => {
          const decision: Decision = await bodyOf(request);
          return Response.json(await client.decide(request.params.id, decision));
        },
      },
    },
    fetch: () => Response.json({ code: "NOT_FOUND" }, { status: 404 }),
    error: refused,
  });
}

/** The browser says in Last-Event-ID what it has: a line it cut off in the middle of is told again. */
async function stream(thread: string, request: Request): Promise<Response> {
  const { threadId } = await client.read(thread);
  const after = Number(request.headers.get("last-event-id") ?? 0);
  const events = client.follow(threadId, { after, signal: request.signal })[Symbol.asyncIterator]();
  const body = new ReadableStream({
    async pull(sink) {
      const { done, value: event } = await events.next();
      if (done) return sink.close();
      const id = event.type === "record.durable" ? `id: ${event.seq}\n` : "";
      sink.enqueue(new TextEncoder().encode(`${id}data: ${JSON.stringify(event)}\n\n`));
    },
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}

/** A page of another site can send a form here, but no JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the client checks what it is given
async function bodyOf(request: Request): Promise<any> {
  if (!request.headers.get("content-type")?.startsWith("application/json"))
    throw new WorkflowError("USAGE", "send application/json");
  const body: unknown = await request.json().catch(() => null);
  if (typeof body === "object" && body !== null) return body;
  throw new WorkflowError("INVALID_JSON", "the body is no JSON object");
}

const STATUS: Record<string, number> = { NOT_FOUND: 404, STATE_INVALID: 409, APPROVER_NOT_ALLOWED: 403 };

function refused(error: Error): Response {
  if (!(error instanceof WorkflowError)) return Response.json({ code: "INTERNAL" }, { status: 500 });
  return Response.json(error.toReport(), { status: STATUS[error.code] ?? 400 });
}

if (import.meta.main) console.log(`listening on ${serve(Number(process.env.PORT ?? 0)).url}`);
