// Members of the line that opens a command, as docs/formats/journal.md has them.
import {
  type Form,
  isCount,
  isDigest,
  isOrdinal,
  isSum,
  isText,
  isTime,
  oneOf,
  type Shape,
  shape,
} from "#codec/field-forms.ts";
import { EFFECT_NAME, EVENT_NAME } from "#contract/effect.ts";

export type LineShape = Shape;

/** Commands of one yield: what a descriptor may ask for at most. */
const COMMANDS_MAX = 10_000;

export const isEffect: Form = (value) =>
  typeof value === "string" && value.length <= 256 && EFFECT_NAME.test(value);
export const isEvent: Form = (value) =>
  typeof value === "string" && value.length <= 256 && EVENT_NAME.test(value);
const isIndex: Form = (value) => isCount(value) && (value as number) < COMMANDS_MAX;
const isSize: Form = (value) => isCount(value) && (value as number) <= COMMANDS_MAX;

/** What a line of a command has besides its own. */
export const PLACE = { n: isOrdinal, index: isIndex, timestamp: isTime };
export const GROUPED = { group: shape({ type: oneOf("all", "any"), of: isSize }), yield: isSum };
/** What binds a person's decision. */
export const GATE = { tokenHash: isDigest, expiresAt: isTime };
export const isDelivered = oneOf("deliver");

const INTENT = { ...PLACE, id: isDigest };
const OPENING = { ...GROUPED, stepId: isText };
/** Would make another command than it says of an intent that does not have it. */
const NEVER: Form = () => false;
const NOT_ANSWERED = { answer: NEVER };
const NOT_PERFORMED = { attempt: NEVER, gate: NEVER, reused: NEVER, blocked: NEVER };

type Members = Record<string, Form>;

/** An intent that an executor performs. */
export function performedLine(required: Members, optional: Members): LineShape {
  return {
    required: { ...INTENT, ...required },
    optional: { ...OPENING, ...NOT_ANSWERED, ...optional },
  };
}

/** An intent that waits for its answer, and is never performed. */
export function waitingLine(required: Members, optional: Members = {}): LineShape {
  return {
    required: { ...INTENT, ...required },
    optional: { ...OPENING, ...NOT_ANSWERED, ...NOT_PERFORMED, ...optional },
  };
}

/** An intent that holds its answer. */
export function answeredLine(required: Members, optional: Members = {}): LineShape {
  return {
    required: { ...INTENT, ...required },
    optional: { ...OPENING, ...NOT_PERFORMED, ...optional },
  };
}
