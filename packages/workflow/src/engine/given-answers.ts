// Answers that stand in for effects, from a file or a recorded thread: payloads in the order in which effects are asked
// for, or each with the effect it answers: {effect, params?, payload} or {effect, params?, error}.
import { isObject } from "#codec/is-object.ts";
import { plainJson } from "#codec/plain-json.ts";
import type { Json } from "#contract/command.ts";
import { EFFECT_NAME, type EffectError, type Executed, type ExecutorCall } from "#contract/effect.ts";

export type GivenAnswer = { effect: string; params?: Json; payload?: Json; error?: Json };

type Asked = Pick<ExecutorCall, "intent" | "effect" | "params">;

/** Undefined where nothing is given. The same intent is always answered the same way. */
export function givenAnswers(given: Json[]): (asked: Asked) => Executed | undefined {
  const told = new Map<string, Executed | undefined>();
  const next = given.length > 0 && given.every(isAnswer) ? byEffect(given) : inOrder(given);
  return (asked) => {
    if (!told.has(asked.intent)) told.set(asked.intent, next(asked));
    return told.get(asked.intent);
  };
}

function inOrder(payloads: Json[]): (asked: Asked) => Executed | undefined {
  let at = 0;
  return () => (at < payloads.length ? { status: "ok", payload: payloads[at++] as Json } : undefined);
}

/** Each serves once, in order; the last that fits serves again and again. */
function byEffect(answers: GivenAnswer[]): (asked: Asked) => Executed | undefined {
  const used = new Set<GivenAnswer>();
  return ({ effect, params }) => {
    const fitting = answers.filter(
      (one) => one.effect === effect && (one.params === undefined || holds(params, one.params)),
    );
    const answer = fitting.find((one) => !used.has(one)) ?? fitting.at(-1);
    if (answer === undefined) return undefined;
    used.add(answer);
    return executed(answer);
  };
}

function executed({ payload, error }: GivenAnswer): Executed {
  if (error === undefined) return { status: "ok", payload: payload as Json };
  const { code, message } = error as Partial<EffectError>;
  const report = {
    code: String(code ?? "EXECUTOR_FAILED"),
    message: String(message ?? ""),
    retryable: false,
  };
  return { status: "error", error: report, ...(payload === undefined ? {} : { payload }) };
}

/** Every member that is given is there: defaults, and what the catalogue completed, need not be spelled out. */
function holds(params: Json, given: Json): boolean {
  if (!isObject(given) || !isObject(params)) return plainJson(params) === plainJson(given);
  return Object.entries(given).every(
    ([key, value]) => Object.hasOwn(params, key) && holds(params[key] as Json, value),
  );
}

const KEYS = new Set(["effect", "params", "payload", "error"]);

export function isAnswer(value: Json): value is GivenAnswer {
  if (!isObject(value) || typeof value.effect !== "string" || !EFFECT_NAME.test(value.effect)) return false;
  return ("payload" in value || "error" in value) && Object.keys(value).every((key) => KEYS.has(key));
}
