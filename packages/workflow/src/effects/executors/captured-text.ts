// The output of a program as text. Bytes that are not UTF-8 become U+FFFD: a payload is JSON, which holds only text.

/** Keeps everything, up to a number of bytes that the caller watches. */
export class CapturedText {
  private readonly chunks: Uint8Array[] = [];
  bytes = 0;

  add(chunk: Uint8Array): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
  }

  toString(): string {
    return decode(Buffer.concat(this.chunks));
  }

  /** The last part, for an error message. */
  tail(charsMax = 2000): string {
    return this.toString().slice(-charsMax).toWellFormed();
  }
}

/** Keeps the last bytes only. */
export class TextTail {
  private kept = Buffer.alloc(0);

  constructor(private readonly bytesMax: number) {}

  add(chunk: Uint8Array): void {
    this.kept = Buffer.concat([this.kept, chunk]).subarray(-this.bytesMax);
  }

  toString(): string {
    return decode(this.kept);
  }
}

/** A byte order mark is part of the text. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
