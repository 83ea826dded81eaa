// What a generator did, as a turn: its yield, return or throw as canonical JSON. Runs beside the bundle, which may change
// any global, so what is needed later is captured when this is loaded.
import { canonicalJson, NonCanonicalValue } from "#codec/canonical-json.ts";
import { xxh64Text } from "#codec/xxh64.ts";
import type { ErrorReport } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Replayed, RoutineInput, Turn } from "#contract/ports.ts";
import type { RoleOutput, ThreadInput } from "#contract/workflow.ts";
import { describeThrown } from "./describe-thrown.ts";

export type AnyIterator = { next(answer: unknown): unknown; return?: (value: unknown) => unknown };

/** What a generator that came back has still to repeat. */
export type Replay = { list: Replayed[]; index: number };

export type TurnPorts = {
  /** Enters the generator. */
  ask(answer: unknown): unknown;
  /** Undefined once nothing more is to be repeated. */
  replay(): Replay | undefined;
  stepBytes: number;
};

const parse = JSON.parse;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const decode = decoder.decode.bind(decoder);
const immediate = setImmediate;

/** Yields that were recorded are compared and answered here: ten thousand of them need not cross to the supervisor. */
export async function nextTurn(ports: TurnPorts, first: unknown): Promise<Turn> {
  let answer = first;
  for (;;) {
    const turn = await askTurn(ports, answer);
    const replay = ports.replay();
    const expected = replay?.list[replay.index];
    if (replay === undefined || expected === undefined) return turn;
    const at = replay.index++;
    if (turn.type !== "yield" || xxh64Text(turn.json) !== expected.hash) return { ...turn, at };
    answer = expected.answer === undefined ? undefined : parse(expected.answer);
    if (at % REPLAY_HOP === REPLAY_HOP - 1) await new Promise((resolve) => immediate(resolve));
  }
}

/** A throw is a turn too: in the place of a recorded yield it has to say so. */
async function askTurn({ ask, stepBytes }: TurnPorts, answer: unknown): Promise<Turn> {
  try {
    return turnOf(await ask(answer), stepBytes);
  } catch (error) {
    return { type: "throw", error: describeThrown(error) };
  }
}

/** The supervisor's pings are answered between so many. */
const REPLAY_HOP = 512;

export function turnOf(step: unknown, stepBytes: number): Turn {
  if (typeof step !== "object" || step === null)
    return refused("SCHEMA_INVALID", "the generator's next() did not answer with {done, value}");
  const { done, value } = step as { done?: unknown; value?: unknown };
  if (value === undefined)
    return refused(
      "SCHEMA_INVALID",
      done
        ? "the generator must return {returnCode, summary}, but it returned nothing"
        : "the generator yielded nothing",
    );
  try {
    const json = canonicalJson(value, { bytes: stepBytes, depth: LIMITS.depth });
    return done ? { type: "return", json } : { type: "yield", json };
  } catch (error) {
    if (!(error instanceof NonCanonicalValue)) throw error;
    const code = error.kind === "bytes" ? "OUTPUT_LIMIT_EXCEEDED" : "NON_CANONICAL_VALUE";
    return refused(
      code,
      `${done ? "the returned value" : "the yielded value"}: ${error.message}`,
      error.path,
    );
  }
}

/** A plain run sees exactly `prompt` and `steps`. */
export function inputOf({ prompt, stepsJson, variables, state, key }: RoutineInput): ThreadInput {
  const steps = parse(decode(stepsJson)) as RoleOutput[];
  return {
    prompt,
    steps,
    ...(variables === undefined ? {} : { variables }),
    ...(state === undefined ? {} : { state }),
    ...(key === undefined ? {} : { key }),
  };
}

function refused(code: ErrorReport["code"], message: string, path?: string): Turn {
  return { type: "refused", error: { code, message, ...(path === undefined ? {} : { details: { path } }) } };
}

export function isIterator(value: unknown): value is AnyIterator {
  return typeof value === "object" && value !== null && typeof (value as AnyIterator).next === "function";
}
