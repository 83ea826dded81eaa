import { createRoleModerator, type Descriptor, END, type Role } from "@uncaged/workflow";

type Meta = {
  planner: { files: string[] };
  coder: { draft: number };
  reviewer: { approved: boolean };
};

const planner: Role<Meta["planner"]> = async ({ start }) => ({
  content: `To ${start.content}: repair login.ts and prove it.`,
  meta: { files: ["login.ts"] },
});

const coder: Role<Meta["coder"]> = async ({ steps }) => {
  const draft = 1 + steps.filter((step) => step.role === "coder").length;
  return { content: draft === 1 ? "Repaired." : "Repaired, with a test.", meta: { draft } };
};

const reviewer: Role<Meta["reviewer"]> = async ({ steps }) => {
  const approved = steps.at(-1)?.content.includes("test") ?? false;
  return { content: approved ? "Approved." : "Where is the test?", meta: { approved } };
};

export default createRoleModerator<Meta>({
  roles: { planner, coder, reviewer },
  moderator({ steps }) {
    const last = steps.at(-1);
    switch (last?.role) {
      case undefined:
        return "planner";
      case "reviewer":
        return last.meta.approved ? END : "coder";
      case "planner":
        return "coder";
      case "coder":
        return "reviewer";
    }
  },
});

export const descriptor = {
  description: "Plans a change, makes it, and has it reviewed until it is approved",
  roles: {
    planner: {
      description: "Says what to change and where",
      schema: { type: "object", properties: { files: { type: "array", items: { type: "string" } } } },
    },
    coder: {
      description: "Makes the change; a later draft answers the review",
      schema: { type: "object", properties: { draft: { type: "integer" } } },
    },
    reviewer: {
      description: "Approves the change or sends it back",
      schema: { type: "object", properties: { approved: { type: "boolean" } } },
    },
  },
} satisfies Descriptor;
