// Models: what an answer is, and what it cost.
import type { Plant } from "../plant.ts";

const ANSWERS = "packages/agents/test/llm-answers.test.ts";
const UNKNOWN = "packages/cli-workflow/test/unknown-costs.test.ts";
const REUSE = "packages/workflow/test/spec/reuse.test.ts";

export const AGENTS: readonly Plant[] = [
  {
    what: "a cut answer passes for a whole one",
    file: "packages/agents/src/llm/report-answer.ts",
    from: 'if (finishReason === "length") {',
    to: "if (Date.now() < 0) {",
    mode: ANSWERS,
    says: /LLM-4/,
  },
  {
    what: "an answer that says it is incomplete passes for a whole one",
    file: "packages/agents/src/llm/report-answer.ts",
    from: "if (incomplete === null) return null;",
    to: "if (incomplete !== undefined) return null;",
    mode: ANSWERS,
    says: /LLM-4: Responses that end incomplete/,
  },
  {
    what: "an answer without usage is counted as 0 tokens",
    file: "packages/agents/src/llm/usage.ts",
    from: "if (inputTokens === undefined || answered === undefined || isEmpty(raw)) return {};",
    to: "if (inputTokens === undefined || answered === undefined) return { inputTokens: 0, outputTokens: 0, totalTokens: 0 };",
    mode: ANSWERS,
    says: /LLM-5/,
  },
  {
    what: "a call without a cost is counted as 0",
    file: "replay/fold-spent.ts",
    from: "spent.unpricedAnswers += answered;",
    to: "spent.unpricedAnswers += 0 * answered;",
    mode: UNKNOWN,
    says: /did not say what it cost is the last/,
  },
  {
    what: "a budget lets a model without a price run",
    file: "worker/command-ports.ts",
    from: "mustKnowCost: thread.limits.budget.mustKnowCost,",
    to: "mustKnowCost: false,",
    mode: UNKNOWN,
    says: /a model without a price is not asked/,
  },
  {
    what: "a second opinion is a copy of the first",
    file: "replay/fork-lines.ts",
    from: "if (this.isAskedAnew(record)) return true;",
    to: "",
    mode: REUSE,
    says: /FORK-4/,
  },
];
