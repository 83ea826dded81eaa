// The last lines of a terminal, which are drawn again and again; everything else is printed above them.
import type { Terminal } from "../terminal/terminal.ts";

export class RedrawnLines {
  /** Lines below the first that stand there now. */
  private below = 0;

  constructor(private readonly terminal: Pick<Terminal, "out" | "isInteractive">) {}

  /** In the place of what was drawn before. No line may be wider than the terminal. */
  draw(lines: readonly string[]): void {
    const taken = this.takeBack();
    this.below = Math.max(0, lines.length - 1);
    void this.terminal.out(`${taken}${lines.join("\n")}`);
  }

  /** For good. */
  print(text: string): Promise<void> {
    return this.terminal.out(`${this.takeBack()}${text}\n`);
  }

  async clear(): Promise<void> {
    if (this.terminal.isInteractive) await this.terminal.out(this.takeBack());
  }

  private takeBack(): string {
    if (!this.terminal.isInteractive) return "";
    const up = this.below === 0 ? "" : `\x1b[${this.below}A`;
    this.below = 0;
    return up === "" ? "\r\x1b[K" : `\r${up}\x1b[J`;
  }
}
