// Talks to a worker over its socket.
import { dirname } from "node:path";
import { errorFromReport, WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import { assertOwnFolder } from "#disk/directory.ts";
import { overflowSocketDir } from "#disk/layout.ts";
import { LineConnection } from "#protocol/line-connection.ts";
import { type Answer, type Notice, type Progress, type Request, withTokens } from "#protocol/messages.ts";

/** The worker went away before it answered: it left because it was idle, or it died. Ask again elsewhere. */
export class ConnectionLost extends Error {}

/** The worker holds its socket but does not answer. */
export class NoAnswer extends Error {}

export class WorkerClient {
  private readonly waiting = new Map<number, PromiseWithResolvers<unknown>>();
  private readonly lost = Promise.withResolvers<void>();
  private isLost = false;
  private ids = 0;
  private connection!: LineConnection;
  private socket!: Bun.Socket;
  private readonly notices = new Map<ThreadId, Notice>();
  /** Called after each notice; what it said is found in noticeOf. */
  onNotice: () => void = () => {};
  private hearProgress: ((progress: Progress) => void) | null = null;
  private readonly early: Progress[] = [];

  /** A connected client, or null when nobody listens there. */
  static async connect(path: string): Promise<WorkerClient | null> {
    const client = new WorkerClient();
    if (dirname(path) === overflowSocketDir()) assertOwnFolder(dirname(path));
    try {
      await Bun.connect({
        unix: path,
        socket: {
          open(socket) {
            client.socket = socket;
            client.connection = new LineConnection(socket, (message) => client.receive(message));
          },
          data: (_socket, data) => client.connection.receive(data),
          drain: () => client.connection.flush(),
          close: () => client.end(),
          error: () => client.end(),
        },
      });
      return client;
    } catch {
      return null;
    }
  }

  /** Resolves when the worker has closed the connection or died. */
  get closed(): Promise<void> {
    return this.lost.promise;
  }

  /** The newest that was told about a thread, whenever it came. */
  noticeOf(threadId: ThreadId): Notice | undefined {
    return this.notices.get(threadId);
  }

  /** What was told before somebody listened is told now. */
  set onProgress(hear: (progress: Progress) => void) {
    this.hearProgress = hear;
    for (const progress of this.early.splice(0)) hear(progress);
  }

  async ask(request: Request, patienceMs: number): Promise<unknown> {
    // It closed before it was asked: nobody would ever tell.
    if (this.isLost) throw new ConnectionLost("the worker went away");
    const id = ++this.ids;
    const answer = Promise.withResolvers<unknown>();
    this.waiting.set(id, answer);
    const timer = setTimeout(() => answer.reject(new NoAnswer("the worker does not answer")), patienceMs);
    try {
      this.connection.send({ id, ...request });
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      this.waiting.delete(id);
    }
  }

  close(): void {
    this.connection.close();
  }

  /** Whether the process has to stay for what the worker may tell. It does unless somebody says otherwise. */
  keepsProcess(keeps: boolean): void {
    if (keeps) this.socket.ref();
    else this.socket.unref();
  }

  private receive(message: unknown): void {
    if (typeof message !== "object" || message === null)
      throw new WorkflowError("INTERNAL", "a worker sent something else than an object");
    if ("notice" in message) return this.hear(message as Notice);
    if ("progress" in message) return this.progressed(message as Progress);
    const answer = message as Answer;
    const waiting = this.waiting.get(answer.id);
    if (answer.ok) waiting?.resolve(answer.value);
    else waiting?.reject(errorFromReport(answer.error));
  }

  private hear(notice: Notice): void {
    this.notices.set(notice.notice, withTokens(notice, this.notices.get(notice.notice)));
    this.onNotice();
  }

  private progressed(progress: Progress): void {
    if (this.hearProgress !== null) return this.hearProgress(progress);
    if (this.early.length < EARLY_MAX) this.early.push(progress);
  }

  private end(): void {
    this.isLost = true;
    for (const waiting of this.waiting.values()) waiting.reject(new ConnectionLost("the worker went away"));
    this.lost.resolve();
  }
}

/** Frames kept for somebody who is about to listen. */
const EARLY_MAX = 256;
