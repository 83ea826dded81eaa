import { agent, createRoleModerator, type Descriptor, END } from "@uncaged/workflow";

/** Any model: openai/..., anthropic/..., google/..., or one of yours. `run --var model=...` goes before it. */
const MODEL = "openai/gpt-5-mini";
const DRAFTS_MAX = 3;

type Review = { isGood: boolean; problems: string[] };

export default createRoleModerator({
  roles: {
    writer: agent({
      model: MODEL,
      system: "Answer the question. If a reviewer found problems, mend them. Reply with the answer only.",
    }),
    reviewer: agent<Review>({
      model: MODEL,
      system: "You review the last answer. Is it right, clear and short? Name every problem.",
      schema: {
        type: "object",
        properties: { isGood: { type: "boolean" }, problems: { type: "array", items: { type: "string" } } },
        required: ["isGood", "problems"],
        additionalProperties: false,
      },
      content: ({ isGood, problems }) => (isGood ? "Good." : problems.join("\n")),
    }),
  },
  moderator({ steps }) {
    const last = steps.at(-1);
    if (last?.role === "writer") return "reviewer";
    const drafts = steps.filter((step) => step.role === "writer").length;
    return last?.meta.isGood || drafts === DRAFTS_MAX ? END : "writer";
  },
});

export const descriptor = {
  description: "Answers a question, and has the answer reviewed until it is good",
  // A fork with another model keeps the drafts that were paid for; "strict" would ask for them again.
  determinism: "steps",
  roles: {
    writer: { description: "Writes the answer" },
    reviewer: { description: "Says whether it is good, and what is not" },
  },
  effects: ["sys/llm.generate@1"],
} satisfies Descriptor;
