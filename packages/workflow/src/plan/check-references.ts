// Names in a plan: ids are given once, and a template refers to what comes before it.
import type { Plan, Step } from "./plan-shape.ts";
import { join, type Note } from "./read-fields.ts";
import { onlyReference, PlanFault, parseReference, parseTemplate } from "./template.ts";
import { everyStep, nestedIn, type TemplateText, templateTexts } from "./walk-plan.ts";

type Names = { types: ReadonlyMap<string, Step["type"]>; note: Note };

export function checkReferences(plan: Plan, note: Note): void {
  const types = new Map<string, Step["type"]>();
  for (const { step, path } of everyStep(plan.steps)) {
    if (types.has(step.id)) note(join(path, "id"), `${step.id} is already the id of another step`);
    types.set(step.id, step.type);
  }
  checkSteps(plan.steps, "steps", new Set(), { types, note });
}

/** Answers what later steps may refer to. Branches do not see each other: what they add comes after them. */
function checkSteps(
  steps: readonly Step[],
  path: string,
  before: ReadonlySet<string>,
  names: Names,
): Set<string> {
  const known = new Set(before);
  for (const [index, step] of steps.entries()) {
    const at = `${path}[${index}]`;
    for (const text of templateTexts(step, at)) checkText(text, known, names);
    const added = nestedIn(step).map((nested) =>
      checkSteps(nested.steps, `${at}.${nested.key}`, known, names),
    );
    for (const id of added.flatMap((ids) => [...ids])) known.add(id);
    if (step.type !== "parallel") known.add(step.id);
  }
  return known;
}

function checkText({ text, path, isAsked }: TemplateText, known: ReadonlySet<string>, names: Names): void {
  try {
    for (const part of parseTemplate(text)) {
      const reason = "ref" in part ? whyNot(part.ref, known, names) : null;
      if (reason !== null) names.note(path, reason);
    }
    if (isAsked && onlyReference(text) === null) names.note(path, "exists asks about one template");
  } catch (error) {
    if (!(error instanceof PlanFault)) throw error;
    names.note(path, error.message);
  }
}

function whyNot(ref: string, known: ReadonlySet<string>, { types }: Names): string | null {
  const reference = parseReference(ref);
  if (reference === null)
    return `{{${ref}}} is no template; write {{prompt}}, {{variables.name}} or {{steps.id.output}}`;
  if (reference.root !== "steps" || known.has(reference.id)) return null;
  const type = types.get(reference.id);
  if (type === undefined) return `{{${ref}}}: there is no step ${reference.id}`;
  if (type === "parallel") return `{{${ref}}}: ${reference.id} is parallel; refer to the steps inside it`;
  return `{{${ref}}}: step ${reference.id} does not come before this one`;
}
