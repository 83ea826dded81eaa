// JSON-RPC 2.0 as the Agent Client Protocol writes it: one message a line, both sides ask and are asked.
//
// RPC-1. A line that begins as a message and is none ends the talk: whoever waits for it would wait for ever.
// RPC-2. Anything else on standard output is a word for people, and is passed over: many programs print one.
// RPC-3. A question nobody knows is answered with an error, so that the other side does not wait for ever.
import { type Json, LineSplitter } from "@uncaged/workflow/executor";

export type Params = { [key: string]: Json };
export type Answered = { result: Json } | { error: RpcError };
export type RpcError = { code: number; message: string; data?: Json };

export type PeerPorts = {
  write(line: string): void;
  /** A question of the other side. What it rejects with is answered as an error. */
  onRequest(method: string, params: Params): Promise<Answered>;
  onNotification(method: string, params: Params): void;
  /** Nothing sensible can come any more. */
  onBroken(problem: string): void;
};

/** One message may hold a file; all of them together, a long day's work. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const ALL_BYTES_MAX = 256 * 1024 * 1024;

export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** Of the protocol: a file that is not there. */
export const RESOURCE_NOT_FOUND = -32002;

export class RpcFailure extends Error {
  constructor(
    readonly method: string,
    readonly error: RpcError,
  ) {
    super(error.message);
  }
}

export class Peer {
  private readonly lines = new LineSplitter(LINE_BYTES_MAX);
  private readonly waiting = new Map<number, { method: string; settle: PromiseWithResolvers<Json> }>();
  private lastId = 0;
  private bytes = 0;
  private isOver = false;

  constructor(private readonly ports: PeerPorts) {}

  /** Rejects with RpcFailure when the other side says no, or leaves. */
  request(method: string, params: Params): Promise<Json> {
    const settle = Promise.withResolvers<Json>();
    if (this.isOver) settle.reject(new RpcFailure(method, { code: 0, message: "it has left" }));
    else {
      this.lastId += 1;
      this.waiting.set(this.lastId, { method, settle });
      this.send({ id: this.lastId, method, params });
    }
    return settle.promise;
  }

  notify(method: string, params: Params): void {
    if (!this.isOver) this.send({ method, params });
  }

  add(chunk: Uint8Array): void {
    if (this.isOver) return;
    this.bytes += chunk.length;
    if (!this.lines.add(chunk, (line) => this.line(line)) || this.bytes > ALL_BYTES_MAX)
      this.broken("it sent more than anybody reads");
  }

  /** It has left: whoever waits for an answer gets none. */
  close(message: string): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const { method, settle } of this.waiting.values())
      settle.reject(new RpcFailure(method, { code: 0, message }));
    this.waiting.clear();
  }

  private broken(problem: string): void {
    if (this.isOver) return;
    this.close(problem);
    this.ports.onBroken(problem);
  }

  private send(message: Params): void {
    this.ports.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  private line(line: string): void {
    if (this.isOver || !line.trimStart().startsWith("{")) return;
    const message = parseMessage(line);
    if (message === null) {
      if (/^\s*\{\s*"(?:jsonrpc|id|method|result|error)"/.test(line))
        this.broken("it sent a message that is not JSON");
      return;
    }
    const { id, method, params } = message;
    if (typeof method !== "string") this.answered(message);
    else if (id === undefined || id === null) this.ports.onNotification(method, mapOf(params));
    else void this.answer(id, method, mapOf(params));
  }

  private answered({ id, result, error }: Params): void {
    const waiting = typeof id === "number" ? this.waiting.get(id) : undefined;
    if (waiting === undefined) return;
    this.waiting.delete(id as number);
    if (error === undefined || error === null) waiting.settle.resolve(result ?? null);
    else waiting.settle.reject(new RpcFailure(waiting.method, errorOf(error)));
  }

  private async answer(id: Json, method: string, params: Params): Promise<void> {
    const answered = await this.ports
      .onRequest(method, params)
      .catch((error: unknown) => ({ error: { code: INTERNAL_ERROR, message: String(error) } }));
    if (!this.isOver) this.send({ id, ...answered } as Params);
  }
}

function parseMessage(line: string): Params | null {
  try {
    const value = JSON.parse(line) as Json;
    return isMap(value) ? value : null;
  } catch {
    return null;
  }
}

export function isMap(value: Json | undefined): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function mapOf(value: Json | undefined): Params {
  return isMap(value) ? value : {};
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: Json | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Some put what went wrong into `data`. */
function errorOf(error: Json): RpcError {
  const { code, message, data } = mapOf(error);
  const more = textOf(data) ?? textOf(mapOf(data).details) ?? textOf(mapOf(data).message);
  const said = textOf(message) ?? "it failed without a word";
  return {
    code: typeof code === "number" ? code : 0,
    message: more === null || said.includes(more) ? said : `${said}: ${more}`,
    ...(data === undefined ? {} : { data }),
  };
}
