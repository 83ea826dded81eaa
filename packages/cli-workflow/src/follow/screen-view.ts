// Progress for people: a line per step and effect, and a spinner that says what is being done.
import { cutPainted } from "../render/cut.ts";
import { oneLine } from "../render/escape.ts";
import { placeText } from "../render/place.ts";
import { plural } from "../render/plural.ts";
import type { Invocation } from "../verb/command.ts";
import { RedrawnLines } from "./redrawn-lines.ts";
import { OUTPUT_LINES, Shown } from "./shown.ts";
import type { Known, ThreadViewer } from "./thread-viewer.ts";

const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const FRAME_MS = 100;

type StartRecord = NonNullable<Known["start"]>;

export function screenView({ terminal, paint }: Invocation, threadId: string, known?: Known): ThreadViewer {
  const state = new Shown(known);
  const screen = new RedrawnLines(terminal);
  let frame = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const spin = () => {
    frame = (frame + 1) % FRAMES.length;
    const text = oneLine(state.doing(Date.now(), terminal.columns), terminal.columns - 3);
    const output = state.output.last(OUTPUT_LINES, terminal.columns - 5);
    screen.draw([
      `${paint.cyan(FRAMES[frame] ?? "")} ${paint.dim(text)}`,
      ...output.map((line) => paint.dim(`  │ ${line}`)),
    ]);
  };
  // Nobody reads a screen there: what stands at the end of a line is kept.
  const fit = (text: string) => (terminal.isInteractive ? cutPainted(text, terminal.columns) : text);
  const head = ({ parameters }: StartRecord) => {
    const after = state.steps === 0 ? "" : `, after ${plural(state.steps, "step")}`;
    return paint.dim(`thread ${threadId} ${placeText(parameters.workspace)}${after}`);
  };
  return {
    async begin(isAgain = false) {
      if (!isAgain && known?.start != null) await screen.print(head(known.start));
      if (terminal.isInteractive) timer = setInterval(spin, FRAME_MS);
    },
    async lines(lines) {
      const texts = lines.flatMap((line) => {
        const begun = line.seq === 1 ? [head(line.record as StartRecord)] : [];
        return [...begun, ...state.take(line, terminal.columns, paint)];
      });
      if (texts.length > 0) await screen.print(texts.map(fit).join("\n"));
    },
    progress(progress) {
      state.told(progress);
    },
    async end() {
      clearInterval(timer);
      await screen.clear();
    },
  };
}
