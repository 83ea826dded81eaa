import { chmodSync } from "node:fs";
import type { ErrorReport } from "#contract/errors.ts";
import { WorkflowError } from "#contract/errors.ts";
import { LineConnection } from "#protocol/line-connection.ts";
import type { Envelope, Notice, Progress, Request } from "#protocol/messages.ts";

export type Peer = { notify(notice: Notice | Progress): void; isFull: boolean };
export type Handler = {
  request(request: Request, peer: Peer): Promise<unknown>;
  gone(peer: Peer): void;
  drained(peer: Peer): void;
};

/** Serves requests on a unix socket. Each is answered under its own id; a throw becomes an error report. */
export function serveSocket(path: string, handler: Handler): { stop(): void } {
  const server = Bun.listen<{ connection: LineConnection; peer: Peer }>({
    unix: path,
    socket: {
      open(socket) {
        const connection = new LineConnection(
          socket,
          (message) => void answer(message, connection, peer, handler),
        );
        const peer: Peer = {
          notify: (notice) => connection.send(notice),
          get isFull() {
            return connection.isFull;
          },
        };
        socket.data = { connection, peer };
      },
      data: (socket, data) => socket.data.connection.receive(data),
      drain(socket) {
        socket.data.connection.flush();
        handler.drained(socket.data.peer);
      },
      close: (socket) => handler.gone(socket.data.peer),
      error: (socket) => handler.gone(socket.data.peer),
    },
  });
  chmodSync(path, 0o600);
  return { stop: () => server.stop(false) };
}

async function answer(
  message: unknown,
  connection: LineConnection,
  peer: Peer,
  handler: Handler,
): Promise<void> {
  const request = message as Envelope;
  try {
    connection.send({ id: request.id, ok: true, value: (await handler.request(request, peer)) ?? null });
  } catch (error) {
    connection.send({ id: request.id, ok: false, error: reportOf(error) });
  }
}

function reportOf(error: unknown): ErrorReport {
  if (error instanceof WorkflowError) return error.toReport();
  return { code: "INTERNAL", message: error instanceof Error ? error.message : String(error) };
}
