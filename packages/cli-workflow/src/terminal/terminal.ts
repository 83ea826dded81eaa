// The world outside a command: where text goes and comes from. Tests and other programs give their own.
import { fstatSync, statSync } from "node:fs";
import { verbs } from "@uncaged/workflow/host";
import { wrapQuoted } from "../render/wrap-quoted.ts";

export type Terminal = {
  out(text: string | Uint8Array): Promise<void>;
  err(text: string): Promise<void>;
  /** All of standard input, as it is. */
  readInput(): Promise<Uint8Array>;
  /** stdout is a terminal a person looks at. */
  isInteractive: boolean;
  /** There when that person can also be asked: they type, and see what is asked. */
  openAsker?: (() => Promise<Asker>) | undefined;
  hasColor: boolean;
  columns: number;
  rows: number;
  env: Record<string, string | undefined>;
};

/** Asks a person for lines, until it is closed. */
export type Asker = Disposable & {
  /** Null when they leave (Ctrl-C, Ctrl-D), and when the signal comes. */
  line(question: string, signal: AbortSignal): Promise<string | null>;
};

export function processTerminal(): Terminal {
  const isInteractive = isTty(1);
  const fitted = (text: string | Uint8Array) =>
    isInteractive && typeof text === "string" ? wrapQuoted(text, process.stdout.columns || 80) : text;
  return {
    out: (text) => write(Bun.stdout, fitted(text)),
    err: (text) => write(Bun.stderr, fitted(text)),
    readInput: () => Bun.stdin.bytes(),
    isInteractive,
    get openAsker() {
      return isInteractive && isTty(0) && isTty(2) ? openLineAsker : undefined;
    },
    hasColor: isInteractive && !process.env.NO_COLOR && process.env.TERM !== "dumb",
    get columns() {
      return isInteractive ? process.stdout.columns || 80 : 80;
    },
    get rows() {
      return isInteractive ? process.stdout.rows || 24 : 24;
    },
    env: process.env,
  };
}

async function openLineAsker(): Promise<Asker> {
  const { LineAsker } = await import("./line-asker.ts");
  const { dropTypedAhead } = await verbs.typedAhead();
  return new LineAsker(dropTypedAhead);
}

async function write(file: Bun.BunFile, text: string | Uint8Array): Promise<void> {
  try {
    await Bun.write(file, text);
  } catch (error) {
    // `… | head` closed the pipe: nobody listens any more.
    if (error instanceof Error && "code" in error && error.code === "EPIPE") process.exit(0);
    throw error;
  }
}

/**
 * `node:tty` and `process.stdout` cost 12 ms to load, which a script that calls us in a loop would pay each time. What is
 * no character device, or is /dev/null, is no terminal; only the rest is asked properly.
 */
function isTty(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    if (!stat.isCharacterDevice() || stat.rdev === statSync("/dev/null").rdev) return false;
  } catch {
    return false;
  }
  return (require("node:tty") as typeof import("node:tty")).isatty(fd);
}
