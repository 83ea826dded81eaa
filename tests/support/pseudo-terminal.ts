// The real binary in a pseudo terminal: a person who reads what it prints and types.
import { BINARY, type TempHome, until } from "./temp-home.ts";

export class PseudoTerminal implements AsyncDisposable {
  /** Everything that was printed, colours and cursor moves taken out. */
  get text(): string {
    return this.raw.replace(CONTROLS, "").replaceAll("\r", "");
  }
  raw = "";
  private seen = 0;
  private readonly child: Bun.Subprocess;

  constructor(home: TempHome, args: string[], env: Record<string, string> = {}) {
    const decoder = new TextDecoder();
    const { CI: _ci, NO_COLOR: _color, UNCAGED_ACTOR: _actor, ...inherited } = process.env;
    this.child = Bun.spawn([BINARY, ...args], {
      cwd: home.dir,
      env: { ...inherited, TERM: "xterm", PAGER: "cat", UNCAGED_HOME: home.home, ...env },
      terminal: {
        cols: 100,
        rows: 40,
        data: (_terminal, bytes) => {
          this.raw += decoder.decode(bytes, { stream: true });
        },
      },
    });
  }

  /** Waits until this is printed, behind what was waited for before; answers what stands between. */
  async shows(wanted: string): Promise<string> {
    const from = this.seen;
    const at = await until(
      async () => {
        const found = this.text.indexOf(wanted, from);
        if (found !== -1) return found;
        if (this.child.exitCode !== null) throw new Error(`it ended without ${wanted}:\n${this.text}`);
        return null;
      },
      `${JSON.stringify(wanted)} in\n${this.text}`,
    );
    this.seen = at + wanted.length;
    return this.text.slice(from, at);
  }

  type(text: string): void {
    this.child.terminal?.write(text);
  }

  line(text: string): void {
    this.type(`${text}\r`);
  }

  /** Its exit code, once everything is printed. */
  async ends(): Promise<number> {
    const code = await this.child.exited;
    // What it printed last may still be on its way through the terminal.
    for (let before = -1; before !== this.raw.length; ) {
      before = this.raw.length;
      await Bun.sleep(20);
    }
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.child.exited;
    this.child.terminal?.close();
  }
}

/** Sequences of the terminal; the text between them stays. */
const CONTROLS = /\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]/g;
