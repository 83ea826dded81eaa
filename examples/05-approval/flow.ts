import { approve, createRoleModerator, type Descriptor, END, exec } from "@uncaged/workflow";

const COMMANDS = [
  ["mkdir", "release"],
  ["touch", "release/v1"],
];

export default createRoleModerator({
  roles: {
    async planner({ start }) {
      const lines = COMMANDS.map((argv) => argv.join(" "));
      return { content: `To ${start.content}: ${lines.join("; ")}`, meta: { commands: COMMANDS } };
    },

    /** A no ends the thread here, as cancelled: nothing after the question runs. */
    async *releaser({ steps }) {
      const plan = steps.find((step) => step.role === "planner");
      const { actor } = yield* approve("Run these commands?", {
        id: "release",
        items: COMMANDS,
        ttlMs: 3_600_000,
      });

      for (const argv of COMMANDS) {
        const receipt = yield* exec(argv, { timeoutMs: 60_000, onFault: "deliver" });
        if (receipt.status === "ok" && receipt.payload.exitCode === 0) continue;
        const why = receipt.status === "ok" ? receipt.payload.stderr.trim() : receipt.status;
        return { content: `${argv.join(" ")}: ${why}`, meta: { isReleased: false, actor } };
      }
      return { content: `Done as planned. ${plan?.content}`, meta: { isReleased: true, actor } };
    },
  },
  moderator: ({ steps }) => (["planner", "releaser"] as const)[steps.length] ?? END,
});

export const descriptor = {
  description: "Plans a release, waits for a yes, then runs it",
  roles: {
    planner: { description: "Says which commands it would run" },
    releaser: {
      description: "Runs them once somebody has approved them",
      schema: {
        type: "object",
        properties: { isReleased: { type: "boolean" }, actor: { type: "string" } },
        required: ["isReleased", "actor"],
      },
    },
  },
  effects: ["sys/exec@1"],
} satisfies Descriptor;
