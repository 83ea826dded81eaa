// input: a person answers a question. The answer must fit a JSON Schema.
import { isMap, isText as isTextForm } from "#codec/field-forms.ts";
import { isObject as isRecord } from "#codec/is-object.ts";
import { present } from "#codec/present.ts";
import { refuseReferences } from "#codec/secret-reference.ts";
import type { InputCommand, Json } from "#contract/command.ts";
import type { InputIntent } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import type { CommandFile } from "./command.ts";
import { askedAgain } from "./decide.ts";
import { isAnything, isObject, isText } from "./field-checks.ts";
import { waitingLine } from "./line-shape.ts";
import { intentBase } from "./opening.ts";
import { decisionOf, misfit, neverDue, unheard } from "./settlement.ts";
import { shape } from "./shape.ts";
import type { WaitFacts } from "./wait-facts.ts";

type Asked = Pick<InputIntent, "do" | "prompt" | "schema" | "defaults" | "stepId">;

type InputRequired = {
  type: "input.required";
  prompt: string;
  schema: { [key: string]: Json };
  defaults?: Json;
};

export const input: CommandFile<InputCommand, Asked, InputIntent, InputRequired> = {
  word: "input",
  answeredBy: "person",
  shape: shape({ prompt: isText, schema: isObject }, { defaults: isAnything, id: isText }),
  admit({ prompt, schema, defaults, id }) {
    const asked: Asked = { do: "input", prompt, schema, ...present({ defaults, stepId: id }) };
    return { asked };
  },
  line: { kind: "intent", shape: waitingLine({ prompt: isTextForm, schema: isMap }) },
  open({ asked }, place, ports) {
    return { ...intentBase(asked, place, ports), ...asked };
  },
  askedOf({ prompt, schema, defaults, stepId }) {
    return { ...present({ stepId }), do: "input", prompt, schema, ...present({ defaults }) };
  },
  answerIn: () => null,
  waiting: {
    on: ["input"],
    waitOf: () => ({ on: "input", wakeAt: null }),
    yesLetsGo: false,
    hearsNo: () => false,
    due: async ({ opening }) => neverDue(opening),
    async settle({ opening }, said, ports) {
      if (said.type !== "answer") throw unheard("input", said);
      refuseReferences("the answer", said.value);
      const fit = await ports.normalise(opening.schema, withDefaults(opening.defaults, said.value));
      if ("problem" in fit) throw misfit("the answer", fit.problem);
      return { records: [{ ...decisionOf(opening, "answer", ports), value: fit.value }] };
    },
    async dryRun({ opening }, { now, stub }) {
      const value = opening.defaults === undefined ? await stub(opening.schema) : opening.defaults;
      if (value === undefined)
        return {
          unanswerable: {
            code: "STUB_NOT_FOUND",
            message: noAnswer(stepIdAt(opening)),
            hint: GIVE_DEFAULTS,
          },
        };
      const answer = decisionOf(opening, "answer", { now, actor: "dry-run" });
      return [{ ...answer, value, simulated: true }];
    },
    async simulate({ opening }, { stub, noStub }) {
      // A default stands for members that are left out.
      const stubbed = await stub(opening.schema);
      const value = stubbed === undefined ? opening.defaults : stubbed;
      if (value === undefined) throw noStub(`the question ${stepIdAt(opening)}`);
      return { type: "answer", value, stepId: opening.id };
    },
    takes: null,
    question({ opening: { prompt, schema, defaults } }) {
      return { kind: "input", prompt, items: [], schema, ...present({ defaults }) };
    },
    required({ prompt, schema, defaults }) {
      return { type: "input.required", prompt, schema, ...present({ defaults }) };
    },
  },
  shown: {
    status: () => "waiting",
    asked: ({ prompt, schema }) => ({ prompt, schema }),
    brief: (asked) => (asked as { prompt?: string } | null)?.prompt ?? "",
    outcome: "value",
    opened: ({ prompt }, name) => ({ isAsk: true, text: `${name} asks: ${prompt}` }),
    resting: (_opening, name) => `${name} waits`,
    done: null,
    again: askedAgain,
  },
  standIn: { answer: null, is: "value" },
};

export const answer: WaitFacts<"input"> = {
  on: "input",
  rank: 2,
  by: "person",
  staysNear: false,
  envelope: "needs_input",
  cause: "waiting_input",
  message: ({ stepId, prompt }) => `it waits for an answer to ${stepId}${prompt}`,
  hint: (threadId, example) => `uncaged-workflow answer ${threadId} --value '${example}'`,
  verb: "answer",
  next: (id) => [`answer ${id} --value '...'`],
  plan: () => "for an answer",
  wanted: "an input",
};

const GIVE_DEFAULTS = "give the question `defaults`, or a schema that some value fits";

function noAnswer(stepId: string): string {
  return `no answer was found that fits the schema of the question ${stepId}`;
}

/** Members of an object answer that were left out. */
function withDefaults(defaults: Json | undefined, value: Json): Json {
  if (!isRecord(defaults) || !isRecord(value)) return value;
  return { ...defaults, ...value };
}
