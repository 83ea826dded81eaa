// The output of a program as text. Bytes that are not UTF-8 become U+FFFD: a payload is JSON, which holds only text.
import type { Secrets } from "../secrets.ts";

const TAIL_CHARS = 2000;

/** Keeps everything, up to a number of bytes that the caller watches. */
export class CapturedText {
  private readonly chunks: Uint8Array[] = [];
  bytes = 0;

  add(chunk: Uint8Array): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
  }

  toString(): string {
    return decoder().decode(Buffer.concat(this.chunks));
  }

  /** The last part, for an error message. Redacted before it is cut: half a secret would not be recognised (REDACT-2). */
  tail({ redactCut }: Pick<Secrets, "redactCut">): string {
    return redactCut(this.toString()).slice(-TAIL_CHARS).toWellFormed();
  }
}

/** Keeps the last characters only, of a text that is redacted as it comes (REDACT-2). */
export class TextTail {
  private readonly decoder = decoder();
  private readonly pieces;
  private kept = "";

  constructor(
    private readonly charsMax: number,
    secrets: Pick<Secrets, "inPieces">,
  ) {
    this.pieces = secrets.inPieces(true);
  }

  add(chunk: Uint8Array): void {
    this.keep(this.pieces.add(this.decoder.decode(chunk, { stream: true })));
  }

  /** Nothing more comes. */
  end(): string {
    this.keep(this.pieces.add(this.decoder.decode()) + this.pieces.end());
    return this.kept.toWellFormed();
  }

  private keep(text: string): void {
    this.kept = (this.kept + text).slice(-this.charsMax);
  }
}

/** A byte order mark is part of the text. */
function decoder(): TextDecoder {
  return new TextDecoder("utf-8", { ignoreBOM: true });
}
