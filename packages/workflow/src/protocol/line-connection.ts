// One JSON object a line over a socket, both ways, with what does not fit kept until the peer reads on.
import type { Socket } from "bun";

const NEWLINE = 10;
const LINE_BYTES_MAX = 8 * 1024 * 1024;

export class LineConnection {
  private incoming: Uint8Array[] = [];
  private incomingBytes = 0;
  private outgoing: Uint8Array[] = [];

  constructor(
    private readonly socket: Pick<Socket, "write" | "end" | "terminate">,
    private readonly onMessage: (message: unknown) => void,
  ) {}

  /** True while earlier messages wait for the peer to read. */
  get isFull(): boolean {
    return this.outgoing.length > 0;
  }

  send(message: object): void {
    this.outgoing.push(Buffer.from(`${JSON.stringify(message)}\n`));
    this.flush();
  }

  flush(): void {
    for (let first = this.outgoing[0]; first !== undefined; first = this.outgoing[0]) {
      const written = this.socket.write(first);
      if (written < first.length) {
        this.outgoing[0] = first.subarray(Math.max(0, written));
        return;
      }
      this.outgoing.shift();
    }
  }

  receive(data: Uint8Array): void {
    for (let from = 0; from < data.length; ) {
      const end = data.indexOf(NEWLINE, from);
      const piece = data.slice(from, end === -1 ? undefined : end);
      this.incoming.push(piece);
      this.incomingBytes += piece.length;
      if (this.incomingBytes > LINE_BYTES_MAX) return void this.socket.terminate();
      if (end === -1) return;
      this.deliver();
      from = end + 1;
    }
  }

  close(): void {
    this.socket.end();
  }

  private deliver(): void {
    const text = Buffer.concat(this.incoming).toString("utf8");
    this.incoming = [];
    this.incomingBytes = 0;
    try {
      this.onMessage(JSON.parse(text));
    } catch {
      this.socket.terminate();
    }
  }
}
