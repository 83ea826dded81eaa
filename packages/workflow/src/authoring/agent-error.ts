import type { Receipt } from "#contract/effect.ts";

/** An agent that gave no answer that can be used. `code` is the receipt's, or AGENT_OUTPUT_INVALID, AGENT_TURNS. */
export class AgentError extends Error {
  readonly code: string;
  /** Its last answer, as far as there is one. */
  readonly text: string | null;
  readonly receipt: Receipt<unknown> | null;

  constructor(code: string, message: string, more: { text?: string; receipt?: Receipt<unknown> } = {}) {
    super(`${code}: ${message}`);
    this.name = "AgentError";
    this.code = code;
    this.text = more.text ?? null;
    this.receipt = more.receipt ?? null;
  }
}
