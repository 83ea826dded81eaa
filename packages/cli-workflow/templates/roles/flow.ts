import { createRoleModerator, type Descriptor, END, type Role } from "@uncaged/workflow";

/** What each role leaves behind in `meta`. The moderator sees it typed. */
type Meta = {
  writer: { words: number };
  reviewer: { approved: boolean };
};

const writer: Role<Meta["writer"]> = async ({ start, steps }) => {
  const content = steps.length === 0 ? start.content : `${start.content}, please`;
  return { content, meta: { words: content.split(/\s+/).length } };
};

const reviewer: Role<Meta["reviewer"]> = async ({ steps }) => {
  const approved = steps.at(-1)?.content.includes("please") ?? false;
  return { content: approved ? "Approved." : "Say please.", meta: { approved } };
};

export const descriptor = {
  description: "Writes, and rewrites until the reviewer approves",
  // The roles look at the input and the steps only, so a thread can be repeated and compared: see `replay` and `check`.
  determinism: "strict",
  roles: {
    writer: {
      description: "Writes a draft",
      schema: { type: "object", properties: { words: { type: "integer" } } },
    },
    reviewer: {
      description: "Approves the draft or sends it back",
      schema: { type: "object", properties: { approved: { type: "boolean" } } },
    },
  },
} satisfies Descriptor;

export default createRoleModerator<Meta>({
  roles: { writer, reviewer },
  // Pure: looks at the steps, says who is next. No await, no clock, no files.
  moderator({ steps }) {
    const last = steps.at(-1);
    if (last?.role === "writer") return "reviewer";
    return last?.meta.approved ? END : "writer";
  },
});
