// A value that fits a JSON Schema, asked for in the form that is easiest to type. Whether it fits is the engine's to say;
// here only what cannot be read at all is refused.
import type { Json } from "@uncaged/workflow/host";
import { escapeText, oneLine } from "../render/escape.ts";

/** What a person says, and what they are shown. */
export type Conversation = {
  show(text: string): Promise<void>;
  /** Throws Later. */
  line(question: string): Promise<string>;
};

/** The person leaves the question open. */
export class Later extends Error {}

type Schema = { [key: string]: Json };
type Read = { value: Json | undefined } | { problem: string };

/** `preset`: what Enter stands for. */
export async function askValue(talk: Conversation, schema: Schema, preset?: Json): Promise<Json> {
  return (await askPart(talk, {
    schema,
    preset: preset ?? schema.default,
    label: "",
    optional: false,
  })) as Json;
}

type Part = { schema: Schema; preset: Json | undefined; label: string; optional: boolean };

/** Undefined when it is left out. */
async function askPart(talk: Conversation, part: Part): Promise<Json | undefined> {
  const { schema, label } = part;
  const choices = choicesOf(schema);
  if (typeof schema.description === "string") await talk.show(`  ${oneLine(schema.description, 200)}\n`);
  if (choices !== null) return askChoice(talk, part, choices);
  if (schema.type === "boolean") return ask(talk, part, `${label}y or n`, readBoolean);
  if (schema.type === "number" || schema.type === "integer")
    return ask(talk, part, `${label}a number`, readNumber);
  if (schema.type === "string") return ask(talk, part, label === "" ? "answer" : label.trimEnd(), readText);
  if (schema.type === "object" && fieldsOf(schema).length > 0) return askObject(talk, part);
  return askJson(talk, part);
}

/** Asks until it can be read. */
async function ask(
  talk: Conversation,
  { preset, optional }: Pick<Part, "preset" | "optional">,
  question: string,
  read: (text: string) => Read,
  enter = preset === undefined ? (optional ? " (Enter leaves it out)" : "") : ` [${shortJson(preset)}]`,
): Promise<Json | undefined> {
  for (;;) {
    const text = await talk.line(`${question}${enter}: `);
    if (text.trim() === "later") throw new Later();
    if (text === "" && (preset !== undefined || optional)) return preset;
    const told = read(text);
    if ("value" in told) return told.value;
    await talk.show(`  ${told.problem}\n`);
  }
}

function readText(text: string): Read {
  if (text === "") return { problem: 'type a text, or "" for an empty one' };
  return { value: text === '""' ? "" : text };
}

function readBoolean(text: string): Read {
  const word = text.trim().toLowerCase();
  if (["y", "yes", "true"].includes(word)) return { value: true };
  return ["n", "no", "false"].includes(word) ? { value: false } : { problem: "y or n" };
}

function readNumber(text: string): Read {
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value) ? { problem: "that is no number" } : { value };
}

/** JSON; where a text would do, one that is no JSON is taken as it is. */
function readJson(schema: Schema): (text: string) => Read {
  return (text) => {
    try {
      return { value: JSON.parse(text) as Json };
    } catch (error) {
      const takesText = Array.isArray(schema.type)
        ? schema.type.includes("string")
        : schema.type === undefined;
      if (takesText && text.trim() !== "") return { value: text };
      return { problem: `that is no JSON: ${escapeText((error as Error).message)}` };
    }
  };
}

function choicesOf(schema: Schema): Json[] | null {
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum;
  return schema.const === undefined ? null : [schema.const];
}

/** A number is always the place in the list, so that a list of numbers can be told from it. */
async function askChoice(talk: Conversation, part: Part, choices: Json[]): Promise<Json | undefined> {
  for (const [index, choice] of choices.entries())
    await talk.show(`  ${String(index + 1).padStart(2)}  ${shortJson(choice)}\n`);
  const range = choices.length === 1 ? "1" : `1 to ${choices.length}`;
  return ask(talk, part, `${part.label}${range}`, (text) => {
    const word = text.trim();
    const value = /^\d+$/.test(word)
      ? choices[Number(word) - 1]
      : choices.find((choice) => word === (typeof choice === "string" ? choice : JSON.stringify(choice)));
    return value === undefined ? { problem: `choose ${range}` } : { value };
  });
}

/** As JSON, or field by field: those that must be there first. */
async function askObject(talk: Conversation, part: Part): Promise<Json | undefined> {
  const required = Array.isArray(part.schema.required) ? part.schema.required : [];
  const fields = fieldsOf(part.schema).sort(
    ([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)),
  );
  const names = fields.map(([name]) => oneLine(name, 40)).join(", ");
  const question = `${part.label}JSON, or Enter to be asked for ${oneLine(names, 120)}`;
  const isAsked = { preset: undefined, optional: true };
  const whole = await ask(talk, isAsked, question, readJson(part.schema), "");
  if (whole !== undefined) return whole;
  const presets = isMap(part.preset) ? part.preset : {};
  const answer: [string, Json][] = [];
  for (const [name, schema] of fields) {
    const preset = Object.hasOwn(presets, name) ? presets[name] : schema.default;
    const label = `${part.label}${oneLine(name, 40)} `;
    const value = await askPart(talk, { schema, preset, label, optional: !required.includes(name) });
    if (value !== undefined) answer.push([name, value]);
  }
  return Object.fromEntries(answer);
}

async function askJson(talk: Conversation, part: Part): Promise<Json | undefined> {
  await talk.show(`  it fits ${oneLine(JSON.stringify(part.schema), 400)}\n`);
  return ask(talk, part, `${part.label}JSON`, readJson(part.schema));
}

function fieldsOf({ properties }: Schema): [string, Schema][] {
  if (!isMap(properties)) return [];
  return Object.entries(properties).map(([name, schema]) => [name, isMap(schema) ? schema : {}]);
}

function isMap(value: Json | undefined): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shortJson(value: Json): string {
  return oneLine(typeof value === "string" ? value : JSON.stringify(value), 60);
}
