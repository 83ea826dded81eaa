// The standard output of a coding agent as it comes: lines of JSON are told on the way, a document is read at the end.
import { type Json, LineSplitter } from "@uncaged/workflow/executor";
import type { OutputRule } from "../definitions/presets.ts";
import { nothingTold, readEvent, type Told, valuesAt } from "./read-events.ts";

/** One event may hold a file; all of them together, a long day's work. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const ALL_BYTES_MAX = 256 * 1024 * 1024;

export class OutputReader {
  readonly told: Told = nothingTold();
  /** It printed more than anybody reads. */
  isTooMuch = false;
  private readonly lines = new LineSplitter(LINE_BYTES_MAX);
  private readonly chunks: Uint8Array[] = [];
  private bytes = 0;
  private hasEvents = false;

  constructor(
    private readonly rules: readonly OutputRule[],
    private readonly progress: (frame: Json) => void,
    private readonly textBytesMax: number,
    /** Told as soon as it is known, and when it changes. */
    private readonly onSession: (session: string) => void,
  ) {}

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    if (!this.hasEvents) this.chunks.push(chunk);
    const isFine = this.lines.add(chunk, (line) => this.line(line));
    const kept = this.hasEvents
      ? ALL_BYTES_MAX
      : this.rules.length === 0
        ? this.textBytesMax
        : LINE_BYTES_MAX;
    this.isTooMuch ||= !isFine || this.bytes > kept;
  }

  end(): Told {
    this.lines.end((line) => this.line(line));
    if (this.hasEvents) return this.told;
    const text = new TextDecoder().decode(Buffer.concat(this.chunks));
    const document = parseObject(text);
    if (document !== null && this.rules.length > 0) readEvent(document, this.rules, this.told);
    this.told.text ??= text.trim();
    return this.told;
  }

  private line(line: string): void {
    if (this.rules.length === 0) {
      if (line.trim() !== "") this.progress({ text: line.slice(0, GIST_CHARS) });
      return;
    }
    const event = parseObject(line);
    // A document may have a line that is an object by itself; an event says of what type it is.
    if (event === null || typeof event.type !== "string") return;
    if (!this.hasEvents) this.chunks.length = 0;
    this.hasEvents = true;
    const { session } = this.told;
    readEvent(event, this.rules, this.told);
    if (this.told.session !== null && this.told.session !== session) this.onSession(this.told.session);
    this.progress({ event: event.type, ...gistOf(event) });
  }
}

const GIST_CHARS = 200;

/** Where agents say what they are about. */
const GIST_PATHS = [
  "message.content.*.text",
  "message.content.*.name",
  "item.text",
  "item.command",
  "part.text",
  "part.tool",
];

function gistOf(event: Json): { text?: string } {
  const found = GIST_PATHS.flatMap((path) => valuesAt(event, path)).find(
    (value) => typeof value === "string",
  );
  return typeof found === "string" ? { text: found.slice(0, GIST_CHARS) } : {};
}

function parseObject(text: string): { [key: string]: Json } | null {
  if (!/^\s*\{/.test(text)) return null;
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
