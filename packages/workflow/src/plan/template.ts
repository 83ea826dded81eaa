// Templates: {{prompt}}, {{variables.name}}, {{steps.id.output.field}}. \{{ writes two braces.
//
// TEMPLATE-1. What refers to nothing is a PlanFault, never an empty text.
// TEMPLATE-2. The same scope gives the same text, in whatever order an answer's keys came.
import type { Json } from "#contract/command.ts";

/** What a step left behind. `text` is for reading: no newlines at its end, as $(...) in a shell. */
export type StepState = {
  status: "completed" | "failed";
  output: Json;
  text: string;
  error?: { code: string; message: string };
};

export type Scope = {
  prompt: string;
  variables: ReadonlyMap<string, string>;
  steps: Map<string, StepState>;
};

/** The plan cannot go on, for a reason its author can repair. */
export class PlanFault extends Error {}

/** What a template stands for: text as it is, or something to look up. */
export type Part = { text: string } | { ref: string };

export type Reference =
  | { root: "prompt" }
  | { root: "variables"; name: string }
  | { root: "steps"; id: string; path: string[] };

/** text: every string stays text. value: a string that is one template becomes what it refers to, of whatever type. */
export function resolve(value: Json, scope: Scope, mode: "text" | "value"): Json {
  if (typeof value === "string") return mode === "text" ? render(value, scope) : resolveText(value, scope);
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope, mode));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, scope, mode)]));
}

export function render(text: string, scope: Scope): string {
  return parseTemplate(text)
    .map((part) => ("text" in part ? part.text : textOf(demand(part.ref, scope))))
    .join("");
}

/** undefined: it refers to nothing. */
export function lookUp(ref: string, scope: Scope): Json | undefined {
  const reference = parseReference(ref);
  if (reference === null) return undefined;
  if (reference.root === "prompt") return scope.prompt;
  if (reference.root === "variables") return scope.variables.get(reference.name);
  const state = scope.steps.get(reference.id);
  return state === undefined ? undefined : follow(state, reference.path);
}

/** The reference, if the whole text is one template. */
export function onlyReference(text: string): string | null {
  const [part, ...more] = parseTemplate(text);
  return part !== undefined && "ref" in part && more.length === 0 ? part.ref : null;
}

const TEMPLATE = /\\\{\{|\{\{([^{}]*)\}\}|\{\{/g;

export function parseTemplate(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(TEMPLATE)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    end = match.index + match[0].length;
    if (match[0] === "{{") throw new PlanFault(`{{ without its }}; two braces are written \\{{`);
    parts.push(match[1] === undefined ? { text: "{{" } : { ref: match[1].trim() });
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

const STEP_FIELDS = ["output", "status", "text", "error"];

/** A variable's name may have dots in it; a step's fields are found one dot at a time. */
export function parseReference(ref: string): Reference | null {
  if (ref === "prompt") return { root: "prompt" };
  if (/^variables\../s.test(ref)) return { root: "variables", name: ref.slice("variables.".length) };
  const [root, id, ...path] = ref.split(".");
  if (root !== "steps" || id === undefined || !STEP_FIELDS.includes(path[0] ?? "")) return null;
  return { root, id, path };
}

function resolveText(text: string, scope: Scope): Json {
  const ref = onlyReference(text);
  return ref === null ? render(text, scope) : demand(ref, scope);
}

function demand(ref: string, scope: Scope): Json {
  const found = lookUp(ref, scope);
  if (found === undefined) throw new PlanFault(`{{${ref}}} refers to nothing: ${whyNothing(ref, scope)}`);
  return found;
}

function whyNothing(ref: string, scope: Scope): string {
  const reference = parseReference(ref);
  if (reference?.root === "variables") return `no variable ${reference.name} was given`;
  if (reference?.root !== "steps") return "templates begin with prompt, variables. or steps.";
  if (!scope.steps.has(reference.id)) return `step ${reference.id} did not run`;
  return `step ${reference.id} has no ${reference.path.join(".")}`;
}

/** Own members only: an answer has no `constructor`. */
function follow(value: unknown, path: readonly string[]): Json | undefined {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    if (Array.isArray(at) && !/^[0-9]+$/.test(key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at as Json | undefined;
}

export function textOf(value: Json): string {
  return typeof value === "string" ? value : sortedJson(value);
}

/** JSON with sorted keys: an answer read from the journal may have its keys in another order than it had at first. */
export function sortedJson(value: Json): string {
  return JSON.stringify(value, (_, item: Json) =>
    item === null || typeof item !== "object" || Array.isArray(item)
      ? item
      : Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}

export function variablesIn(text: string): string[] {
  return parseTemplate(text).flatMap((part) => {
    const reference = "ref" in part ? parseReference(part.ref) : null;
    return reference?.root === "variables" ? [reference.name] : [];
  });
}
