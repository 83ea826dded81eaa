// random: bytes of chance, recorded as hex. A replay sees the same.
import { isAnything, isCount } from "#codec/field-forms.ts";
import type { RandomCommand } from "#contract/command.ts";
import type { ValueIntent } from "#contract/record.ts";
import { shownAtOnce } from "./at-once.ts";
import type { CommandFile } from "./command.ts";
import { wholeNumber } from "./field-checks.ts";
import { answeredLine } from "./line-shape.ts";
import { intentBase } from "./opening.ts";
import { shape } from "./shape.ts";

type Asked = { do: "random"; bytes: number };

export const random: CommandFile<RandomCommand, Asked, ValueIntent & { do: "random" }> = {
  word: "random",
  answeredBy: "engine",
  shape: shape({ bytes: wholeNumber({ min: 1, max: 1024 }) }),
  admit: ({ bytes }) => ({ asked: { do: "random", bytes } as Asked }),
  line: { kind: "intent", shape: answeredLine({ answer: isAnything }, { bytes: isCount }) },
  open: ({ asked }, place, ports) => ({
    ...intentBase(asked, place, ports),
    do: "random",
    bytes: asked.bytes,
    answer: Buffer.from(ports.random(asked.bytes)).toString("hex"),
  }),
  askedOf: ({ bytes }) => ({ do: "random", bytes: bytes ?? 0 }),
  answerIn: ({ answer }) => ({ value: answer }),
  waiting: null,
  shown: { ...shownAtOnce, asked: () => null },
  standIn: { answer: ({ bytes }, drive) => drive.hex(`random ${drive.draw()}`, bytes), is: "value" },
};
