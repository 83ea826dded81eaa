import type { Terminal } from "./terminal.ts";

/** Text longer than the screen goes through a pager, when a person looks. */
export async function page(text: string, terminal: Terminal): Promise<void> {
  const isLong = terminal.isInteractive && text.split("\n").length > terminal.rows;
  await pageIf(isLong, [text], terminal);
}

/** What may be too large to be held at once. Whether it is long is left to the pager. */
export async function pagePieces(pieces: Iterable<Uint8Array>, terminal: Terminal): Promise<void> {
  await pageIf(terminal.isInteractive, pieces, terminal);
}

async function pageIf(
  wanted: boolean,
  pieces: Iterable<string | Uint8Array>,
  terminal: Terminal,
): Promise<void> {
  const pager = wanted ? startPager(terminal.env.PAGER ?? "less -FRX") : null;
  if (pager === null) {
    for (const piece of pieces) await terminal.out(piece);
    return;
  }
  try {
    for (const piece of pieces) {
      pager.stdin.write(piece);
      await pager.stdin.flush();
    }
    await pager.stdin.end();
  } catch {
    // The reader has seen enough and left.
  }
  await pager.exited;
}

/** Null when none is wanted, or there is no such program here. */
function startPager(command: string): Bun.Subprocess<"pipe", "inherit", "inherit"> | null {
  if (command === "" || command === "cat") return null;
  try {
    return Bun.spawn(command.split(" "), { stdin: "pipe", stdout: "inherit", stderr: "inherit" });
  } catch {
    return null;
  }
}
