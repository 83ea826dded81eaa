// Chunks of bytes in, lines of text out.

const NEWLINE = 10;

export class LineSplitter {
  private rest: Uint8Array[] = [];
  private restBytes = 0;

  constructor(private readonly lineBytesMax: number) {}

  /** False once a line is longer than it may be; the splitter is of no use from then on. */
  add(chunk: Uint8Array, onLine: (line: string) => void): boolean {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.keep(chunk.subarray(from, end));
      from = end + 1;
      if (this.restBytes > this.lineBytesMax) return false;
      this.end(onLine);
    }
    this.keep(chunk.subarray(from));
    return this.restBytes <= this.lineBytesMax;
  }

  /** The last line may lack its end. */
  end(onLine: (line: string) => void): void {
    const line = Buffer.concat(this.rest);
    this.rest = [];
    this.restBytes = 0;
    onLine(line.toString("utf8"));
  }

  private keep(part: Uint8Array): void {
    if (part.length === 0 || this.restBytes > this.lineBytesMax) return;
    this.rest.push(part);
    this.restBytes += part.length;
  }
}
