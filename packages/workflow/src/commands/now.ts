// now: the time, recorded. A replay sees the same.
import { isAnything } from "#codec/field-forms.ts";
import type { NowCommand } from "#contract/command.ts";
import type { ValueIntent } from "#contract/record.ts";
import { shownAtOnce } from "./at-once.ts";
import type { CommandFile } from "./command.ts";
import { answeredLine } from "./line-shape.ts";
import { intentBase } from "./opening.ts";
import { shape } from "./shape.ts";

type Asked = { do: "now" };

export const now: CommandFile<NowCommand, Asked, ValueIntent & Asked> = {
  word: "now",
  answeredBy: "engine",
  shape: shape({}),
  admit: () => ({ asked: { do: "now" } }),
  line: { kind: "intent", shape: answeredLine({ answer: isAnything }) },
  open: ({ asked }, place, ports) => ({
    ...intentBase(asked, place, ports),
    do: "now",
    answer: ports.now(),
  }),
  askedOf: () => ({ do: "now" }),
  answerIn: ({ answer }) => ({ value: answer }),
  waiting: null,
  shown: { ...shownAtOnce, asked: () => null },
  standIn: { answer: (_command, drive) => drive.now, is: "value" },
};
