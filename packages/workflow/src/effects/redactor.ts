// Takes the values of secrets out of text, and puts their names in.
//
// REDACT-1. Every character that belongs to an occurrence of a secret goes, also where two of them overlap.
// REDACT-2. A text that was cut, or that comes in pieces, is searched across the cut: what may be the beginning of a
//     secret is held back, or goes too. Nothing is cut before it was searched.

/** One spelling of a secret. */
export type Form = { text: string; name: string };

type Span = { from: number; to: number; name: string };

/** Of the beginning of a secret at a cut, so many characters may be seen: ordinary words end like this, too. */
const SEEN_CHARS_MAX = 3;

/** Finds the spellings of secrets in a text. */
export class Redactor {
  private readonly forms: readonly Form[];
  private readonly failures = new Map<Form, Int32Array>();

  constructor(forms: readonly Form[]) {
    this.forms = [...forms].sort((a, b) => b.text.length - a.text.length);
  }

  redact(text: string): string {
    return write(text, merged(this.cover(text)), 0, text.length, 0);
  }

  /** The text was cut at its end. */
  redactCut(text: string): string {
    return write(text, merged([...this.cover(text), ...this.begun(text)]), 0, text.length, 0);
  }

  /** Every occurrence of every form. */
  cover(text: string): Span[] {
    const spans: Span[] = [];
    for (const { text: form, name } of this.forms)
      for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1))
        spans.push({ from: at, to: at + form.length, name });
    return spans;
  }

  /** What may be the beginning of a secret, at the end of the text; the longest that is, whatever its length. */
  openAt(text: string): Span {
    let open: Span = { from: text.length, to: text.length, name: "" };
    for (const form of this.forms) {
      const from = text.length - this.begunChars(form, text);
      if (from < open.from) open = { from, to: text.length, name: form.name };
    }
    return open;
  }

  /** The same, if it is more than may be seen. */
  begun(text: string): Span[] {
    const open = this.openAt(text);
    return open.to - open.from > SEEN_CHARS_MAX ? [open] : [];
  }

  /** How many characters of the form, less than all, the text ends with (Knuth, Morris, Pratt). */
  private begunChars(form: Form, text: string): number {
    const { text: pattern } = form;
    const failure = this.failureOf(form);
    let matched = 0;
    for (let at = Math.max(0, text.length - pattern.length + 1); at < text.length; at++) {
      while (matched > 0 && pattern.charCodeAt(matched) !== text.charCodeAt(at))
        matched = failure[matched - 1] as number;
      if (pattern.charCodeAt(matched) === text.charCodeAt(at)) matched += 1;
    }
    return matched;
  }

  private failureOf(form: Form): Int32Array {
    const present = this.failures.get(form);
    if (present !== undefined) return present;
    const { text } = form;
    const failure = new Int32Array(text.length);
    for (let at = 1, matched = 0; at < text.length; at++) {
      while (matched > 0 && text.charCodeAt(matched) !== text.charCodeAt(at))
        matched = failure[matched - 1] as number;
      if (text.charCodeAt(matched) === text.charCodeAt(at)) matched += 1;
      failure[at] = matched;
    }
    this.failures.set(form, failure);
    return failure;
  }
}

/** A text that comes in pieces. `redactor` may know more secrets from one piece to the next. */
export class PieceRedactor {
  /** The end of what came so far, which may be the beginning of a secret. */
  private rest = "";
  /** So many of its first characters stand under a name that was told. */
  private hidden = 0;

  /** `holds`: nothing that may be part of a secret is told before it is known. Else each piece is told at once. */
  constructor(
    private readonly redactor: () => Redactor,
    private readonly holds: boolean,
  ) {}

  add(piece: string): string {
    const redactor = this.redactor();
    const text = this.rest + piece;
    const open = redactor.openAt(text).from;
    const spans = this.spansOf(text, redactor, this.holds ? [] : redactor.begun(text));
    const [from, to] = this.holds ? [0, open] : [this.rest.length, text.length];
    const told = write(text, spans, from, to, this.hidden);
    const across = spans.find((span) => span.to > open && (span.from < to || span.from < this.hidden));
    this.rest = text.slice(open);
    this.hidden = across === undefined ? 0 : across.to - open;
    return told;
  }

  /** What was held back. The text may have been cut here. */
  end(): string {
    if (!this.holds) return "";
    const { rest: text } = this;
    const redactor = this.redactor();
    const told = write(text, this.spansOf(text, redactor, redactor.begun(text)), 0, text.length, this.hidden);
    this.rest = "";
    this.hidden = 0;
    return told;
  }

  private spansOf(text: string, redactor: Redactor, more: Span[]): Span[] {
    const told = this.hidden === 0 ? [] : [{ from: 0, to: this.hidden, name: "" }];
    return merged([...told, ...redactor.cover(text), ...more]);
  }
}

/** Overlapping spans become one, named by the longest of them. */
function merged(spans: Span[]): Span[] {
  const sorted = spans.sort((a, b) => a.from - b.from || b.to - a.to);
  const union: (Span & { longest: number })[] = [];
  for (const { from, to, name } of sorted) {
    const last = union.at(-1);
    const length = to - from;
    if (last === undefined || from >= last.to) {
      union.push({ from, to, name, longest: length });
      continue;
    }
    last.to = Math.max(last.to, to);
    if (length > last.longest) Object.assign(last, { name, longest: length });
  }
  return union;
}

/** The text between two places, with names for spans. A span that begins within the first `hidden` was told before. */
function write(text: string, spans: readonly Span[], from: number, to: number, hidden: number): string {
  let written = "";
  let at = from;
  for (const span of spans) {
    if (span.to <= from) continue;
    if (span.from >= to) break;
    if (span.from > at) written += text.slice(at, span.from);
    if (span.from >= hidden) written += `[${span.name}]`;
    at = Math.min(span.to, to);
  }
  return written + text.slice(at, Math.max(at, to));
}
