import { type AgentName, agent, createRoleModerator, type Descriptor, END } from "@uncaged/workflow";

const SYSTEM = "Answer the question, in as few words as it needs. Say so when you do not know.";

/** `run --var model=...` and `fork --var model=...` go before this one. */
const byModel = agent({ model: "openai/gpt-5-mini", system: SYSTEM });

/** `--var agent=claude`: a coding agent that looks at the workspace, and may not change it. */
const byAgent = agent({
  command: ({ variables }) => variables.agent as AgentName,
  access: "read",
  system: SYSTEM,
});

export default createRoleModerator({
  roles: {
    answerer: (ctx) => (ctx.variables.agent === undefined ? byModel(ctx) : byAgent(ctx)),
  },
  moderator: ({ steps }) => (steps.length === 0 ? "answerer" : END),
  result: ({ steps }) => ({ returnCode: 0, summary: steps[0]?.content ?? "" }),
});

export const descriptor = {
  description: "Answers one question",
  roles: { answerer: { description: "Answers it" } },
  effects: ["sys/llm.generate@1", "sys/agent.run@1"],
  limits: { maxCost: 1, maxTokens: 200_000 },
} satisfies Descriptor;
