// Progress for people: a line per step, and a spinner while a role works.
import type { Invocation } from "../command.ts";
import { oneLine } from "../render/escape.ts";
import { plural } from "../render/plural.ts";
import { duration } from "../render/time.ts";
import type { JournalLine, Known, ThreadViewer } from "./thread-viewer.ts";

const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const FRAME_MS = 100;
const CLEAR_LINE = "\r\x1b[K";

export function liveView({ terminal, paint }: Invocation, threadId: string, known?: Known): ThreadViewer {
  let steps = known?.steps ?? 0;
  let since = Date.now();
  let before = known === undefined ? 0 : since;
  let frame = 0;
  let note = "";
  let timer: ReturnType<typeof setInterval> | undefined;
  const spin = () => {
    frame = (frame + 1) % FRAMES.length;
    const text = `${paint.cyan(FRAMES[frame] ?? "")} ${paint.dim(`${note}step ${steps + 1} · ${duration(Date.now() - since)}`)}`;
    void terminal.out(CLEAR_LINE + text);
  };
  const print = (text: string) => terminal.out(`${terminal.isInteractive ? CLEAR_LINE : ""}${text}\n`);
  return {
    async begin() {
      await print(paint.dim(`thread ${threadId}${steps === 0 ? "" : `, after ${plural(steps, "step")}`}`));
      if (terminal.isInteractive) timer = setInterval(spin, FRAME_MS);
    },
    async line({ record, seq }: JournalLine) {
      const took = before === 0 ? 0 : record.timestamp - before;
      before = record.timestamp;
      if ("kind" in record && record.kind === "control") {
        if (record.action === "queue") note = "waiting for its turn, ";
        if (record.action === "pause") note = "pausing after ";
        if (record.action === "start" || record.action === "resume") note = "";
        if (record.action === "restart") steps = 0;
      }
      if (seq === 1 || !("role" in record)) return;
      steps += 1;
      since = Date.now();
      const head = `${paint.green("●")} ${paint.bold(oneLine(record.role, 24))} ${paint.dim(duration(took))}`;
      await print(
        `${head}  ${oneLine(record.content, Math.max(20, terminal.columns - record.role.length - 14))}`,
      );
    },
    async end() {
      clearInterval(timer);
      if (terminal.isInteractive) await terminal.out(CLEAR_LINE);
    },
  };
}
