import { approve, createRoleModerator, type Descriptor, END } from "@uncaged/workflow";

export default createRoleModerator({
  roles: {
    async writer({ start }) {
      return { content: `Dear all, ${start.content}. Yours, the team`, meta: {} };
    },

    async *sender({ steps }) {
      const letter = steps.at(-1)?.content ?? "";
      const { actor } = yield* approve("Send this letter?", { id: "send", items: [letter] });
      return { content: `sent, ${actor} said yes`, meta: { actor } };
    },
  },
  moderator: ({ steps }) => (["writer", "sender"] as const)[steps.length] ?? END,
});

export const descriptor = {
  description: "Writes a letter, and sends it when somebody has read it",
  roles: { writer: { description: "Writes" }, sender: { description: "Sends what was approved" } },
} satisfies Descriptor;
