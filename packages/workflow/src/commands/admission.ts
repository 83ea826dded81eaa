// What a yielded command is held against before it becomes something the engine carries out.
import type { Json } from "#contract/command.ts";
import type { EffectDefinition, JsonSchema, ParamRules, Policy } from "#contract/effect.ts";
import type { ErrorReport } from "#contract/errors.ts";

export type Normalised = { value: Json } | { problem: { path: string; message: string } };

/** A value that may be long in coming. */
export type MaybeLater<T> = T | Promise<T>;

export type AdmissionRules = {
  declared: ReadonlySet<string>;
  find(effect: string): EffectDefinition | undefined;
  /** What may take long is answered later. */
  normalise(schema: JsonSchema, value: Json): MaybeLater<Normalised>;
  /** Why the secrets that params refer to may not be used; null when they may, or there are none. */
  misuse(definition: EffectDefinition, params: Json): ErrorReport | null;
  policy: Policy;
  /** What policy.yaml and config.yaml say about params. */
  say: ParamRules;
  /** Commands per yield. */
  commandsMax: number;
  /** Of the descriptor: what a checkpoint must fit. */
  stateSchema: JsonSchema | undefined;
  /** The same for a note. */
  annotationsSchema?: JsonSchema | undefined;
  /** Of the descriptor, where a command does not say. */
  faults?: "deliver" | "fail" | undefined;
  /** Events that the descriptor declares, each with its schema where it has one. */
  events?: ReadonlyMap<string, JsonSchema | undefined> | undefined;
  /** false: the bundle says that it never asks for its context. */
  context?: boolean | undefined;
};

/** A command after admission. */
export type Admitted<A> = {
  asked: A;
  /** Of an effect. */
  definition?: EffectDefinition;
  /** Policy wants a person to say yes first. */
  isGated?: boolean;
  /** What of it the catalogue says, and not the command. */
  fromCatalogue?: readonly CatalogueFact[];
};

export type CatalogueFact = "class" | "risk" | "timeoutMs";

/** Why a value does not fit what the descriptor says about it; null when it does, or the descriptor says nothing. */
export async function misfitOf(
  value: Json,
  what: "state" | "note",
  rules: Pick<AdmissionRules, "normalise" | "stateSchema" | "annotationsSchema">,
): Promise<ErrorReport | null> {
  const [schema, key] =
    what === "state" ? [rules.stateSchema, "state"] : [rules.annotationsSchema, "annotations"];
  if (schema === undefined) return null;
  const normalised = await rules.normalise(schema, value);
  if (!("problem" in normalised)) return null;
  const { path, message } = normalised.problem;
  return {
    code: "SCHEMA_INVALID",
    message: `the ${what} does not fit descriptor.${key}: ${path === "" ? "" : `\`${path}\` `}${message}`,
    details: { field: `${what}${path === "" ? "" : `.${path}`}` },
  };
}
