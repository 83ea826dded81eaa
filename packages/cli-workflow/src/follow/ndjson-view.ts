// Progress for programs: one JSON object a line on stderr. The last is always execution.finished.
import { type TellOptions, verbs } from "@uncaged/workflow/host";
import type { Terminal } from "../terminal/terminal.ts";
import type { Known, ThreadViewer } from "./thread-viewer.ts";

export async function ndjsonView(
  terminal: Terminal,
  threadId: string,
  began: TellOptions["began"],
  known?: Known,
): Promise<ThreadViewer> {
  const { EventTeller } = await verbs.tell();
  // One write after the other: a long line is not torn by what comes meanwhile.
  let writing = Promise.resolve();
  const teller = new EventTeller({ threadId, began, known }, (events) => {
    const text = events.map((event) => `${JSON.stringify(event)}\n`).join("");
    if (text !== "") writing = writing.then(() => terminal.err(text));
  });
  return {
    begin() {
      teller.begin();
      return writing;
    },
    lines(lines, tokens) {
      teller.lines(lines, tokens);
      return writing;
    },
    progress: (progress) => teller.progress(progress),
    end(status) {
      teller.end(status);
      return writing;
    },
  };
}
