// checkpoint: a state that a new generator of the same thread may begin from. Its line is the answer.
import { isAnything as isAny, isDigest, isOrdinal, isTrue } from "#codec/field-forms.ts";
import { plainJson } from "#codec/plain-json.ts";
import { sha256Hex } from "#codec/sha256.ts";
import type { CheckpointCommand, Json } from "#contract/command.ts";
import type { CheckpointRecord } from "#contract/record.ts";
import { misfitOf } from "./admission.ts";
import { shownAtOnce } from "./at-once.ts";
import type { CommandFile } from "./command.ts";
import { isAnything } from "./field-checks.ts";
import { GROUPED, PLACE } from "./line-shape.ts";
import { placed } from "./opening.ts";
import { shape } from "./shape.ts";

type Asked = { do: "checkpoint"; state: Json };

export const checkpoint: CommandFile<CheckpointCommand, Asked, CheckpointRecord> = {
  word: "checkpoint",
  answeredBy: "engine",
  shape: shape({ state: isAnything }),
  async admit({ state }, rules) {
    const asked: Asked = { do: "checkpoint", state };
    return (await misfitOf(state, "state", rules)) ?? { asked };
  },
  line: {
    kind: "checkpoint",
    shape: {
      required: { ...PLACE, state: isAny, stateHash: isDigest, seq: isOrdinal },
      optional: { ...GROUPED, epoch: isTrue },
    },
  },
  open({ asked: { state } }, place) {
    const stateHash = sha256Hex(plainJson(state));
    return { kind: "checkpoint", ...placed(place), state, stateHash, seq: place.seq };
  },
  askedOf: ({ state }) => ({ do: "checkpoint", state }),
  answerIn: ({ seq }) => ({ value: { seq } }),
  waiting: null,
  shown: { ...shownAtOnce, asked: ({ state }) => state },
  standIn: { answer: (_command, { seq }) => ({ seq }), is: "value" },
};
