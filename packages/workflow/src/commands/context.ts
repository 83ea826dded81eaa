// context: what the engine knows about the thread and its place in the journal, recorded.
import { isAnything } from "#codec/field-forms.ts";
import type { Context, ContextCommand } from "#contract/command.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { ValueIntent } from "#contract/record.ts";
import { shownAtOnce } from "./at-once.ts";
import type { CommandFile, Drive } from "./command.ts";
import { answeredLine } from "./line-shape.ts";
import { intentBase } from "./opening.ts";
import { shape } from "./shape.ts";

type Asked = { do: "context" };

export const context: CommandFile<ContextCommand, Asked, ValueIntent & Asked> = {
  word: "context",
  answeredBy: "engine",
  shape: shape({}),
  admit: (_command, rules) => (rules.context === false ? notDeclared() : { asked: { do: "context" } }),
  line: { kind: "intent", shape: answeredLine({ answer: isAnything }) },
  open: ({ asked }, place, ports) => ({
    ...intentBase(asked, place, ports),
    do: "context",
    answer: ports.context(),
  }),
  askedOf: () => ({ do: "context" }),
  answerIn: ({ answer }) => ({ value: answer }),
  waiting: null,
  shown: { ...shownAtOnce, asked: () => null },
  standIn: { answer: (_command, drive) => contextIn(drive), is: "value" },
};

function notDeclared(): ErrorReport {
  return {
    code: "EFFECT_NOT_DECLARED",
    message: "the bundle asks for its context, and its descriptor says `context: false`",
    hint: "take `context: false` out of the descriptor",
  };
}

function contextIn({ now, hex, seq, key }: Drive): Context {
  return {
    now,
    entropy: hex("entropy", 64),
    seq,
    eventHash: null,
    registryHash: null,
    workflow: "test",
    hash: "0".repeat(13),
    key,
    cellMode: key !== null,
  };
}
