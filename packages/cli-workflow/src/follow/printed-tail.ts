// What running programs print, folded to the last lines of the one that spoke last.
import type { Progress } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";

/** Of a line that has not ended yet, and of what is kept. */
const LINE_CHARS_MAX = 2_000;
const LINES_KEPT = 8;

type Printed = { lines: string[]; open: string };

export class PrintedTail {
  private readonly printed = new Map<string, Printed>();

  /** False when the frame is no output of a program. */
  take({ stepId, frame }: Progress): boolean {
    const { stdout, stderr } = Object(frame) as { stdout?: unknown; stderr?: unknown };
    const text = typeof stdout === "string" ? stdout : stderr;
    if (typeof text !== "string") return false;
    const { lines, open } = this.printed.get(stepId) ?? { lines: [], open: "" };
    // A carriage return begins the line anew, as progress bars do.
    const parts = `${open}${text}`.split(/\r\n|\r|\n/);
    const rest = (parts.pop() ?? "").slice(-LINE_CHARS_MAX);
    // Whoever spoke last stands last.
    this.printed.delete(stepId);
    this.printed.set(stepId, { lines: [...lines, ...parts].slice(-LINES_KEPT), open: rest });
    return true;
  }

  /** The effect has ended. */
  drop(stepId: string): void {
    this.printed.delete(stepId);
  }

  clear(): void {
    this.printed.clear();
  }

  /** The last lines, cut to the width. */
  last(count: number, width: number): string[] {
    const spoke = [...this.printed.values()].at(-1);
    if (spoke === undefined) return [];
    return [...spoke.lines, spoke.open]
      .filter((line) => line.trim() !== "")
      .slice(-count)
      .map((line) => cut(escapeText(line).replaceAll("\t", "  "), width));
  }
}

/** To so many columns: letters of some scripts take two, and a line that wraps could not be taken back. */
function cut(text: string, width: number): string {
  let short = text.slice(0, width);
  while (Bun.stringWidth(short) > width) short = short.slice(0, -1);
  return short.length === text.length ? short : `${short.slice(0, -1)}…`;
}
