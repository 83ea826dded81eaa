import type { Json } from "#contract/command.ts";
import type { Condition, Step } from "./plan-shape.ts";

export type Placed = { step: Step; path: string };

/** A text in which templates are resolved. `isAsked`: it may refer to nothing, which is the question. */
export type TemplateText = { text: string; path: string; isAsked: boolean };

/** The steps and those inside them, as written. */
export function* everyStep(steps: readonly Step[], path = "steps"): Generator<Placed> {
  for (const [index, step] of steps.entries()) {
    const at = `${path}[${index}]`;
    yield { step, path: at };
    for (const nested of nestedIn(step)) yield* everyStep(nested.steps, `${at}.${nested.key}`);
  }
}

export function nestedIn(step: Step): { key: string; steps: Step[] }[] {
  if (step.type === "parallel") return step.branches.map((steps, i) => ({ key: `branches[${i}]`, steps }));
  if (step.type !== "conditional") return [];
  return [
    { key: "then", steps: step.then },
    { key: "else", steps: step.else },
  ];
}

/** Those of the step itself, not of the steps inside it. */
export function* templateTexts(step: Step, path: string): Generator<TemplateText> {
  if (step.type === "conditional") return yield* textsOfCondition(step.condition, `${path}.condition`);
  for (const [key, value] of Object.entries(templatedIn(step))) yield* textsIn(value, `${path}.${key}`);
}

function templatedIn(step: Step): Record<string, Json | undefined> {
  if (step.type === "tool") return { arguments: step.arguments, key: step.key };
  if (step.type === "agent") return { goal: step.goal, context: step.context, settings: step.settings };
  return step.type === "approval" ? { prompt: step.prompt, items: step.items } : {};
}

function* textsOfCondition(condition: Condition, path: string): Generator<TemplateText> {
  if (typeof condition === "boolean") return;
  if ("not" in condition) return yield* textsOfCondition(condition.not, `${path}.not`);
  const [key, list] =
    "all" in condition ? ["all", condition.all] : "any" in condition ? ["any", condition.any] : [];
  for (const [index, one] of (list ?? []).entries()) yield* textsOfCondition(one, `${path}.${key}[${index}]`);
  if (!("op" in condition)) return;
  for (const one of textsIn(condition.left, `${path}.left`))
    yield { ...one, isAsked: condition.op === "exists" };
  yield* textsIn(condition.right, `${path}.right`);
}

function* textsIn(value: Json | undefined, path: string): Generator<TemplateText> {
  if (typeof value === "string") yield { text: value, path, isAsked: false };
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* textsIn(item, `${path}[${index}]`);
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) yield* textsIn(item, `${path}.${key}`);
}
