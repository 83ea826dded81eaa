// annotate: a note in the journal. No generator sees it.
import { isMap } from "#codec/field-forms.ts";
import type { AnnotateCommand, Json } from "#contract/command.ts";
import type { AnnotationRecord } from "#contract/record.ts";
import { misfitOf } from "./admission.ts";
import { shownAtOnce } from "./at-once.ts";
import type { CommandFile } from "./command.ts";
import { GROUPED, PLACE } from "./line-shape.ts";
import { placed } from "./opening.ts";
import { shape } from "./shape.ts";

type Asked = { do: "annotate"; note: { [key: string]: Json } };

export const annotate: CommandFile<AnnotateCommand, Asked, AnnotationRecord> = {
  word: "annotate",
  answeredBy: "engine",
  shape: shape({}, {}, { isOpen: true }),
  async admit({ do: _do, ...note }, rules) {
    const asked: Asked = { do: "annotate", note };
    return (await misfitOf(note, "note", rules)) ?? { asked };
  },
  line: { kind: "annotation", shape: { required: { ...PLACE, note: isMap }, optional: GROUPED } },
  open: ({ asked: { note } }, place) => ({ kind: "annotation", ...placed(place), note }),
  askedOf: ({ note }) => ({ do: "annotate", note }),
  answerIn: () => ({ value: undefined }),
  waiting: null,
  shown: { ...shownAtOnce, asked: ({ note }) => note },
  standIn: { answer: () => null, is: "value" },
};
