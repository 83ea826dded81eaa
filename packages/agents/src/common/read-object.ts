// The JSON in an answer, held against its schema.
import { check, type Json, type JsonSchema } from "@uncaged/workflow/executor";

export function readObject(text: string, schema: JsonSchema): { object: Json } | { problem: string } {
  const parsed = jsonIn(text);
  if (parsed === null) return { problem: "the answer is not JSON" };
  const problem = check(schema, parsed.value);
  if (problem === null) return { object: parsed.value };
  const where = problem.path === "" ? "" : `\`${problem.path}\` `;
  return { problem: `the answer does not fit its schema: ${where}${problem.message}` };
}

/** Whatever they were told, some wrap it in a fence, and some say a word before it. */
function jsonIn(text: string): { value: Json } | null {
  const fence = [...text.matchAll(/```(?:json)?\s*\n([\s\S]*?)\n\s*```/g)].at(-1)?.[1] ?? "";
  const braces = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const part of [text, fence, braces])
    try {
      if (part.trim() !== "") return { value: JSON.parse(part) as Json };
    } catch {}
  return null;
}
