import type { WorkflowError } from "@uncaged/workflow/host";
import { escapeText } from "./escape.ts";
import type { Paint } from "./paint.ts";

/** code and message, then what to type next. A bug of ours also shows where. */
export function renderError(error: WorkflowError, paint: Paint): string {
  const lines = [`${paint.red(paint.bold("error"))} ${paint.bold(error.code)} ${escapeText(error.message)}`];
  if (error.hint !== undefined) lines.push(`${paint.cyan(" hint")} ${escapeText(error.hint)}`);
  const stack = error.details?.stack;
  if (error.code === "INTERNAL" && typeof stack === "string") lines.push(paint.dim(escapeText(stack)));
  return `${lines.join("\n")}\n`;
}
