import { agent, createRoleModerator, type Descriptor, END, must, readFile, tool } from "@uncaged/workflow";
import * as z from "zod";

/** `run --var model=...` and `fork --var model=...` go before it. */
const MODEL = "openai/gpt-5-mini";

const Plan = z.object({
  files: z.array(z.string()).describe("which files to look into"),
  question: z.string().describe("what to find out, in one sentence"),
});

const look = tool({
  description: "Reads a file of the project",
  parameters: z.object({ path: z.string() }),
  async *run({ path }) {
    return must(yield* readFile(path)).content;
  },
});

export default createRoleModerator({
  roles: {
    planner: agent({
      model: MODEL,
      system: "You plan. Say which files have to be read to answer the question.",
      schema: Plan,
      content: ({ files, question }) => `${question}\nIn: ${files.join(", ")}`,
    }),
    reader: agent({
      model: MODEL,
      system: "You read. Look into the files of the plan, then answer the question in three sentences.",
      tools: { look },
    }),
  },
  moderator: ({ steps }) => (["planner", "reader"] as const)[steps.length] ?? END,
});

export const descriptor = {
  description: "Answers a question about a project: plans what to read, reads it, answers",
  roles: {
    planner: { description: "Says which files to read" },
    reader: { description: "Reads them and answers" },
  },
  effects: ["sys/llm.generate@1", "sys/fs.read@1"],
} satisfies Descriptor;
