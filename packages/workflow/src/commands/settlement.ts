// What comes to a waiting command from outside, and what is written because of it.
import type { Json } from "#contract/command.ts";
import type { EffectDefinition, JsonSchema } from "#contract/effect.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { DecisionRecord, Unstamped, WorkRecord } from "#contract/record.ts";
import type { Said } from "#contract/settlement.ts";
import type { MaybeLater, Normalised } from "./admission.ts";
import type { Identity } from "./intent-id.ts";
import type { Sign } from "./make-receipt.ts";

export type SettlePorts = {
  identity: Identity;
  now: number;
  actor: string;
  /** Who started the thread. */
  owner: string | null;
  /** The same, and who started the threads it was forked from. */
  starters: readonly string[];
  /** The owner and the admins of the store: they may decide about every thread. */
  admins: readonly string[];
  sign: Sign;
  normalise(schema: JsonSchema, value: Json): MaybeLater<Normalised>;
  find(effect: string): EffectDefinition | undefined;
  /** An approval of this thread, open or not, was given out with this token. */
  wasGivenOut(tokenHash: string): boolean;
  /** An intent of this thread, open or not, whose id begins like this. */
  hasIntent(prefix: string): boolean;
};

/** The lines to write, and the error to answer with all the same: an expiry is recorded and reported. */
export type Settling = {
  records: Unstamped<WorkRecord>[];
  /** They are written, and the thread goes on as before: nothing waits for them. */
  isKept?: true;
  error?: WorkflowError;
  ignored?: true;
  /** Nothing to write, but an attempt is due: the thread is to go on. */
  isDue?: true;
};

export function decisionOf(
  intent: { n: number; index: number; id: string },
  decision: DecisionRecord["decision"],
  ports: Pick<SettlePorts, "now" | "actor">,
  reason?: string,
): Unstamped<DecisionRecord> {
  const { n, index, id } = intent;
  const at = new Date(ports.now).toISOString();
  const why = reason === undefined ? {} : { reason };
  return { kind: "decision", n, index, intent: id, decision, actor: ports.actor, at, ...why };
}

export function misfit(what: string, { path, message }: { path: string; message: string }): WorkflowError {
  const field = path === "" ? "" : ` at \`${path}\``;
  return new WorkflowError("SCHEMA_INVALID", `${what}${field}: ${message}`, {
    details: { field: path },
  });
}

/** Somebody said what this command cannot hear: whoever chose the command for it made a mistake. */
export function unheard(command: string, { type }: Said): WorkflowError {
  return new WorkflowError("INTERNAL", `the command "${command}" does not hear "${type}"`);
}

/** Nothing but a person brings it on, so no time of it can have come. */
export function neverDue({ do: word }: { do: string }): never {
  throw new WorkflowError("INTERNAL", `the command "${word}" has no time that could come`);
}
