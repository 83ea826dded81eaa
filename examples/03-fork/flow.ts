import { createRoleModerator, END } from "@uncaged/workflow";

const CHANGES = ["dark mode", "search as you type", "checkout in two clicks"];

// Planning does not depend on the prompt, writing does: the prompt names the readers.
export default createRoleModerator({
  roles: {
    planner: async () => ({ content: CHANGES.join("; "), meta: { changes: CHANGES.length } }),
    writer: async ({ start, steps }) => ({
      content: `News for ${start.content}: ${steps[0]?.content}.`,
      meta: { readers: start.content },
    }),
  },
  moderator: ({ steps }) => (["planner", "writer"] as const)[steps.length] ?? END,
});
