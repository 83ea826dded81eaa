// Lines from a person at a terminal. Ctrl-C is a key here, not a signal: whoever presses it leaves the question.
//
// What was typed before the question was shown answers nothing: it is thrown away. Lines that are pasted behind the first
// one answer the questions that follow.
import { createInterface, type Interface } from "node:readline";
import type { Asker } from "./terminal.ts";

export class LineAsker implements Asker {
  private readonly lines: string[] = [];
  private readonly reader: Interface;
  private hasLeft = false;
  private wake = () => {};

  constructor(dropTypedAhead: () => void) {
    process.stdin.setRawMode(true);
    dropTypedAhead();
    this.reader = createInterface({ input: process.stdin, output: process.stdout, terminal: true });
    this.reader.on("line", (line) => {
      this.lines.push(line);
      this.wake();
    });
    const leave = () => {
      this.hasLeft = true;
      this.wake();
    };
    this.reader.on("SIGINT", leave);
    this.reader.on("close", leave);
  }

  async line(question: string, signal: AbortSignal): Promise<string | null> {
    this.reader.setPrompt(question);
    this.reader.prompt();
    const wake = () => this.wake();
    signal.addEventListener("abort", wake, { once: true });
    while (this.lines.length === 0 && !this.hasLeft && !signal.aborted)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    signal.removeEventListener("abort", wake);
    const line = this.hasLeft || signal.aborted ? undefined : this.lines.shift();
    if (line === undefined) process.stdout.write("\n");
    return line ?? null;
  }

  [Symbol.dispose](): void {
    this.reader.close();
    process.stdin.setRawMode(false);
    process.stdin.pause();
  }
}
