// One yield in full: what was asked, word for word, and what came of it.
import type { Json, StepView, YieldView } from "@uncaged/workflow/host";
import { escapeText } from "./escape.ts";
import type { Paint } from "./paint.ts";
import { dollars } from "./spent.ts";
import { duration } from "./time.ts";

type CommandView = Extract<YieldView, { step: null }>;

export function renderStep({ threadId, yields }: StepView, paint: Paint): string {
  return yields.map((one) => renderYield(threadId, one, paint).join("\n")).join("\n\n");
}

function renderYield(threadId: string, view: YieldView, paint: Paint): string[] {
  const { stepId, n, seq, completedAt, startedAt } = view;
  const name = view.step !== null ? `role ${view.output.role}, step ${view.step}` : (view.effect ?? view.do);
  const took = completedAt === null ? "" : `  +${duration(completedAt - startedAt)}`;
  const at = stepId === `n${n}` ? "" : ` (n${n})`;
  const head = [
    `${paint.bold(escapeText(stepId))}${at}  ${escapeText(name)}  ${view.status}${took}`,
    paint.dim(`thread ${threadId}, line ${seq}, ${new Date(startedAt).toISOString()}`),
  ];
  if (view.step !== null) {
    const { content, meta } = view.output;
    return [...head, ...part("output", content, paint), ...part("meta", meta as Json, paint)];
  }
  return [...head, ...commandParts(view, paint)];
}

function commandParts(view: CommandView, paint: Paint): string[] {
  const { params, output, receipt, attempts, decision, reused, costUsd } = view;
  const { prompt, ...others } = isMap(params) ? params : { prompt: undefined };
  const tried = attempts.map(
    ({ attempt, status, error }) =>
      `${attempt} ${status}${error === null ? "" : `  ${error.code}: ${error.message}`}`,
  );
  return [
    ...(typeof prompt === "string" ? part("prompt", prompt, paint) : []),
    ...part("params", typeof prompt === "string" ? (others as Json) : params, paint),
    ...(reused ? part("reused", "its answer was found again: nothing was done", paint) : []),
    ...(decision === undefined ? [] : part("decision", decision as Json, paint)),
    ...(tried.length > 1 ? part("attempts", tried.join("\n"), paint) : []),
    ...outputParts(output, paint),
    ...(costUsd === undefined ? [] : part("cost", dollars(costUsd), paint)),
    ...(receipt === null ? [] : part("receipt", receiptWords(receipt), paint)),
  ];
}

/** Texts of an answer stand as they were written, each under its name: nobody reads JSON with \\n in it. */
function outputParts(output: Json, paint: Paint): string[] {
  if (!isMap(output)) return output === null ? [] : part("output", output, paint);
  const texts = Object.entries(output).filter(([, value]) => typeof value === "string" && value !== "");
  const rest = Object.fromEntries(Object.entries(output).filter(([, value]) => typeof value !== "string"));
  return [
    ...(Object.keys(rest).length === 0 ? [] : part("output", rest, paint)),
    ...texts.flatMap(([name, value]) => part(`output.${name}`, value as Json, paint)),
  ];
}

/** What is in it beside payload and error, which stand above. */
function receiptWords(receipt: NonNullable<CommandView["receipt"]>): Json {
  const { kind: _kind, payload: _payload, error: _error, ...rest } = receipt;
  return rest as unknown as Json;
}

function part(name: string, value: Json, paint: Paint): string[] {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const lines = escapeText(text.replace(/\n$/, "")).split("\n");
  return ["", paint.cyan(escapeText(name)), ...lines.map((line) => `  ${paint.dim("│")} ${line}`)];
}

function isMap(value: Json): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
