// One checked line of a journal. Its JSON is decoded and parsed when somebody asks: a fork copies ten thousand lines
// without looking inside.
import { jsonOfLine } from "#codec/journal-line.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { JournalRecord } from "#contract/record.ts";

/** `{"c`: the second and third byte of a role line, whose first key is `content`. No other record has a key in c first. */
const QUOTE = 34;
const LETTER_C = 99;
/** What the last bytes of a role line hold before its sum. */
const ROLE_END = /","timestamp":(\d{1,16}),"sum":"[^"]*"\}$/;
const ROLE_END_BYTES = 64;
const decoder = new TextDecoder("latin1");

export class ReadLine {
  private parsed: JournalRecord | undefined;
  private readonly roleStamp: number | null;
  private readonly roleEndBytes: number;

  constructor(
    /** The line as it is in the file, without its newline. */
    readonly text: Uint8Array,
    /** Its number, counted from 1. */
    readonly seq: number,
    readonly sum: string,
    /** Where it begins. */
    readonly byte: number,
  ) {
    const end = roleEndOf(text);
    this.roleStamp = end === null ? null : Number(end[1]);
    this.roleEndBytes = end === null ? 0 : (end[0] as string).length - 1;
  }

  get isRole(): boolean {
    return this.roleStamp !== null;
  }

  get timestamp(): number {
    return this.roleStamp ?? this.record.timestamp;
  }

  get json(): string {
    return jsonOfLine(this.text);
  }

  get record(): JournalRecord {
    return this.parse() ?? this.refuse();
  }

  /** The canonical role output as the generator yielded it, less its closing brace: a view of the file's bytes. */
  get roleBody(): Uint8Array {
    return this.text.subarray(0, this.text.length - this.roleEndBytes);
  }

  /** Null when the line is not JSON. */
  parse(): JournalRecord | null {
    try {
      this.parsed ??= JSON.parse(this.json) as JournalRecord;
      return this.parsed;
    } catch {
      return null;
    }
  }

  private refuse(): never {
    throw new WorkflowError("JOURNAL_CORRUPT", `line ${this.seq} (byte ${this.byte}) is not JSON`, {
      details: { line: this.seq, byte: this.byte },
    });
  }
}

/** Canonical keys come sorted, so a role line begins with its content and ends with its timestamp; no other line does. */
function roleEndOf(text: Uint8Array): RegExpExecArray | null {
  if (text[1] !== QUOTE || text[2] !== LETTER_C) return null;
  return ROLE_END.exec(decoder.decode(text.subarray(-ROLE_END_BYTES)));
}
