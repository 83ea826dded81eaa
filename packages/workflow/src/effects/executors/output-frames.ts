// What a program prints, told while it runs: a few times a second, in whole characters. stdout and stderr are members of
// their own, so that a secret which comes in pieces is found in each (REDACT-2). What was not told when the program ends by
// itself stands in its receipt.
import type { Json } from "#contract/command.ts";

type Stream = "stdout" | "stderr";

const TELL_MS = 100;
const FRAME_CHARS_MAX = 8 * 1024;

export class OutputFrames {
  private readonly decoders = { stdout: decoder(), stderr: decoder() };
  private waiting: { stream: Stream; text: string }[] = [];
  private timer: Timer | undefined;

  constructor(private readonly tell: (frame: Json) => void) {}

  add(stream: Stream, chunk: Uint8Array): void {
    const text = this.decoders[stream].decode(chunk, { stream: true });
    if (text === "") return;
    const last = this.waiting.at(-1);
    if (last?.stream === stream) last.text += text;
    else this.waiting.push({ stream, text });
    this.timer ??= setTimeout(() => this.flush(), TELL_MS);
  }

  /** Nothing more comes. `isTold`: the receipt holds what was printed. */
  end(isTold: boolean): void {
    if (!isTold) this.flush();
    clearTimeout(this.timer);
  }

  private flush(): void {
    this.timer = undefined;
    const waiting = this.waiting;
    this.waiting = [];
    for (const { stream, text } of waiting)
      for (let at = 0; at < text.length; at += FRAME_CHARS_MAX)
        this.tell({ [stream]: text.slice(at, at + FRAME_CHARS_MAX) });
  }
}

function decoder(): TextDecoder {
  return new TextDecoder("utf-8", { ignoreBOM: true });
}
