import type { Terminal } from "../terminal.ts";

/** Text longer than the screen goes through a pager, when a person looks. */
export async function page(text: string, terminal: Terminal): Promise<void> {
  const isLong = terminal.isInteractive && text.split("\n").length > terminal.rows;
  const command = terminal.env.PAGER ?? "less -FRX";
  if (!isLong || command === "" || command === "cat") return terminal.out(text);
  try {
    const pager = Bun.spawn(command.split(" "), {
      stdin: new Blob([text]),
      stdout: "inherit",
      stderr: "inherit",
    });
    await pager.exited;
  } catch {
    // There is no such pager here.
    await terminal.out(text);
  }
}
