// What an agent's answer must look like: a schema of zod or of any library with the same standard interface, or a JSON
// Schema. Nothing is imported: the schema brings its own code, the engine checks JSON Schemas.
import type { Json } from "#contract/command.ts";

/** The part of the standard interface that is used here. */
export type StandardSchema<T> = {
  readonly "~standard": {
    readonly validate: (value: unknown) => Checked<T> | Promise<Checked<T>>;
    readonly types?: { readonly output: T } | undefined;
    readonly jsonSchema?: {
      readonly output: (options: { target: "draft-2020-12" }) => Record<string, unknown>;
    };
  };
};

type Checked<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Issue[] };
type Issue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
};

export type AnswerSchema<T> = StandardSchema<T> | { [key: string]: Json };

/** Plain JSON, for the params of an effect. */
export function jsonSchemaOf<T>(schema: AnswerSchema<T>): { [key: string]: Json } {
  if (!isStandard(schema)) return schema;
  const made = schema["~standard"].jsonSchema?.output({ target: "draft-2020-12" });
  if (made === undefined)
    throw new Error(
      "this schema cannot be told to a model: its library makes no JSON Schema; zod 4.2 and later does",
    );
  const { $schema: _version, "~standard": _standard, ...plain } = made;
  return JSON.parse(JSON.stringify(plain)) as { [key: string]: Json };
}

export type Fit<T> = { value: T } | { problem: string };

/** A JSON Schema was held against the answer by the engine; a library may ask for more, and may change the value. */
export async function fitTo<T>(schema: AnswerSchema<T>, value: unknown): Promise<Fit<T>> {
  if (!isStandard(schema)) return { value: value as T };
  const checked = await schema["~standard"].validate(value);
  if (checked.issues === undefined) return { value: checked.value };
  return { problem: checked.issues.map(inWords).join("; ") };
}

/** The JSON in a text: all of it, what stands in the last fence, or from the first brace to the last. */
export function jsonIn(text: string): { value: unknown } | null {
  const fences = [...text.matchAll(/```(?:json)?\s*\n([\s\S]*?)\n\s*```/g)].map((match) => match[1] ?? "");
  const braces = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const part of [text, fences.at(-1) ?? "", braces])
    try {
      if (part.trim() !== "") return { value: JSON.parse(part) };
    } catch {}
  return null;
}

function isStandard<T>(schema: AnswerSchema<T>): schema is StandardSchema<T> {
  return "~standard" in schema && typeof Object(schema["~standard"]).validate === "function";
}

function inWords({ message, path = [] }: Issue): string {
  const where = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return where === "" ? message : `${where}: ${message}`;
}
