// What an answer means for its step.

import type { Decision, Json } from "#contract/command.ts";
import type { Receipt } from "#contract/effect.ts";
import type { RoleOutput } from "#contract/workflow.ts";
import type { AgentStep, AskingStep, ToolStep } from "./plan-shape.ts";
import { type StepState, textOf } from "./template.ts";
import { EXEC_EFFECT } from "./tools.ts";

export function settle(step: AskingStep, answer: unknown): StepState {
  return step.type === "approval"
    ? settleApproval(step, answer as Decision)
    : settleReceipt(answer as Receipt);
}

/** Who reads the thread reads this: what the step said, or why it failed. */
export function roleOutputOf(step: ToolStep | AgentStep, state: StepState): RoleOutput {
  const { output, error } = state;
  const content = error === undefined ? rawText(output) : failureText(error.message, output);
  return { role: step.id, content, meta: { type: step.type, output, ...(error && { error }) } };
}

/** A no only comes here when the step asked for it; otherwise the engine has ended the thread. */
function settleApproval({ onDeny }: { onDeny?: "deliver" }, decision: Decision): StepState {
  const output: Json = { ...decision };
  const text = decision.decision;
  if (text === "approve" || onDeny === "deliver") return { status: "completed", output, text };
  return {
    status: "failed",
    output,
    text,
    error: { code: "APPROVAL_DENIED", message: `denied by ${decision.actor}` },
  };
}

function settleReceipt(receipt: Receipt): StepState {
  const output = receipt.payload ?? null;
  const text = rawText(output).replace(/[\r\n]+$/, "");
  const error = errorOf(receipt);
  return error === null ? { status: "completed", output, text } : { status: "failed", output, text, error };
}

function errorOf({ status, error, effect, payload }: Receipt): NonNullable<StepState["error"]> | null {
  if (status !== "ok")
    return {
      code: error?.code ?? status.toUpperCase(),
      message: error?.message ?? `its receipt says ${status}`,
    };
  const exitCode = effect === EXEC_EFFECT ? memberOf(payload, "exitCode") : 0;
  if (exitCode === 0 || exitCode === undefined) return null;
  return { code: "EXIT_CODE", message: `the command ended with exit code ${exitCode}` };
}

/** Where the answers of models, commands, servers and files have their text. */
const TEXT_KEYS = ["text", "stdout", "body", "content"];

function rawText(output: Json): string {
  const found = TEXT_KEYS.map((key) => memberOf(output, key)).find((value) => typeof value === "string");
  return typeof found === "string" ? found : textOf(output);
}

function failureText(message: string, output: Json): string {
  const stderr = memberOf(output, "stderr");
  return typeof stderr === "string" && stderr !== "" ? `${message}\n${stderr}` : message;
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
