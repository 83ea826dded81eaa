import { escapeText } from "../render/escape.ts";
import type { CommandAnswer } from "./command.ts";

/** Said to a person, and in the document; the key is there only when there is something to say. */
export function withWarnings(answer: CommandAnswer, warnings: readonly string[]): CommandAnswer {
  if (warnings.length === 0) return answer;
  const notes = [...(answer.notes ?? []), ...warnings.map(escapeText)];
  return { ...answer, notes, json: { ...(answer.json as object), warnings } };
}
